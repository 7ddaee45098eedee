/*
 * mr_lock: a small lock. Under it, a subject with memory changes its value and adds observers, an operator changes
 * state that may hold references, and the library changes what a `Locked` holds. In C because it is an atomic word
 * inside a Swift object.
 *
 * A lock is held while values are copied or exchanged and lists are changed, never while code of a user can run: no
 * callback, no closure, and no release of a value, whose deinit may be a user's. A value that is taken out under the
 * lock is released afterwards. So no thread waits for a callback; at worst, it waits for a holder that was preempted. A
 * waiting thread looks again a few times, then sleeps, so that the holder gets the processor whatever the two threads'
 * priorities are. On Linux, the holder wakes one of the waiting threads when it leaves.
 *
 * Leaving is a load and a store, not a read-modify-write: a thread that begins to wait between the two is not woken,
 * and sleeps for at most a millisecond (Documentation/Decisions/locks.md). The load comes first, since the lock may be
 * gone after the store.
 *
 * A thread that holds one lock enters another one only in these orders. Nothing checks this.
 *
 *     a reference count's, then a subscriber's ticket's or the connectable observable's (RefCounter.swift)
 *     a meter's, then that of the queue that it reads (StreamMeter.swift)
 *     that of the table of audits, then an audit's (MillraceNATS, StreamAudit.swift)
 *
 * Progress: entering may block. A bounded queue and a subject with memory hold their lock for a bounded number of
 * instructions, however many elements wait or are remembered. The elements in a bounded queue take no allocation
 * under its lock. A subject with memory allocates there in three cases. A subscriber that joins a full observer list
 * allocates a segment. It may also retire the full one; that may allocate a node and, once in a process, start the
 * thread that frees memory. A terminal event or dispose() that finds the last segment full allocates a segment. And
 * a thread without a record may make one, or be registered with liburcu. Some other owners keep a short queue, a
 * heap, a list or a table under their lock. If it is full, the thread that adds to it allocates and moves its
 * contents under the lock. MillraceNATS reads the headers of a message under one lock, and allocates there.
 * Orderings: entering acquires what the previous holder released; ORDERING.md.
 */
#ifndef MR_LOCK_H
#define MR_LOCK_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_lock {
    uint32_t held;
    uint32_t waiters; /* threads that sleep, or are about to */
} mr_lock;

/* Enters a lock that another thread holds. */
void mr_lock_wait(mr_lock *lock);

/* Wakes a thread that waits for the lock. The lock may be gone: only its address is used. */
void mr_lock_wake(mr_lock *lock);

MR_INLINE void mr_lock_acquire(mr_lock *lock) {
    // acquire: pairs with the release in mr_lock_release
    if (MR_UNLIKELY(mr_exchange(&lock->held, 1, mr_acquire) != 0))
        mr_lock_wait(lock);
}

MR_INLINE void mr_lock_release(mr_lock *lock) {
    MR_REFERENCE_COUNTS_STAY();
    // relaxed: only a hint, see above
    uint32_t waiters = mr_load(&lock->waiters, mr_relaxed);
    // release: what was done under the lock comes before what the next holder does
    mr_store(&lock->held, 0, mr_release);
    if (MR_UNLIKELY(waiters != 0))
        mr_lock_wake(lock);
    MR_REFERENCE_COUNTS_STAY();
}

MR_ASSUME_NONNULL_END

#endif
