/*
 * mr_latest: which of several successive sources is the latest, and whether events can still come. In C because it is
 * one atomic word inside a Swift object.
 *
 * State: the number of the latest source (0: none yet), ACTIVE while the latest source has not ended, OUTER_ENDED when
 * no other source will come. Exactly one caller is told that both have ended, since only one change can be the last.
 *
 * Progress: lock-free. Orderings: acq_rel, so that the thread that completes sees all that the other threads did.
 */
#ifndef MR_LATEST_H
#define MR_LATEST_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_LATEST_ACTIVE ((uint64_t)1)
#define MR_LATEST_OUTER_ENDED ((uint64_t)2)
#define MR_LATEST_SHIFT 2

typedef struct mr_latest {
    uint64_t word;
} mr_latest;

/* Returns the number of a new source, which is the latest from now on. One caller at a time. */
MR_INLINE uint64_t mr_latest_next(mr_latest *latest) {
    uint64_t old = mr_load(&latest->word, mr_relaxed), number;
    do
        number = (old >> MR_LATEST_SHIFT) + 1;
    while (!mr_cas(&latest->word, &old, number << MR_LATEST_SHIFT | MR_LATEST_ACTIVE | (old & MR_LATEST_OUTER_ENDED),
                   mr_acq_rel, mr_relaxed));
    return number;
}

MR_INLINE bool mr_latest_is_latest(const mr_latest *latest, uint64_t number) {
    return mr_load((uint64_t *)&latest->word, mr_acquire) >> MR_LATEST_SHIFT == number;
}

/* The source with this number has ended. True if it was the latest and no other source will come. */
MR_INLINE bool mr_latest_ended(mr_latest *latest, uint64_t number) {
    uint64_t old = mr_load(&latest->word, mr_relaxed);
    do {
        if (old >> MR_LATEST_SHIFT != number || !(old & MR_LATEST_ACTIVE))
            return false;
    } while (!mr_cas(&latest->word, &old, old & ~MR_LATEST_ACTIVE, mr_acq_rel, mr_relaxed));
    return (old & MR_LATEST_OUTER_ENDED) != 0;
}

/* No other source will come. True if the latest source has ended, or there was none. Called once. */
MR_INLINE bool mr_latest_outer_ended(mr_latest *latest) {
    return !(mr_fetch_or(&latest->word, MR_LATEST_OUTER_ENDED, mr_acq_rel) & MR_LATEST_ACTIVE);
}

MR_ASSUME_NONNULL_END

#endif
