#include "mr_mpsc.h"

#include <stdlib.h>
#include <string.h>

#include "mr_reclaim.h"

#define LARGEST_SIZE ((size_t)65536)

static mr_block *create(const mr_mpsc *backlog, uint64_t logarithm) {
    size_t size = backlog->first_slot + ((size_t)backlog->slot_size << logarithm);
    mr_block *block = mr_allocate(size, backlog->alignment);
    block->logarithm = logarithm;
    return block;
}

void mr_mpsc_init(mr_mpsc *backlog, size_t slot_size, size_t alignment, uint32_t logarithm) {
    memset(backlog, 0, sizeof(*backlog));
    backlog->alignment = (uint32_t)(alignment < _Alignof(mr_block) ? _Alignof(mr_block) : alignment);
    backlog->slot_size = (uint32_t)slot_size;
    backlog->first_slot =
        (uint32_t)((sizeof(mr_block) + backlog->alignment - 1) / backlog->alignment * backlog->alignment);
    backlog->largest = MR_MPSC_LARGEST;
    while (backlog->largest > 0 && slot_size << backlog->largest > LARGEST_SIZE)
        backlog->largest -= 1;
    if (logarithm > backlog->largest)
        logarithm = backlog->largest;
    backlog->first = backlog->last = create(backlog, logarithm);
    backlog->tail = MR_TAIL(0, logarithm);
}

void mr_mpsc_destroy(mr_mpsc *backlog) {
    free(backlog->first);
    free(backlog->spare);
}

MR_NOINLINE void mr_mpsc_append(mr_mpsc *backlog, mr_block *block, uint64_t tail) {
    // acquire: the consumer has emptied the block
    mr_block *next = mr_exchange(&backlog->spare, NULL, mr_acquire);
    if (next == NULL)
        next = create(backlog, block->logarithm < backlog->largest ? block->logarithm + 1 : block->logarithm);
    uint64_t number = (tail >> 24) + 1, logarithm = next->logarithm;
    // relaxed: the slot that the caller has claimed publishes it to the consumer
    mr_store(&block->next, next, mr_relaxed);
    mr_store(&backlog->last, next, mr_release);
    // release: `last` comes before; pairs with mr_mpsc_claim
    mr_store(&backlog->tail, MR_TAIL(number, logarithm), mr_release);
}

MR_NOINLINE void mr_mpsc_next_block(mr_mpsc *backlog) {
    mr_block *emptied = backlog->first;
    // relaxed: the last slot's value published it
    backlog->first = mr_load(&emptied->next, mr_relaxed);
    backlog->taken = 0;
    mr_store(&emptied->next, NULL, mr_relaxed);
    // acquire: no other thread uses the spare block. The larger of the two is kept: otherwise a queue whose bursts need
    // two blocks might allocate in every burst.
    mr_block *other = mr_exchange(&backlog->spare, NULL, mr_acquire);
    if (other != NULL && other->logarithm > emptied->logarithm) {
        mr_block *larger = other;
        other = emptied;
        emptied = larger;
    }
    free(other);
    // release: the block is empty; pairs with mr_mpsc_append. Only the consumer stores a spare block.
    mr_store(&backlog->spare, emptied, mr_release);
}
