/*
 * mr_release: releases chains of objects of any length, and dispose bags inside one another, with bounded recursion. In
 * C for its thread-locals.
 *
 * The deinit of a link releases the next link, whose deinit releases the next. Up to MR_RELEASE_DEPTH links nest;
 * deeper ones are queued and released by the outermost call on the thread.
 *
 * Emptying a bag may release another bag, whose owner empties that bag in turn, so that a bag is empty when the release
 * of its last reference returns. MR_EMPTYING_DEPTH emptyings may always nest on a thread, and more while they have taken
 * less than MR_EMPTYING_STACK bytes and half of the stack is free. A bag that would nest deeper leaves its items
 * to the innermost emptying, which takes them before its own remaining items. This keeps the order and bounds the
 * stack, and all bags are empty when the outermost release returns.
 *
 * Progress: wait-free, but for allocations, of the queue of links when it grows and of each item of a bag, and for a
 * thread's first question for its stack (mr_platform.h). Nothing is shared between threads: a thread's items are its
 * own from the first call to the last.
 */
#ifndef MR_RELEASE_H
#define MR_RELEASE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#ifndef MR_RELEASE_DEPTH
#define MR_RELEASE_DEPTH 32
#endif

extern _Thread_local uint32_t mr_release_depth;

/* Queues the object; returns false. */
bool mr_release_queue(void *object);
/* Releases what was queued, one by one. */
void mr_release_drain(void (*release)(void *));

extern _Thread_local bool mr_release_pending;

/* True: the caller releases the object itself and then calls mr_release_leave. False: it was queued. */
MR_INLINE bool mr_release_enter(void *object) {
    if (MR_UNLIKELY(mr_release_depth == MR_RELEASE_DEPTH))
        return mr_release_queue(object);
    mr_release_depth += 1;
    return true;
}

MR_INLINE void mr_release_leave(void (*release)(void *)) {
    mr_release_depth -= 1;
    if (MR_UNLIKELY(mr_release_pending) && mr_release_depth == 0)
        mr_release_drain(release);
}

#ifndef MR_EMPTYING_DEPTH
#define MR_EMPTYING_DEPTH 32
#endif
#ifndef MR_EMPTYING_STACK
#define MR_EMPTYING_STACK ((uintptr_t)1 << 20)
#endif

typedef struct mr_item {
    struct mr_item *MR_NULLABLE next; /* the item after this one */
    void *content;
} mr_item;

/* Makes an item; its `next` is the caller's. Aborts when memory is out. */
mr_item *mr_item_create(void *content);
void mr_item_free(mr_item *item);

/* Begins to empty a bag. Returns its first item, or NULL if nothing is left for the caller to do. */
mr_item *MR_NULLABLE mr_emptying_begin(mr_item *first, mr_item *last);

/* Frees an item whose content has been disposed. Returns the next item, or NULL once the emptying has ended. */
mr_item *MR_NULLABLE mr_emptying_next(mr_item *item);

MR_ASSUME_NONNULL_END

#endif
