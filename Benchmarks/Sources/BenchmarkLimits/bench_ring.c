#include "bench_ring.h"

#include <stdlib.h>

bench_ring *bench_ring_create(void) {
    bench_ring *ring = calloc(1, sizeof *ring);
    if (ring == NULL)
        abort();
    return ring;
}

void bench_ring_destroy(bench_ring *ring) { free(ring); }

bool bench_ring_push(bench_ring *ring, intptr_t word) {
    uint64_t head = atomic_load_explicit((_Atomic(uint64_t) *)&ring->head, memory_order_relaxed);
    // acquire: the consumer has read the slot
    if (head - atomic_load_explicit((_Atomic(uint64_t) *)&ring->tail, memory_order_acquire) == BENCH_RING_SIZE)
        return false;
    ring->slots[head % BENCH_RING_SIZE] = word;
    // release: the word comes before the new head
    atomic_store_explicit((_Atomic(uint64_t) *)&ring->head, head + 1, memory_order_release);
    return true;
}

bool bench_ring_pop(bench_ring *ring, intptr_t *word) {
    uint64_t tail = atomic_load_explicit((_Atomic(uint64_t) *)&ring->tail, memory_order_relaxed);
    // acquire: the word that came with this head
    if (atomic_load_explicit((_Atomic(uint64_t) *)&ring->head, memory_order_acquire) == tail)
        return false;
    *word = ring->slots[tail % BENCH_RING_SIZE];
    // release: the slot has been read
    atomic_store_explicit((_Atomic(uint64_t) *)&ring->tail, tail + 1, memory_order_release);
    return true;
}
