#include "mr_mpmc.h"

#include <stdlib.h>
#include <string.h>

#include "mr_reclaim.h"

void mr_mpmc_init(mr_mpmc *ring, uint64_t capacity, size_t slot_size, size_t alignment) {
    memset(ring, 0, sizeof(*ring));
    ring->capacity = capacity;
    ring->slot_size = slot_size;
    size_t size;
    if (__builtin_mul_overflow(capacity, slot_size, &size))
        size = SIZE_MAX; /* which cannot be allocated either */
    ring->slots = mr_allocate(size, alignment < _Alignof(mr_mpmc_slot) ? _Alignof(mr_mpmc_slot) : alignment);
}

void mr_mpmc_destroy(mr_mpmc *ring) { free(ring->slots); }

static mr_mpmc_slot *slot_at(const mr_mpmc *ring, uint64_t position) {
    return (mr_mpmc_slot *)(ring->slots + position % ring->capacity * ring->slot_size);
}

mr_mpmc_slot *mr_mpmc_claim_push(mr_mpmc *ring) {
    uint32_t turns = 0;
    while (true) {
        // acquire: loaded before `popped`; so if the two say that the queue is full, it was full when `popped` was
        // loaded
        uint64_t position = mr_load(&ring->pushed, mr_acquire);
        uint64_t popped = mr_load(&ring->popped, mr_relaxed);
        mr_mpmc_slot *slot = slot_at(ring, position);
        uint64_t due = 2 * (position / ring->capacity);
        // acquire: the consumer of the previous lap has moved its value out
        uint64_t turn = mr_load(&slot->turn, mr_acquire);
        if (turn == due) {
            if (mr_cas(&ring->pushed, &position, position + 1, mr_relaxed, mr_relaxed))
                return slot;
        } else if (turn < due) {
            if (popped + ring->capacity <= position)
                return NULL;
            mr_wait(&turns); /* a consumer has claimed the slot and vacates it in a moment */
        }
    }
}

mr_mpmc_slot *mr_mpmc_claim_pop(mr_mpmc *ring) {
    uint64_t position = mr_load(&ring->popped, mr_relaxed);
    while (true) {
        mr_mpmc_slot *slot = slot_at(ring, position);
        uint64_t due = 2 * (position / ring->capacity) + 1;
        // seq_cst: after mr_wip_rest; acquire: the value
        uint64_t turn = mr_load(&slot->turn, mr_seq_cst);
        if (turn < due)
            return NULL;
        if (turn == due) {
            if (mr_cas(&ring->popped, &position, position + 1, mr_relaxed, mr_relaxed))
                return slot;
        } else {
            position = mr_load(&ring->popped, mr_relaxed);
        }
    }
}

bool mr_mpmc_is_empty(const mr_mpmc *ring) {
    while (true) {
        uint64_t position = mr_load((uint64_t *)&ring->popped, mr_relaxed);
        uint64_t due = 2 * (position / ring->capacity) + 1;
        // seq_cst: as in mr_mpmc_claim_pop
        uint64_t turn = mr_load(&slot_at(ring, position)->turn, mr_seq_cst);
        // A later turn: another thread has popped the value, and more may follow
        if (turn <= due)
            return turn < due;
    }
}
