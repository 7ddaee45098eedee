/*
 * mr_mpmc: a bounded queue of values that any number of threads may fill and empty. In C because its words are shared.
 * A slot has room for one value, which the caller writes and reads.
 *
 * Positions count up for ever; position p is slot p mod capacity in lap p div capacity. A slot's turn says who uses
 * the slot next: 2 * lap stands for the producer that fills the slot in that lap, 2 * lap + 1 for the consumer that
 * empties it. Claims are compare-and-swaps of the positions. This is Vyukov's bounded queue (1024cores, "Bounded MPMC
 * queue", 2010), except that turns begin at zero, so that a large queue takes no memory before it is used, and that a
 * capacity of one works.
 *
 * All operations may overlap.
 *
 * Ownership: a slot belongs to the producer from claim_push to publish, and to the consumer from claim_pop to vacate.
 * Progress: claim_push waits only for a consumer that has claimed the same slot before and has not vacated it: the few
 * instructions in which a value is moved. claim_pop waits for no thread. Orderings: ORDERING.md.
 */
#ifndef MR_MPMC_H
#define MR_MPMC_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* The beginning of a slot; the value follows. */
typedef struct mr_mpmc_slot {
    _Alignas(8) uint64_t turn;
} mr_mpmc_slot;

typedef struct mr_mpmc {
    _Alignas(8) uint64_t pushed;
    char push_line[64 - 8];
    _Alignas(8) uint64_t popped;
    char pop_line[64 - 8];
    uint64_t capacity;
    size_t slot_size;
    char *slots;
} mr_mpmc;

/* `slot_size` includes the slot's own word, and the padding that aligns the value and the next slot. */
void mr_mpmc_init(mr_mpmc *ring, uint64_t capacity, size_t slot_size, size_t alignment);

/* Frees the slots. The queue is empty, and no other thread uses it. */
void mr_mpmc_destroy(mr_mpmc *ring);

/* Claims a slot for the caller's value; NULL if the queue is full. */
mr_mpmc_slot *MR_NULLABLE mr_mpmc_claim_push(mr_mpmc *ring);

/* Claims the slot with the oldest value; NULL if no value has been published there yet. */
mr_mpmc_slot *MR_NULLABLE mr_mpmc_claim_pop(mr_mpmc *ring);

/* Whether mr_mpmc_claim_pop would return NULL. For the consumer, before it rests. */
bool mr_mpmc_is_empty(const mr_mpmc *ring);

/* Says that the value is in its slot. */
MR_INLINE void mr_mpmc_publish(mr_mpmc_slot *slot) {
    MR_REFERENCE_COUNTS_STAY();
    // seq_cst: before mr_wip_signal reads; pairs with mr_mpmc_claim_pop. release: publishes the value.
    mr_store(&slot->turn, mr_load(&slot->turn, mr_relaxed) + 1, mr_seq_cst);
}

/* Says that the value has been moved out of its slot. */
MR_INLINE void mr_mpmc_vacate(mr_mpmc_slot *slot) {
    MR_REFERENCE_COUNTS_STAY();
    // release: the slot is no longer read; pairs with mr_mpmc_claim_push
    mr_store(&slot->turn, mr_load(&slot->turn, mr_relaxed) + 1, mr_release);
}

MR_ASSUME_NONNULL_END

#endif
