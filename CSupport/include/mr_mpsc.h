/*
 * mr_mpsc: an unbounded queue of values in blocks of slots. Many producers fill it and one consumer empties it. In C
 * because its words are shared. A slot has room for one value, which the caller writes and reads.
 *
 * A producer claims the next slot with a compare-and-swap of `tail`. `tail` holds the number of the last block, how
 * many slots that block has, and how many of them are claimed. So the claim fails if the block
 * that the producer has read in between is no longer the last one. A block is not given up before all its slots have been filled.
 * The producer that claims a block's last slot appends the next block. The consumer gives a block that it has emptied
 * back to the producers, so a queue that is emptied as fast as it is filled allocates nothing after its second block.
 * While the consumer lags behind, each new block is twice as large as the one before, up to 2^MR_MPSC_LARGEST slots or
 * 64 KiB. After crossbeam's SegQueue, with one consumer.
 *
 * | overlap        | claim, publish | first, drop_first |
 * |----------------|----------------|-------------------|
 * | claim, publish | yes            | yes               |
 * | first          |                | one consumer      |
 *
 * Ownership: a slot belongs to the producer from claim to publish, then to the consumer from first to drop_first. The
 * queue owns the blocks.
 * Progress: every operation is wait-free, but for the allocation of a block, while one producer at a time uses the queue,
 * as the Rx grammar demands. A producer that comes while another one appends a block waits for the few instructions, and
 * the allocation, that appending takes.
 * Orderings: ORDERING.md.
 */
#ifndef MR_MPSC_H
#define MR_MPSC_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#ifndef MR_MPSC_LARGEST
#define MR_MPSC_LARGEST 8 /* the base-2 logarithm of the number of slots of the largest block */
#endif

typedef struct mr_block {
    struct mr_block *MR_NULLABLE next;
    uint64_t logarithm; /* of the number of its slots, which follow */
} mr_block;

/* The beginning of a slot; the value follows. */
typedef struct mr_slot_flag {
    uint32_t filled;
} mr_slot_flag;

typedef struct mr_mpsc {
    /* producers */
    _Alignas(8) uint64_t tail;
    mr_block *last;
    mr_block *MR_NULLABLE spare;
    char producers_line[64 - sizeof(uint64_t) - 2 * sizeof(mr_block *)];
    /* the consumer */
    mr_block *first;
    uint32_t taken; /* of the first block's slots */
    uint32_t slot_size;
    uint32_t first_slot; /* where in a block its slots begin */
    uint32_t alignment;
    uint32_t largest; /* the logarithm of the number of slots of the largest block */
} mr_mpsc;

/* The parts of `tail`: how many slots of the last block are claimed, the logarithm of its size, and its number. */
#define MR_TAIL_CLAIMED(tail) ((uint32_t)(tail) & 0xffff)
#define MR_TAIL_LOGARITHM(tail) ((uint32_t)((tail) >> 16) & 0xff)
#define MR_TAIL(number, logarithm) ((uint64_t)(number) << 24 | (uint64_t)(logarithm) << 16)

/*
 * `slot_size` includes the flag, and the padding that aligns the value and the next slot. The first block has
 * 2^`logarithm` slots, or as many as fit into the largest block.
 */
void mr_mpsc_init(mr_mpsc *queue, size_t slot_size, size_t alignment, uint32_t logarithm);

/* Frees the blocks. The queue is empty, and no other thread uses it. */
void mr_mpsc_destroy(mr_mpsc *queue);

/* Appends a block behind `block`, whose last slot the caller has claimed. */
void mr_mpsc_append(mr_mpsc *queue, mr_block *block, uint64_t tail);

/* Takes the consumer to the next block. */
void mr_mpsc_next_block(mr_mpsc *queue);

MR_INLINE mr_slot_flag *mr_mpsc_slot(const mr_mpsc *queue, mr_block *block, uint32_t index) {
    return (mr_slot_flag *)((char *)block + queue->first_slot + (size_t)index * queue->slot_size);
}

/* Claims the slot for the caller's value. */
MR_INLINE mr_slot_flag *mr_mpsc_claim(mr_mpsc *queue) {
    uint32_t turns = 0;
    // acquire: the thread that set `tail` for a block had set `last` before
    uint64_t tail = mr_load(&queue->tail, mr_acquire);
    while (true) {
        uint32_t claimed = MR_TAIL_CLAIMED(tail), slots = (uint32_t)1 << MR_TAIL_LOGARITHM(tail);
        if (MR_UNLIKELY(claimed == slots)) {
            mr_wait(&turns);
            tail = mr_load(&queue->tail, mr_acquire);
            continue;
        }
        // acquire: the block's slots are empty
        mr_block *block = mr_load(&queue->last, mr_acquire);
        // acquire on failure: as above
        if (MR_LIKELY(mr_cas(&queue->tail, &tail, tail + 1, mr_acq_rel, mr_acquire))) {
            mr_slot_flag *slot = mr_mpsc_slot(queue, block, claimed);
            if (MR_UNLIKELY(claimed + 1 == slots))
                mr_mpsc_append(queue, block, tail);
            return slot;
        }
    }
}

/* Says that the value is in its slot. The producer touches neither the slot nor its block after that. */
MR_INLINE void mr_mpsc_publish(mr_slot_flag *slot) {
    MR_REFERENCE_COUNTS_STAY();
    // seq_cst: before mr_wip_signal reads; pairs with mr_mpsc_first. release: publishes the value.
    mr_store(&slot->filled, 1, mr_seq_cst);
}

/* The slot with the oldest value, or NULL if that value has not been published yet. */
MR_INLINE mr_slot_flag *MR_NULLABLE mr_mpsc_first(mr_mpsc *queue) {
    mr_slot_flag *slot = mr_mpsc_slot(queue, queue->first, queue->taken);
    // seq_cst: after mr_wip_rest; acquire: the value, and the next block behind a last slot
    return mr_load(&slot->filled, mr_seq_cst) ? slot : NULL;
}

/* Says that the value has been moved out of the slot that mr_mpsc_first returned. */
MR_INLINE void mr_mpsc_drop_first(mr_mpsc *queue) {
    MR_REFERENCE_COUNTS_STAY();
    // relaxed: if the block is used again, a release hands it on
    mr_store(&mr_mpsc_slot(queue, queue->first, queue->taken)->filled, 0, mr_relaxed);
    queue->taken += 1;
    if (MR_UNLIKELY(queue->taken == (uint32_t)1 << queue->first->logarithm))
        mr_mpsc_next_block(queue);
}

/*
 * mr_wip: work in progress: says whether a consumer is draining a queue that many threads fill and one thread at a time
 * empties, and which producer must start the next consumer. In C because it is a shared word.
 *
 * `busy` is set from the signal that starts a consumer until that consumer rests. A signal in between sets
 * MR_WIP_AGAIN, and the consumer then looks at the queue once more instead of resting. After a signal, and after a rest
 * that succeeds, the caller touches nothing here: the next consumer may have freed it.
 *
 *     producer: add to the queue (seq_cst); if (mr_wip_signal(&wip)) start a consumer
 *     consumer: do { take all values (seq_cst) } while (!mr_wip_rest(&wip))
 *
 * | overlap | signal | rest         |
 * |---------|--------|--------------|
 * | signal  | yes    | yes          |
 * | rest    |        | one consumer |
 *
 * Progress: wait-free. Orderings: ORDERING.md.
 */

#define MR_WIP_IDLE ((uint32_t)0)
#define MR_WIP_BUSY ((uint32_t)1)  /* a consumer is at work, or about to start */
#define MR_WIP_AGAIN ((uint32_t)2) /* and a value may have come since it last looked */

typedef struct mr_wip {
    uint32_t busy;
    uint32_t unused; /* so that the next member of an object is aligned to a word */
} mr_wip;

/* A value has been added. True if the caller must start a consumer. */
MR_INLINE bool mr_wip_signal(mr_wip *wip) {
    // seq_cst: the value is in the queue before this load; pairs with mr_wip_rest
    if (mr_load(&wip->busy, mr_seq_cst) == MR_WIP_AGAIN)
        return false;
    if (mr_exchange(&wip->busy, MR_WIP_AGAIN, mr_seq_cst) != MR_WIP_IDLE)
        return false;
    // seq_cst: the consumer starts after this and finds all values added before, so it need not look twice
    mr_store(&wip->busy, MR_WIP_BUSY, mr_seq_cst);
    return true;
}

/* The consumer has found the queue empty. True: it stops. False: it looks again, since a value may have come. */
MR_INLINE bool mr_wip_rest(mr_wip *wip) {
    uint32_t expected = MR_WIP_BUSY;
    // seq_cst; release: what this consumer did to the queue comes before the next one; pairs with mr_wip_signal
    if (mr_cas(&wip->busy, &expected, MR_WIP_IDLE, mr_seq_cst, mr_relaxed))
        return true;
    // seq_cst: before the caller looks at the queue again, which has the values of all producers that found AGAIN
    mr_exchange(&wip->busy, MR_WIP_BUSY, mr_seq_cst);
    return false;
}

MR_ASSUME_NONNULL_END

#endif
