/*
 * mr_backlog: a queue of values without a bound, in blocks of slots, that producers fill and one consumer empties. In C
 * because its words are shared. The values are the caller's to write and to read; a slot is where one lies.
 *
 * A producer claims the next slot with a compare-and-swap of `tail`, which says which block is the last one, by a number,
 * how many slots that has and how many of them are claimed; so a claim that succeeds proves that the block read
 * meanwhile is still the last one, and a block whose slots are not all filled is not given up. Who claims a block's last
 * slot appends the next block. The consumer gives a block that it has emptied back to the producers, so that a queue
 * that is emptied as fast as it is filled allocates nothing; while the consumer lags, blocks double up to
 * 2^MR_BACKLOG_LARGEST slots, or 64 KiB. After crossbeam's SegQueue, with one consumer.
 *
 * | overlap        | claim, publish | first, drop_first |
 * |----------------|----------------|-------------------|
 * | claim, publish | yes            | yes               |
 * | first          |                | one consumer      |
 *
 * Ownership: a slot is the producer's from claim to publish, then the consumer's from first to drop_first. Blocks are
 * the queue's.
 * Progress: everything is wait-free while one producer at a time is at the queue, which is what the Rx grammar demands.
 * One that comes while another appends a block waits for the few instructions, and the allocation, that this takes.
 * Orderings: ORDERING.md.
 */
#ifndef MR_BACKLOG_H
#define MR_BACKLOG_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#ifndef MR_BACKLOG_LARGEST
#define MR_BACKLOG_LARGEST 8 /* the base-2 logarithm of the number of slots of the largest block */
#endif

typedef struct mr_block {
    struct mr_block *MR_NULLABLE next;
    uint64_t logarithm; /* of the number of its slots, which follow */
} mr_block;

/* What a slot begins with; the value comes behind it. */
typedef struct mr_slot_flag {
    uint32_t filled;
} mr_slot_flag;

typedef struct mr_backlog {
    /* producers */
    uint64_t tail;
    mr_block *last;
    mr_block *MR_NULLABLE spare;
    char producers_line[64 - 24];
    /* the consumer */
    mr_block *first;
    uint32_t taken; /* of the first block's slots */
    uint32_t slot_size;
    uint32_t first_slot; /* where in a block its slots begin */
    uint32_t alignment;
    uint32_t largest; /* the logarithm of the number of slots of the largest block */
} mr_backlog;

/* `tail`: how many slots of the last block are claimed, the logarithm of their number, and the block's number. */
#define MR_TAIL_CLAIMED(tail) ((uint32_t)(tail) & 0xffff)
#define MR_TAIL_LOGARITHM(tail) ((uint32_t)((tail) >> 16) & 0xff)
#define MR_TAIL(number, logarithm) ((uint64_t)(number) << 24 | (uint64_t)(logarithm) << 16)

/*
 * `slot_size` counts the flag and what aligns the value and the next slot. The first block has 2^`logarithm` slots, or
 * as many as fit.
 */
void mr_backlog_init(mr_backlog *backlog, size_t slot_size, size_t alignment, uint32_t logarithm);

/* Frees the blocks. Nobody else is at the queue, and it is empty. */
void mr_backlog_destroy(mr_backlog *backlog);

/* Appends a block behind the one whose last slot the caller has claimed. */
void mr_backlog_append(mr_backlog *backlog, mr_block *block, uint64_t tail);

/* Takes the consumer to the next block. */
void mr_backlog_next_block(mr_backlog *backlog);

MR_INLINE mr_slot_flag *mr_backlog_slot(const mr_backlog *backlog, mr_block *block, uint32_t index) {
    return (mr_slot_flag *)((char *)block + backlog->first_slot + (size_t)index * backlog->slot_size);
}

/* The slot for the caller's value. */
MR_INLINE mr_slot_flag *mr_backlog_claim(mr_backlog *backlog) {
    uint32_t turns = 0;
    // acquire: whoever sets `tail` for a block has set `last` before
    uint64_t tail = mr_load(&backlog->tail, mr_acquire);
    while (true) {
        uint32_t claimed = MR_TAIL_CLAIMED(tail), slots = (uint32_t)1 << MR_TAIL_LOGARITHM(tail);
        if (MR_UNLIKELY(claimed == slots)) {
            mr_wait(&turns);
            tail = mr_load(&backlog->tail, mr_acquire);
            continue;
        }
        // acquire: the block's slots are empty
        mr_block *block = mr_load(&backlog->last, mr_acquire);
        // acquire on failure: as above
        if (MR_LIKELY(mr_cas(&backlog->tail, &tail, tail + 1, mr_acq_rel, mr_acquire))) {
            mr_slot_flag *slot = mr_backlog_slot(backlog, block, claimed);
            if (MR_UNLIKELY(claimed + 1 == slots))
                mr_backlog_append(backlog, block, tail);
            return slot;
        }
    }
}

/* The value is in its slot; the producer touches neither the slot nor its block any more. */
MR_INLINE void mr_backlog_publish(mr_slot_flag *slot) {
    MR_REFERENCE_COUNTS_STAY();
    // seq_cst: before mr_wake_signal reads; pairs with mr_backlog_first. release: publishes the value.
    mr_store(&slot->filled, 1, mr_seq_cst);
}

/* The slot with the oldest value, or NULL if that is not there yet. */
MR_INLINE mr_slot_flag *MR_NULLABLE mr_backlog_first(mr_backlog *backlog) {
    mr_slot_flag *slot = mr_backlog_slot(backlog, backlog->first, backlog->taken);
    // seq_cst: after mr_wake_rest; acquire: the value, and the next block behind a last slot
    return mr_load(&slot->filled, mr_seq_cst) ? slot : NULL;
}

/* The value has been moved out of the slot that mr_backlog_first gave. */
MR_INLINE void mr_backlog_drop_first(mr_backlog *backlog) {
    MR_REFERENCE_COUNTS_STAY();
    // relaxed: the block is handed on by a release, if it is used again
    mr_store(&mr_backlog_slot(backlog, backlog->first, backlog->taken)->filled, 0, mr_relaxed);
    backlog->taken += 1;
    if (MR_UNLIKELY(backlog->taken == (uint32_t)1 << backlog->first->logarithm))
        mr_backlog_next_block(backlog);
}

MR_ASSUME_NONNULL_END

#endif
