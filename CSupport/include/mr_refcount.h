/*
 * mr_refcount: the word of a ref-counted disposable: how many dependents are out, and whether the primary was disposed.
 * In C because it is one atomic word that lives inside a Swift object.
 *
 * State: bit 0 PRIMARY (the primary was disposed), bit 1 DONE (the underlying disposable has been handed out for
 * disposal), the rest counts dependents. The underlying disposable is due when PRIMARY is set and the count is 0; DONE
 * makes sure that one caller alone is told so.
 *
 * Progress: lock-free. Orderings: every change is acq_rel, so that whoever disposes the underlying disposable sees all
 * that the dependents did before they let go.
 */
#ifndef MR_REFCOUNT_H
#define MR_REFCOUNT_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_PRIMARY ((uint64_t)1)
#define MR_DONE ((uint64_t)2)
#define MR_DEPENDENT ((uint64_t)4)

/* False when the underlying disposable is already disposed: then there is nothing to hold. */
MR_INLINE bool mr_refcount_retain(uint64_t *word) {
    uint64_t old = mr_load(word, mr_relaxed);
    do {
        if (old & MR_DONE)
            return false;
    } while (!mr_cas(word, &old, old + MR_DEPENDENT, mr_acq_rel, mr_relaxed));
    return true;
}

/* True for the caller that must dispose the underlying disposable. */
MR_INLINE bool mr_refcount_release(uint64_t *word) {
    uint64_t old = mr_load(word, mr_relaxed);
    uint64_t new;
    do {
        new = old - MR_DEPENDENT;
        if (new == MR_PRIMARY)
            new |= MR_DONE;
    } while (!mr_cas(word, &old, new, mr_acq_rel, mr_relaxed));
    return (new & MR_DONE) && !(old & MR_DONE);
}

/* Disposes the primary; true for the caller that must dispose the underlying disposable. */
MR_INLINE bool mr_refcount_dispose(uint64_t *word) {
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

MR_INLINE bool mr_refcount_is_disposed(const uint64_t *word) {
    return (mr_load((uint64_t *)word, mr_acquire) & MR_DONE) != 0;
}

MR_ASSUME_NONNULL_END

#endif
