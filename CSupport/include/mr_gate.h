/*
 * mr_gate: where the sources of one operator meet. In C because its words are shared between threads.
 *
 * One thread at a time is inside. Whoever finds the gate free goes in and delivers; another thread leaves its event in
 * the queue and goes on, and whoever is inside delivers it before the gate is free again; the thread that is inside
 * already delivers nested, as a recursive lock would let it. Nobody waits for anybody.
 *
 * State: `owner` is 0 or names the thread inside; `queue` is a chain of nodes, newest first. A push comes before the
 * attempt to enter, leaving comes before the look at the queue, all sequentially consistent: so either the pusher finds
 * the gate free or the one who leaves finds the node. Whoever enters looks at the queue first: a thread's own event from
 * before may wait there, and goes first.
 *
 *     enter ──▶ ENTERED: [drain if mr_gate_waits] deliver, then leave
 *           ──▶ NESTED:  deliver
 *           ──▶ BUSY:    push, then enter again; BUSY once more: done
 *     leave ──▶ true: enter again and drain, unless somebody else has entered
 *
 * | overlap | enter | push | take       | leave      |
 * |---------|-------|------|------------|------------|
 * | any     | yes   | yes  | one inside | one inside |
 *
 * Ownership: a node belongs to the queue from push to take. The gate must outlive every call.
 * Progress: enter and leave are wait-free, push is lock-free.
 * Orderings: entering acquires what leaving releases; taking acquires what a push releases.
 */
#ifndef MR_GATE_H
#define MR_GATE_H

#include "mr_base.h"
#include "mr_node.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_gate {
    uintptr_t owner;
    mr_node *MR_NULLABLE queue;
} mr_gate;

typedef enum mr_pass {
    MR_BUSY = 0,    /* another thread is inside */
    MR_ENTERED = 1, /* the caller is inside, and must leave */
    MR_NESTED = 2,  /* the caller was inside already */
} mr_pass;

/* What names the calling thread while it is inside a gate. */
#ifdef MR_EXPLORE
uintptr_t mr_gate_self(void);
#else
extern _Thread_local char mr_gate_thread;

MR_INLINE uintptr_t mr_gate_self(void) { return (uintptr_t)&mr_gate_thread; }
#endif

MR_INLINE mr_pass mr_gate_enter(mr_gate *gate) {
    uintptr_t self = mr_gate_self(), owner = 0;
    // Relaxed: only the caller itself can have written its own name.
    if (MR_UNLIKELY(mr_load(&gate->owner, mr_relaxed) == self))
        return MR_NESTED;
    // seq_cst: after the push, where this is a second attempt; pairs with the exchange of mr_gate_leave. acquire: what
    // those did who were inside before.
    return MR_LIKELY(mr_cas(&gate->owner, &owner, self, mr_seq_cst, mr_seq_cst)) ? MR_ENTERED : MR_BUSY;
}

/* Whether events wait. Called inside, before anything is delivered. */
MR_INLINE bool mr_gate_waits(const mr_gate *gate) {
#ifdef MR_BUG_GATE_NO_FIRST_LOOK
    return false;
#endif
    // acquire: a thread that pushed before, and was told that the gate is busy, finds its own node here
    return mr_load((mr_node **)&gate->queue, mr_acquire) != NULL;
}

/* Leaves. True if events wait, that nobody may have seen. */
MR_INLINE bool mr_gate_leave(mr_gate *gate) {
#ifdef MR_BUG_GATE_NO_SECOND_LOOK
    mr_exchange(&gate->owner, 0, mr_seq_cst);
    return false;
#endif
    // seq_cst: before the look at the queue; release: what was done inside
    mr_exchange(&gate->owner, 0, mr_seq_cst);
    return MR_UNLIKELY(mr_load(&gate->queue, mr_seq_cst) != NULL);
}

/* Leaves a gate that no events are left at, one that only says which thread is at something. */
MR_INLINE void mr_gate_free(mr_gate *gate) {
#ifdef MR_BUG_GATE_RELAXED_FREE
    mr_store(&gate->owner, 0, mr_relaxed);
    return;
#endif
    mr_store(&gate->owner, 0, mr_release);
}

/* Leaves an event for whoever is inside; the caller then tries to enter once more. */
MR_INLINE void mr_gate_push(mr_gate *gate, mr_node *node) {
    mr_node *first = mr_load(&gate->queue, mr_relaxed);
    do {
        mr_store(&node->next, first, mr_relaxed);
        // seq_cst: before the attempt to enter that follows; release: the node's content
    } while (!mr_cas(&gate->queue, &first, node, mr_seq_cst, mr_relaxed));
}

/* Takes all that waits, the oldest first. Called inside. */
MR_INLINE mr_node *MR_NULLABLE mr_gate_take(mr_gate *gate) {
    // acquire: pairs with mr_gate_push
    mr_node *newest = mr_exchange(&gate->queue, NULL, mr_acquire);
    mr_node *oldest = NULL;
    while (newest != NULL) {
        mr_node *next = newest->next;
        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    return oldest;
}

MR_ASSUME_NONNULL_END

#endif
