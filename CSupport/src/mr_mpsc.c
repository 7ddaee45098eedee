#include "mr_mpsc.h"

#include <stdlib.h>
#include <string.h>

#include "mr_reclaim.h"

#define LARGEST_SIZE ((size_t)65536)

static mr_block *create(const mr_mpsc *queue, uint64_t logarithm) {
    size_t size = queue->first_slot + ((size_t)queue->slot_size << logarithm);
    mr_block *block = mr_allocate(size, queue->alignment);
    block->logarithm = logarithm;
    return block;
}

void mr_mpsc_init(mr_mpsc *queue, size_t slot_size, size_t alignment, uint32_t logarithm) {
    memset(queue, 0, sizeof(*queue));
    queue->alignment = (uint32_t)(alignment < _Alignof(mr_block) ? _Alignof(mr_block) : alignment);
    queue->slot_size = (uint32_t)slot_size;
    queue->first_slot =
        (uint32_t)((sizeof(mr_block) + queue->alignment - 1) / queue->alignment * queue->alignment);
    queue->largest = MR_MPSC_LARGEST;
    while (queue->largest > 0 && slot_size << queue->largest > LARGEST_SIZE)
        queue->largest -= 1;
    if (logarithm > queue->largest)
        logarithm = queue->largest;
    queue->first = queue->last = create(queue, logarithm);
    queue->tail = MR_TAIL(0, logarithm);
}

void mr_mpsc_destroy(mr_mpsc *queue) {
    free(queue->first);
    free(queue->spare);
}

MR_NOINLINE void mr_mpsc_append(mr_mpsc *queue, mr_block *block, uint64_t tail) {
    // acquire: the consumer has emptied the block
    mr_block *next = mr_exchange(&queue->spare, NULL, mr_acquire);
    if (next == NULL)
        next = create(queue, block->logarithm < queue->largest ? block->logarithm + 1 : block->logarithm);
    uint64_t number = (tail >> 24) + 1, logarithm = next->logarithm;
    // relaxed: the slot that the caller has claimed publishes it to the consumer
    mr_store(&block->next, next, mr_relaxed);
    // release: the block is complete; pairs with the load of `last` in mr_mpsc_claim
    mr_store(&queue->last, next, mr_release);
    // release: `last` comes before; pairs with mr_mpsc_claim
    mr_store(&queue->tail, MR_TAIL(number, logarithm), mr_release);
}

MR_NOINLINE void mr_mpsc_next_block(mr_mpsc *queue) {
    mr_block *emptied = queue->first;
    // relaxed: the last slot's value published it
    queue->first = mr_load(&emptied->next, mr_relaxed);
    queue->taken = 0;
    mr_store(&emptied->next, NULL, mr_relaxed);
    // acquire: no other thread uses the spare block. The larger of the two is kept: otherwise a queue whose bursts need
    // two blocks might allocate in every burst.
    mr_block *other = mr_exchange(&queue->spare, NULL, mr_acquire);
    if (other != NULL && other->logarithm > emptied->logarithm) {
        mr_block *larger = other;
        other = emptied;
        emptied = larger;
    }
    free(other);
    // release: the block is empty; pairs with mr_mpsc_append. Only the consumer stores a spare block.
    mr_store(&queue->spare, emptied, mr_release);
}
