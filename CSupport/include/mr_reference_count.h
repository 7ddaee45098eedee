/*
 * mr_reference_count: the word of a ref-counted disposable: how many dependents there are, and whether the primary was
 * disposed. In C because it is one atomic word that lives inside a Swift object.
 *
 * State: bit 0 PRIMARY (the primary was disposed), bit 1 DONE (a caller was told to dispose the underlying
 * disposable); the other bits count dependents. The underlying disposable must be disposed when PRIMARY is set and the
 * count is 0. DONE makes sure that exactly one caller is told so.
 *
 * Progress: lock-free. Orderings: every change is acq_rel, so that the thread that disposes the underlying disposable
 * sees all that the dependents did before they were released.
 */
#ifndef MR_REFERENCE_COUNT_H
#define MR_REFERENCE_COUNT_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_PRIMARY ((uint64_t)1)
#define MR_DONE ((uint64_t)2)
#define MR_DEPENDENT ((uint64_t)4)

/* Counts a dependent. False if the underlying disposable is already disposed. */
MR_INLINE bool mr_reference_count_retain(uint64_t *word) {
    uint64_t old = mr_load(word, mr_relaxed);
    do {
        if (old & MR_DONE)
            return false;
    } while (!mr_cas(word, &old, old + MR_DEPENDENT, mr_acq_rel, mr_relaxed));
    return true;
}

/* Takes a dependent off the count. True if the caller must dispose the underlying disposable. */
MR_INLINE bool mr_reference_count_release(uint64_t *word) {
    uint64_t old = mr_load(word, mr_relaxed);
    uint64_t new;
    do {
        new = old - MR_DEPENDENT;
        if (new == MR_PRIMARY)
            new |= MR_DONE;
    } while (!mr_cas(word, &old, new, mr_acq_rel, mr_relaxed));
    return (new & MR_DONE) && !(old & MR_DONE);
}

/* Disposes the primary. True if the caller must dispose the underlying disposable. */
MR_INLINE bool mr_reference_count_dispose(uint64_t *word) {
    uint64_t old = mr_load(word, mr_relaxed);
    uint64_t new;
    do {
        if (old & MR_PRIMARY)
            return false;
        new = old | MR_PRIMARY;
        if (new == MR_PRIMARY)
            new |= MR_DONE;
    } while (!mr_cas(word, &old, new, mr_acq_rel, mr_relaxed));
    return (new & MR_DONE) != 0;
}

MR_INLINE bool mr_reference_count_is_disposed(const uint64_t *word) {
    return (mr_load((uint64_t *)word, mr_acquire) & MR_DONE) != 0;
}

MR_ASSUME_NONNULL_END

#endif
