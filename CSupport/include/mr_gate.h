/*
 * mr_gate: serializes the events of an operator's sources. In C because its words are shared between threads.
 *
 * One thread at a time is inside and delivers. A thread that finds another one inside leaves its event in the queue
 * and goes on. A thread that is inside already may deliver its event at once, nested, as under a recursive lock. No
 * thread waits for a callback.
 *
 * The thread that is inside delivers the events in the queue. After a batch of other threads' events it leaves the gate
 * for a moment. Then a thread that sends without a pause can enter, and delivers all of its own events. So one thread's
 * flood of events does not keep another thread busy. GateWork.swift and ReplayingSink.swift have that loop, and
 * Gate.deliverBatch has the batch. ReplayingSink.deliverNow makes no batches.
 *
 * State:
 *     owner   0, or names the thread inside
 *     queue   0, a chain of nodes with the newest first (Treiber 1986), or how the gate was sealed: then a push fails
 *     taken   nodes that a thread inside has taken from the queue and that are not delivered yet, with the oldest first
 *
 * A thread pushes before it tries to enter again, and leaves before it loads the queue; all of this is sequentially
 * consistent. So either the pushing thread finds the gate free, or the leaving thread finds the node. A thread that
 * enters looks at the queue first: its own earlier event may wait there, and goes first.
 *
 *     enter ──▶ ENTERED: deliver what waits, if anything; deliver the event; leave
 *           ──▶ NESTED:  deliver
 *           ──▶ BUSY:    push, then enter again; BUSY once more: done
 *     leave ──▶ true: enter again and deliver what waits, unless another thread has entered
 *
 * Sealing: mr_gate_close makes later pushes fail and returns all nodes that wait. mr_gate_open_wide makes later pushes
 * fail if no node waits. While one thread closes the gate, the thread inside may be putting nodes back into `taken`.
 * Each of the two threads writes one word and then loads the word that the other one writes, so one of them finds the
 * nodes.
 *
 * | overlap          | enter | push | next       | leave      | close | open_wide  |
 * |------------------|-------|------|------------|------------|-------|------------|
 * | enter, push, close | yes | yes  | yes        | yes        | yes   | yes        |
 * | next, leave, open_wide | yes | yes | one inside | one inside | yes | one inside |
 *
 * Ownership: the queue owns a node from a push that succeeds until `next` or `close`. The gate must outlive every call.
 * Progress: enter and leave are wait-free, the others lock-free.
 * Orderings: entering acquires what leaving releases; `next` and `close` acquire what a push releases.
 */
#ifndef MR_GATE_H
#define MR_GATE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* The link of an event that waits; the event follows in the same memory. */
typedef struct mr_node {
    struct mr_node *MR_NULLABLE next;
    uintptr_t sender; /* the thread that pushed it */
} mr_node;

/* How a gate was sealed. Nodes have larger addresses. */
#define MR_GATE_OPEN ((uintptr_t)1)   /* events need not pass the gate any more */
#define MR_GATE_CLOSED ((uintptr_t)2) /* events are to be dropped */

typedef struct mr_gate {
    uintptr_t queue; /* first, since Swift loads it directly: Gate.isOpenWide */
    uintptr_t owner;
    mr_node *MR_NULLABLE taken;
} mr_gate;

_Static_assert(offsetof(mr_gate, queue) == 0, "Swift loads the first word");

typedef enum mr_pass {
    MR_BUSY = 0,    /* another thread is inside */
    MR_ENTERED = 1, /* the caller is inside, and must leave */
    MR_NESTED = 2,  /* the caller was inside already */
} mr_pass;

/* The name of the calling thread: inside a gate, in the nodes that it pushes, and as ThreadIdentity (Thread.swift). */
#if defined(MR_EXPLORE) && !defined(MR_EXPLORE_THREADS)
uintptr_t mr_gate_self(void);
#else
extern _Thread_local char mr_gate_thread;

MR_INLINE uintptr_t mr_gate_self(void) { return (uintptr_t)&mr_gate_thread; }
#endif

/* Makes the caller the thread inside a fresh gate, which no other thread knows yet. */
MR_INLINE void mr_gate_init_inside(mr_gate *gate) { gate->owner = mr_gate_self(); }

MR_INLINE mr_pass mr_gate_enter(mr_gate *gate) {
    uintptr_t self = mr_gate_self(), owner = 0;
    // Relaxed: only the caller itself can have written its own name.
    if (MR_UNLIKELY(mr_load(&gate->owner, mr_relaxed) == self))
        return MR_NESTED;
    // seq_cst: after the push, if this is a second attempt; pairs with the exchange of mr_gate_leave. acquire: what
    // the threads that were inside before did.
    return MR_LIKELY(mr_cas(&gate->owner, &owner, self, mr_seq_cst, mr_seq_cst)) ? MR_ENTERED : MR_BUSY;
}

/* Whether the calling thread is inside. */
MR_INLINE bool mr_gate_is_inside(const mr_gate *gate) {
    // relaxed: as in mr_gate_enter
    return mr_load((uintptr_t *)&gate->owner, mr_relaxed) == mr_gate_self();
}

/* Whether a thread is inside, at this moment. */
MR_INLINE bool mr_gate_is_occupied(const mr_gate *gate) {
    // relaxed: a hint for a thread that considers entering
    return mr_load((uintptr_t *)&gate->owner, mr_relaxed) != 0;
}

/*
 * Whether events wait, or the gate is sealed. Called inside, when the thread has entered and after a batch; or
 * after leaving, as a hint.
 */
MR_INLINE bool mr_gate_waits(const mr_gate *gate) {
    // acquire: a thread that pushed before, and was told that the gate is busy, finds its own node here if it still
    // waits. relaxed: `taken` was written by threads that were inside before, or emptied by a closing thread
    return mr_load((uintptr_t *)&gate->queue, mr_acquire) != 0 ||
           mr_load((mr_node **)&gate->taken, mr_relaxed) != NULL;
}

/* Whether the gate is closed. */
MR_INLINE bool mr_gate_is_closed(const mr_gate *gate) {
    // seq_cst: see mr_gate_next
    return mr_load((uintptr_t *)&gate->queue, mr_seq_cst) == MR_GATE_CLOSED;
}

/* Whether events no longer need to pass the gate. */
MR_INLINE bool mr_gate_is_open_wide(const mr_gate *gate) {
    // acquire: what was delivered inside comes first; pairs with mr_gate_open_wide
    return mr_load((uintptr_t *)&gate->queue, mr_acquire) == MR_GATE_OPEN;
}

/* Leaves. True if events may wait that no other thread knows of: the caller then tries to enter again. */
MR_INLINE bool mr_gate_leave(mr_gate *gate) {
    // relaxed: the caller or a thread that was inside before wrote it, unless a closing thread has emptied it
    bool rest = mr_load(&gate->taken, mr_relaxed) != NULL;
    // seq_cst: before the queue is loaded; release: what was done inside
    mr_exchange(&gate->owner, 0, mr_seq_cst);
    return MR_UNLIKELY(rest || mr_load(&gate->queue, mr_seq_cst) > MR_GATE_CLOSED);
}

/*
 * Leaves a gate that holds no events and gets none any more: the gate is sealed, or it only says which thread is at
 * work.
 */
MR_INLINE void mr_gate_free(mr_gate *gate) {
    // release: what was done inside comes before what the next thread does; pairs with the CAS in mr_gate_enter
    mr_store(&gate->owner, 0, mr_release);
}

/*
 * Leaves an event for the thread inside; the caller then tries to enter once more. Returns 0, or how the gate was
 * sealed: then the caller still owns the node.
 */
MR_INLINE uintptr_t mr_gate_push(mr_gate *gate, mr_node *node) {
    node->sender = mr_gate_self();
    uintptr_t first = mr_load(&gate->queue, mr_acquire);
    do {
        if (first == MR_GATE_OPEN || first == MR_GATE_CLOSED)
            return first;
        mr_store(&node->next, (mr_node *)first, mr_relaxed);
        // seq_cst: before the attempt to enter that follows; release: the node's content. acquire, on failure: as in
        // mr_gate_is_open_wide
    } while (!mr_cas(&gate->queue, &first, (uintptr_t)node, mr_seq_cst, mr_acquire));
    return 0;
}

/* Whether the calling thread has pushed this event. */
MR_INLINE bool mr_node_is_own(const mr_node *node) { return node->sender == mr_gate_self(); }

/* Reverses a chain. */
MR_INLINE mr_node *MR_NULLABLE mr_gate_turn(mr_node *MR_NULLABLE newest) {
    mr_node *oldest = NULL;
    while (newest != NULL) {
        mr_node *next = mr_load(&newest->next, mr_relaxed);
        mr_store(&newest->next, oldest, mr_relaxed);
        oldest = newest;
        newest = next;
    }
    return oldest;
}

/*
 * Takes the oldest node that waits, which the caller then owns; NULL if none waits. Called inside. If the gate is
 * closed by then, the caller also calls mr_gate_close and drops the nodes that mr_gate_close returns, since this call
 * may have put nodes back.
 */
MR_INLINE mr_node *MR_NULLABLE mr_gate_next(mr_gate *gate) {
    // acquire: a closing thread may have taken the chain, or another thread may have left it
    mr_node *oldest = mr_exchange(&gate->taken, NULL, mr_acquire);
    if (oldest == NULL) {
        uintptr_t newest = mr_load(&gate->queue, mr_acquire);
        do {
            if (newest <= MR_GATE_CLOSED)
                return NULL;
            // acquire: pairs with mr_gate_push
        } while (!mr_cas(&gate->queue, &newest, 0, mr_acquire, mr_acquire));
        oldest = mr_gate_turn((mr_node *)newest);
    }
    mr_node *rest = mr_load(&oldest->next, mr_relaxed);
    if (rest != NULL)
        // seq_cst: before the caller loads `queue` in mr_gate_is_closed; pairs with mr_gate_close. release: the chain
        mr_store(&gate->taken, rest, mr_seq_cst);
    return oldest;
}

/* Closes the gate: later pushes fail. Returns all nodes that wait, in no particular order; the caller owns them. */
MR_INLINE mr_node *MR_NULLABLE mr_gate_close(mr_gate *gate) {
    // seq_cst: before the exchange of `taken`; pairs with mr_gate_next. acquire: pairs with mr_gate_push
    uintptr_t newest = mr_exchange(&gate->queue, MR_GATE_CLOSED, mr_seq_cst);
    mr_node *first = newest <= MR_GATE_CLOSED ? NULL : (mr_node *)newest;
    mr_node *taken = mr_exchange(&gate->taken, NULL, mr_seq_cst);
    if (taken == NULL)
        return first;
    if (first == NULL)
        return taken;
    mr_node *last = first;
    while (mr_load(&last->next, mr_relaxed) != NULL)
        last = mr_load(&last->next, mr_relaxed);
    mr_store(&last->next, taken, mr_relaxed);
    return first;
}

/* Seals the gate as open if no node waits. True if the gate is sealed now, as open or as closed. Called inside. */
MR_INLINE bool mr_gate_open_wide(mr_gate *gate) {
    uintptr_t found = 0;
    if (mr_load(&gate->taken, mr_relaxed) != NULL)
        return false;
    // release: what was delivered inside comes before what a thread delivers without entering
    return mr_cas(&gate->queue, &found, MR_GATE_OPEN, mr_release, mr_relaxed) || found <= MR_GATE_CLOSED;
}

MR_ASSUME_NONNULL_END

#endif
