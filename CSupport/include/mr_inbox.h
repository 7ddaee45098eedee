/*
 * mr_inbox: a queue of intrusive nodes that many threads fill and one at a time empties, with the flag that says
 * whether somebody is at it. In C because both are shared words.
 *
 * The queue is Vyukov's (1024cores, "Intrusive MPSC node-based queue", 2010): a push exchanges the tail and then links
 * the node behind the former one; between the two steps the consumer sees the end of the queue, and the pusher's next
 * step makes up for it. `busy` is set from the push that starts a consumer until that consumer rests; a push meanwhile
 * makes it MR_INBOX_AGAIN, so that a consumer which rests touches nothing that the next one may already have freed.
 *
 * | overlap | push | pop          | rest         |
 * |---------|------|--------------|--------------|
 * | push    | yes  | yes          | yes          |
 * | pop     |      | one consumer | one consumer |
 *
 * Ownership: a node belongs to the queue from push on. pop returns the node with the next value; its memory, and that
 * of no other, stays the queue's until the following pop, which names it in `spent`.
 * Progress: push and pop are wait-free; rest goes round once more for a push that came meanwhile.
 * Orderings: ORDERING.md.
 */
#ifndef MR_INBOX_H
#define MR_INBOX_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_node {
    struct mr_node *MR_NULLABLE next;
} mr_node;

/* What `busy` holds. */
#define MR_INBOX_IDLE ((uint32_t)0)
#define MR_INBOX_BUSY ((uint32_t)1)  /* a consumer is at it, or about to start */
#define MR_INBOX_AGAIN ((uint32_t)2) /* and something has come since it last looked */

typedef struct mr_inbox {
    mr_node *tail;             /* pushers */
    mr_node *MR_NULLABLE head; /* the consumer: the node whose value has been taken */
    mr_node stub;
    uint32_t busy;
} mr_inbox;

MR_INLINE void mr_inbox_init(mr_inbox *inbox) {
    inbox->stub.next = NULL;
    inbox->tail = &inbox->stub;
    inbox->head = &inbox->stub;
    inbox->busy = MR_INBOX_IDLE;
}

/* Adds a node; true for the caller that must start a consumer. */
MR_INLINE bool mr_inbox_push(mr_inbox *inbox, mr_node *node) {
    mr_store(&node->next, NULL, mr_relaxed);
    mr_node *former = mr_exchange(&inbox->tail, node, mr_acq_rel);
    // seq_cst: the node is linked before `busy` is read; pairs with mr_inbox_rest. release: publishes the node.
    mr_store(&former->next, node, mr_seq_cst);
    if (mr_load(&inbox->busy, mr_seq_cst) == MR_INBOX_AGAIN)
        return false;
    if (mr_exchange(&inbox->busy, MR_INBOX_AGAIN, mr_seq_cst) != MR_INBOX_IDLE)
        return false;
    // seq_cst: the consumer, which starts after this, finds all that was linked before; it need not look twice
    mr_store(&inbox->busy, MR_INBOX_BUSY, mr_seq_cst);
    return true;
}

/* The node with the next value, or NULL. `spent` is the node, if not NULL, that the caller may now free. */
MR_INLINE mr_node *MR_NULLABLE mr_inbox_pop(mr_inbox *inbox, mr_node *MR_NULLABLE *MR_NULLABLE spent) {
    mr_node *head = inbox->head;
    mr_node *next = mr_load(&head->next, mr_acquire);
    *spent = NULL;
    if (next == NULL)
        return NULL;
#ifdef MR_BUG_INBOX_SPENDS_THE_LAST
    *spent = next;
#else
    *spent = head == &inbox->stub ? NULL : head;
#endif
    inbox->head = next;
    return next;
}

/* The consumer stops; true if it must go on after all, since something waits. */
MR_INLINE bool mr_inbox_rest(mr_inbox *inbox) {
#ifdef MR_BUG_INBOX_RESTS_BLINDLY
    mr_store(&inbox->busy, MR_INBOX_IDLE, mr_seq_cst);
    return false;
#endif
#ifdef MR_BUG_INBOX_LOOKS_AFTER_REST
    mr_store(&inbox->busy, MR_INBOX_IDLE, mr_seq_cst);
    return mr_load(&inbox->head->next, mr_seq_cst) != NULL &&
           mr_exchange(&inbox->busy, MR_INBOX_BUSY, mr_seq_cst) == MR_INBOX_IDLE;
#endif
    // Looks while it is still the consumer: once `busy` is idle, the next one may free the node that `head` names.
    while (mr_load(&inbox->head->next, mr_seq_cst) == NULL) {
        uint32_t busy = MR_INBOX_BUSY;
        // seq_cst; release: what this consumer did to `head` comes before the next one; pairs with mr_inbox_push
        if (mr_cas(&inbox->busy, &busy, MR_INBOX_IDLE, mr_seq_cst, mr_relaxed))
            return false;
        // seq_cst: before the queue is looked at again; a push that still found AGAIN has linked its node
        mr_exchange(&inbox->busy, MR_INBOX_BUSY, mr_seq_cst);
    }
    return true;
}

/* At the end, with nobody else at the queue: the last node whose memory the queue still owns, or NULL. */
MR_INLINE mr_node *MR_NULLABLE mr_inbox_last_spent(mr_inbox *inbox) {
    return inbox->head == &inbox->stub ? NULL : inbox->head;
}

MR_ASSUME_NONNULL_END

#endif
