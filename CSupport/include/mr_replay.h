/*
 * mr_replay: the queue of a sink that is being given what happened before it came. In C because it is an atomic word
 * inside a Swift object.
 *
 * The thread that subscribes, the owner, delivers what is replayed; events that are emitted meanwhile are pushed here,
 * by whichever threads emit them. When the owner has delivered those too, it makes the sink live: from then on nothing
 * is pushed any more, and emitters deliver by themselves.
 *
 * State: `queue` is 0 (replaying, nothing waits), a chain of nodes, the newest first (Treiber 1986), or MR_REPLAY_LIVE,
 * which it stays. A take empties the whole chain at once, so no node is ever compared with a freed one (no ABA).
 * `taken` is what the owner has taken and not delivered, the oldest first; in the object, so that an emission from
 * inside the owner's callback can go on with it.
 *
 * | overlap | is_live | push | next      | go_live   |
 * |---------|---------|------|-----------|-----------|
 * | push    | yes     | yes  | yes       | yes       |
 * | next, go_live       |      | the owner alone      |
 *
 * Progress: is_live and next are wait-free, push and go_live lock-free. Orderings: ORDERING.md.
 */
#ifndef MR_REPLAY_H
#define MR_REPLAY_H

#include "mr_base.h"
#include "mr_node.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_REPLAY_LIVE ((uintptr_t)1)

typedef struct mr_replay {
    uintptr_t queue;
    mr_node *MR_NULLABLE taken;       /* the owner's */
    const void *MR_NULLABLE nests_on; /* the thread whose own events do not queue; written before the sink is joined */
} mr_replay;

MR_INLINE bool mr_replay_is_live(const mr_replay *replay) {
    // acquire: what the owner delivered comes first; pairs with mr_replay_go_live
    return mr_load((uintptr_t *)&replay->queue, mr_acquire) == MR_REPLAY_LIVE;
}

/* Adds a node; false if the sink is live by now: the node stays the caller's, who delivers by itself. */
MR_INLINE bool mr_replay_push(mr_replay *replay, mr_node *node) {
    uintptr_t old = mr_load(&replay->queue, mr_acquire);
#ifdef MR_BUG_REPLAY_NEVER_LIVE
    if (old == MR_REPLAY_LIVE)
        old = 0;
#endif
    do {
#ifndef MR_BUG_REPLAY_NEVER_LIVE
        if (old == MR_REPLAY_LIVE)
            return false;
#endif
        mr_store(&node->next, (mr_node *)old, mr_relaxed);
#ifdef MR_BUG_REPLAY_RELAXED_PUSH
    } while (!mr_cas(&replay->queue, &old, (uintptr_t)node, mr_relaxed, mr_acquire));
#else
        // release: publishes the node; pairs with the exchange in mr_replay_next. acquire, on failure: as in is_live
    } while (!mr_cas(&replay->queue, &old, (uintptr_t)node, mr_release, mr_acquire));
#endif
    return true;
}

/* The oldest node that waits, which is the caller's now, or NULL. */
MR_INLINE mr_node *MR_NULLABLE mr_replay_next(mr_replay *replay) {
    mr_node *oldest = replay->taken;
    if (oldest == NULL) {
        // acquire: the nodes are complete
        mr_node *newest = (mr_node *)mr_exchange(&replay->queue, 0, mr_acquire);
        while (newest != NULL) {
            mr_node *older = newest->next;
            newest->next = oldest;
            oldest = newest;
            newest = older;
        }
    }
    if (oldest != NULL)
        replay->taken = oldest->next;
    return oldest;
}

/* Makes the sink live, unless something waits. */
MR_INLINE bool mr_replay_go_live(mr_replay *replay) {
    uintptr_t none = 0;
#ifdef MR_BUG_REPLAY_BLIND_SWITCH
    mr_store(&replay->queue, MR_REPLAY_LIVE, mr_release);
    return true;
#endif
#ifdef MR_BUG_REPLAY_RELAXED_SWITCH
    return mr_cas(&replay->queue, &none, MR_REPLAY_LIVE, mr_relaxed, mr_relaxed);
#endif
    // release: what the owner delivered comes before what an emitter delivers by itself
    return mr_cas(&replay->queue, &none, MR_REPLAY_LIVE, mr_release, mr_relaxed);
}

/* Begins the replay; on a fresh object, before anybody else knows it. */
MR_INLINE void mr_replay_init(mr_replay *replay, const void *MR_NULLABLE nests_on) {
    replay->queue = 0;
    replay->taken = NULL;
    replay->nests_on = nests_on;
}

MR_ASSUME_NONNULL_END

#endif
