/*
 * mr_tally: a number that several threads change, for statistics. In C because it is an atomic word.
 *
 * Progress: adding, setting and loading are wait-free, raising is lock-free. Relaxed: the number guards no data, and
 * must not order anything, so that counting hides no race from the thread sanitizer.
 */
#ifndef MR_TALLY_H
#define MR_TALLY_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_tally {
    int64_t value;
} mr_tally;

MR_INLINE int64_t mr_tally_value(const mr_tally *tally) { return mr_load((int64_t *)&tally->value, mr_relaxed); }

MR_INLINE void mr_tally_set(mr_tally *tally, int64_t value) { mr_store(&tally->value, value, mr_relaxed); }

/* Adds and returns the value from before. */
MR_INLINE int64_t mr_tally_add(mr_tally *tally, int64_t amount) {
    return mr_fetch_add(&tally->value, amount, mr_relaxed);
}

/* Raises the number to at least `value`. */
MR_INLINE void mr_tally_raise(mr_tally *tally, int64_t value) {
    int64_t present = mr_load(&tally->value, mr_relaxed);
    while (present < value && !mr_cas(&tally->value, &present, value, mr_relaxed, mr_relaxed)) {
    }
}

MR_ASSUME_NONNULL_END

#endif
