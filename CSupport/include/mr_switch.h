/*
 * mr_switch: which of the sources that follow one another is the latest, and whether anything can still come. In C
 * because it is one atomic word inside a Swift object.
 *
 * State: the number of the latest source (0: none yet), ACTIVE while that has not ended, OUTER_ENDED when no other will
 * come. One caller alone is told that both have ended, since only one change can be the last.
 *
 * Progress: lock-free. Orderings: acq_rel, so that whoever completes comes after all that the others did.
 */
#ifndef MR_SWITCH_H
#define MR_SWITCH_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_SWITCH_ACTIVE ((uint64_t)1)
#define MR_SWITCH_OUTER_ENDED ((uint64_t)2)
#define MR_SWITCH_SHIFT 2

typedef struct mr_switch {
    uint64_t word;
} mr_switch;

/* The number of the next source, which is the latest from now on. One caller at a time. */
MR_INLINE uint64_t mr_switch_next(mr_switch *latest) {
    uint64_t old = mr_load(&latest->word, mr_relaxed), number;
    do
        number = (old >> MR_SWITCH_SHIFT) + 1;
    while (!mr_cas(&latest->word, &old, number << MR_SWITCH_SHIFT | MR_SWITCH_ACTIVE | (old & MR_SWITCH_OUTER_ENDED),
                   mr_acq_rel, mr_relaxed));
    return number;
}

MR_INLINE bool mr_switch_is_latest(const mr_switch *latest, uint64_t number) {
    return mr_load((uint64_t *)&latest->word, mr_acquire) >> MR_SWITCH_SHIFT == number;
}

/* The source with this number has ended. True: it was the latest, and none will follow. */
MR_INLINE bool mr_switch_ended(mr_switch *latest, uint64_t number) {
    uint64_t old = mr_load(&latest->word, mr_relaxed);
    do {
        if (old >> MR_SWITCH_SHIFT != number || !(old & MR_SWITCH_ACTIVE))
            return false;
    } while (!mr_cas(&latest->word, &old, old & ~MR_SWITCH_ACTIVE, mr_acq_rel, mr_relaxed));
    return (old & MR_SWITCH_OUTER_ENDED) != 0;
}

/* No other source will come. True: the latest one has ended, or there was none. Called once. */
MR_INLINE bool mr_switch_outer_ended(mr_switch *latest) {
    return !(mr_fetch_or(&latest->word, MR_SWITCH_OUTER_ENDED, mr_acq_rel) & MR_SWITCH_ACTIVE);
}

MR_ASSUME_NONNULL_END

#endif
