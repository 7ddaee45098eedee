/*
 * mr_relaxed_counter: a number that several threads change, for statistics. In C because it is an atomic word.
 *
 * Progress: adding, setting and loading are wait-free, raising is lock-free. Relaxed: the number guards no data, and
 * must not order anything, so that counting hides no race from the thread sanitizer.
 */
#ifndef MR_RELAXED_COUNTER_H
#define MR_RELAXED_COUNTER_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_relaxed_counter {
    int64_t value;
} mr_relaxed_counter;

MR_INLINE int64_t mr_relaxed_counter_value(const mr_relaxed_counter *counter) { return mr_load((int64_t *)&counter->value, mr_relaxed); }

MR_INLINE void mr_relaxed_counter_set(mr_relaxed_counter *counter, int64_t value) { mr_store(&counter->value, value, mr_relaxed); }

/* Adds and returns the value from before. */
MR_INLINE int64_t mr_relaxed_counter_add(mr_relaxed_counter *counter, int64_t amount) {
    return mr_fetch_add(&counter->value, amount, mr_relaxed);
}

/* Raises the number to at least `value`. */
MR_INLINE void mr_relaxed_counter_raise(mr_relaxed_counter *counter, int64_t value) {
    int64_t present = mr_load(&counter->value, mr_relaxed);
    while (present < value && !mr_cas(&counter->value, &present, value, mr_relaxed, mr_relaxed)) {
    }
}

MR_ASSUME_NONNULL_END

#endif
