/*
 * mr_latch: makes a few instructions one step: what a subject with memory does to its value and its observer list at
 * once, and how an operator touches what it remembers. In C because it is an atomic word inside a Swift object.
 *
 * Held for a few instructions that copy or exchange a value and touch the list, never while code of a user can run: no
 * callback, no closure, and no release of a value, whose deinit may be a user's. What is taken out under the latch is
 * released after it. So no thread ever waits for a callback, only, at worst, for one that was preempted in between. A
 * waiter looks again a few times, then sleeps, so that the holder gets the processor whatever the two threads' priorities
 * are. The holder wakes it where the system has a futex.
 *
 * Leaving is a load and a store, no read-modify-write: a thread that begins to wait between the two is not woken, and
 * sleeps for at most a millisecond (Documentation/Decisions/0001-latches-wake-with-a-plain-load.md). The load comes first,
 * since the object may be gone once another thread has had the latch.
 *
 * Several latches may be held at once where the order is fixed: a reference count's before a connection's.
 *
 * Progress: entering is a lock, held for a bounded number of instructions. Orderings: entering acquires what the one
 * before released; ORDERING.md.
 */
#ifndef MR_LATCH_H
#define MR_LATCH_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_latch {
    uint32_t held;
    uint32_t waiters; /* threads that sleep, or are about to */
} mr_latch;

/* Enters a latch that somebody holds. */
void mr_latch_wait(mr_latch *latch);

/* Wakes a thread that sleeps for a latch. The latch may be gone: only its address is used. */
void mr_latch_wake(mr_latch *latch);

MR_INLINE void mr_latch_enter(mr_latch *latch) {
    // acquire: pairs with the release in mr_latch_leave
    if (MR_UNLIKELY(mr_exchange(&latch->held, 1, mr_acquire) != 0))
        mr_latch_wait(latch);
}

MR_INLINE void mr_latch_leave(mr_latch *latch) {
    MR_REFERENCE_COUNTS_STAY();
    // relaxed: only a hint, see above
    uint32_t waiters = mr_load(&latch->waiters, mr_relaxed);
    // release: what was done under the latch comes before whatever the next one does
    mr_store(&latch->held, 0, mr_release);
    if (MR_UNLIKELY(waiters != 0))
        mr_latch_wake(latch);
    MR_REFERENCE_COUNTS_STAY();
}

MR_ASSUME_NONNULL_END

#endif
