/*
 * mr_ring: a queue of values with a bound, that any number of threads may fill and empty. In C because its words are
 * shared. The values are the caller's to write and to read; a slot is where one lies.
 *
 * Positions count up for ever; position p is slot p mod capacity in lap p div capacity. A slot's turn says who has it
 * next: 2 * lap, the producer that fills it in that lap; 2 * lap + 1, the consumer that empties it. Claims are
 * compare-and-swaps of the positions. Vyukov's bounded queue (1024cores, "Bounded MPMC queue", 2010) with turns that
 * begin at zero, so that a ring costs no memory before it is used, and that allow a capacity of one.
 *
 * All operations may overlap.
 *
 * Ownership: a slot is the producer's from claim_push to publish, the consumer's from claim_pop to vacate.
 * Progress: a claim waits only for somebody who is between claiming the slot that is needed and letting go of it: the
 * few instructions in which a value is moved. Orderings: ORDERING.md.
 */
#ifndef MR_RING_H
#define MR_RING_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* What a slot begins with; the value comes behind it. */
typedef struct mr_ring_slot {
    uint64_t turn;
} mr_ring_slot;

typedef struct mr_ring {
    uint64_t pushed;
    char push_line[64 - 8];
    uint64_t popped;
    char pop_line[64 - 8];
    uint64_t capacity;
    size_t slot_size;
    char *slots;
} mr_ring;

/* `slot_size` counts the slot's own word and what aligns the value and the next slot. */
void mr_ring_init(mr_ring *ring, uint64_t capacity, size_t slot_size, size_t alignment);

/* Frees the slots. Nobody else is at the ring, and it is empty. */
void mr_ring_destroy(mr_ring *ring);

/* A slot for the caller's value, or NULL if as many values as the ring holds wait. */
mr_ring_slot *MR_NULLABLE mr_ring_claim_push(mr_ring *ring);

/* The slot with the oldest value, or NULL if that is not there. */
mr_ring_slot *MR_NULLABLE mr_ring_claim_pop(mr_ring *ring);

/* Whether there is nothing that mr_ring_claim_pop would give. For the consumer, before it rests. */
bool mr_ring_is_empty(const mr_ring *ring);

/* The value is in its slot. */
MR_INLINE void mr_ring_publish(mr_ring_slot *slot) {
    MR_REFERENCE_COUNTS_STAY();
    // seq_cst: before mr_wake_signal reads; pairs with mr_ring_claim_pop. release: publishes the value.
    mr_store(&slot->turn, mr_load(&slot->turn, mr_relaxed) + 1, mr_seq_cst);
}

/* The value has been moved out of its slot. */
MR_INLINE void mr_ring_vacate(mr_ring_slot *slot) {
    MR_REFERENCE_COUNTS_STAY();
    // release: nothing is read from it any more; pairs with mr_ring_claim_push
    mr_store(&slot->turn, mr_load(&slot->turn, mr_relaxed) + 1, mr_release);
}

MR_ASSUME_NONNULL_END

#endif
