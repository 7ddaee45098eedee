/*
 * mr_gate: where the sources of one operator meet. In C because its words are shared between threads.
 *
 * One thread at a time is inside and delivers. A thread that finds another one inside leaves its event in the queue and
 * goes on. The thread that is inside already delivers nested, as a recursive lock would let it. Nobody waits for a
 * callback.
 *
 * What waits in the queue is delivered by whichever thread is inside. Of other threads' events, a thread delivers a batch
 * at a time, and then leaves the gate for a moment: a thread that sends without a pause comes in and delivers its own
 * events, however many there are. So no thread is kept by another one's flood. GateWork.swift has that loop.
 *
 * State:
 *     owner   0, or names the thread inside
 *     queue   0, a chain of nodes with the newest first (Treiber 1986), or how the gate was sealed: then a push fails
 *     taken   what the thread inside has taken from the queue and not begun, with the oldest first
 *
 * A push comes before the attempt to enter, leaving comes before the look at the queue, all sequentially consistent. So
 * either the pushing thread finds the gate free, or the leaving thread finds the node. A thread that enters looks at the
 * queue first: its own earlier event may wait there, and goes first.
 *
 *     enter ──▶ ENTERED: deliver what waits, if anything; deliver; leave
 *           ──▶ NESTED:  deliver
 *           ──▶ BUSY:    push, then enter again; BUSY once more: done
 *     leave ──▶ true: enter again and deliver what waits, unless another thread has entered
 *
 * Sealing: mr_gate_close makes later pushes fail and gives the caller all that waits; mr_gate_open_wide does so if nothing
 * waits. A thread inside may be putting nodes back into `taken` while another one closes: each writes its own word and
 * then looks at the other's, so one of the two finds them.
 *
 * | overlap          | enter | push | next       | leave      | close | open_wide  |
 * |------------------|-------|------|------------|------------|-------|------------|
 * | enter, push, close | yes | yes  | yes        | yes        | yes   | yes        |
 * | next, leave, open_wide | yes | yes | one inside | one inside | yes | one inside |
 *
 * Ownership: a node belongs to the queue from a push that succeeds to `next` or `close`. The gate must outlive every call.
 * Progress: enter and leave are wait-free, the others lock-free.
 * Orderings: entering acquires what leaving releases; `next` and `close` acquire what a push releases.
 */
#ifndef MR_GATE_H
#define MR_GATE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* The link of an event that waits, at the beginning of memory that holds the event as well. */
typedef struct mr_node {
    struct mr_node *MR_NULLABLE next;
    uintptr_t sender; /* the thread that left it */
} mr_node;

/* How a gate was sealed. Nodes have larger addresses. */
#define MR_GATE_OPEN ((uintptr_t)1)   /* events need not come through it any more */
#define MR_GATE_CLOSED ((uintptr_t)2) /* events are to be dropped */

typedef struct mr_gate {
    uintptr_t queue; /* first, since Swift loads it by itself: Gate.isOpenWide */
    uintptr_t owner;
    mr_node *MR_NULLABLE taken;
} mr_gate;

_Static_assert(offsetof(mr_gate, queue) == 0, "Swift loads the first word");

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

/* Makes the caller the thread inside; on a fresh gate, before any other thread knows it. */
MR_INLINE void mr_gate_init_inside(mr_gate *gate) { gate->owner = mr_gate_self(); }

MR_INLINE mr_pass mr_gate_enter(mr_gate *gate) {
    uintptr_t self = mr_gate_self(), owner = 0;
    // Relaxed: only the caller itself can have written its own name.
    if (MR_UNLIKELY(mr_load(&gate->owner, mr_relaxed) == self))
        return MR_NESTED;
    // seq_cst: after the push, where this is a second attempt; pairs with the exchange of mr_gate_leave. acquire: what
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
 * Whether events wait, or the gate is sealed. Called inside, before anything is delivered, or after leaving, as a hint.
 */
MR_INLINE bool mr_gate_waits(const mr_gate *gate) {
    // acquire: a thread that pushed before, and was told that the gate is busy, finds its own node here. relaxed: the
    // threads that were inside before wrote it
    return mr_load((uintptr_t *)&gate->queue, mr_acquire) != 0 ||
           mr_load((mr_node **)&gate->taken, mr_relaxed) != NULL;
}

/* Whether the gate is closed. */
MR_INLINE bool mr_gate_is_closed(const mr_gate *gate) {
    // seq_cst: see mr_gate_next
    return mr_load((uintptr_t *)&gate->queue, mr_seq_cst) == MR_GATE_CLOSED;
}

/* Whether events need not come through the gate any more. */
MR_INLINE bool mr_gate_is_open_wide(const mr_gate *gate) {
    // acquire: what was delivered inside comes first; pairs with mr_gate_open_wide
    return mr_load((uintptr_t *)&gate->queue, mr_acquire) == MR_GATE_OPEN;
}

/* Leaves. True if events may wait that no other thread has seen. */
MR_INLINE bool mr_gate_leave(mr_gate *gate) {
    // relaxed: the caller's own, unless a closing has emptied it
    bool rest = mr_load(&gate->taken, mr_relaxed) != NULL;
    // seq_cst: before the look at the queue; release: what was done inside
    mr_exchange(&gate->owner, 0, mr_seq_cst);
    return MR_UNLIKELY(rest || mr_load(&gate->queue, mr_seq_cst) > MR_GATE_CLOSED);
}

/* Leaves a gate at which no events wait, which only says which thread is at something. */
MR_INLINE void mr_gate_free(mr_gate *gate) {
    mr_store(&gate->owner, 0, mr_release);
}

/*
 * Leaves an event for the thread inside; the caller then tries to enter once more. Returns 0, or how the gate was sealed:
 * then the node is still the caller's.
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

/* Whether the calling thread has left this event. */
MR_INLINE bool mr_node_is_own(const mr_node *node) { return node->sender == mr_gate_self(); }

/* Turns a chain round. */
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
 * The oldest node that waits, which is the caller's now, or NULL. Called inside. Where the gate turns out to be closed, the
 * caller calls mr_gate_close too, and drops what that gives: it may be what this call has put back.
 */
MR_INLINE mr_node *MR_NULLABLE mr_gate_next(mr_gate *gate) {
    // acquire: a closing may have taken the chain meanwhile, or it is as another thread left it
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
        // seq_cst: before the caller's look at `queue` in mr_gate_is_closed; pairs with mr_gate_close. release: the chain
        mr_store(&gate->taken, rest, mr_seq_cst);
    return oldest;
}

/* Closes the gate: later pushes fail. Returns all that waits, in no particular order, which is the caller's. */
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

/* Seals the gate as open, if nothing waits. True if it is sealed, however. Called inside. */
MR_INLINE bool mr_gate_open_wide(mr_gate *gate) {
    uintptr_t found = 0;
    if (mr_load(&gate->taken, mr_relaxed) != NULL)
        return false;
    // release: what was delivered inside comes before what a thread delivers without entering
    return mr_cas(&gate->queue, &found, MR_GATE_OPEN, mr_release, mr_relaxed) || found <= MR_GATE_CLOSED;
}

MR_ASSUME_NONNULL_END

#endif
