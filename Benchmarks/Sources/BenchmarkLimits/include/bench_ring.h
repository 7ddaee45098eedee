/*
 * bench_ring: what handing a word from one thread to another costs in C: a ring with one producer and one consumer. It
 * keeps no more than 1,024 words, and nobody waits.
 */
#ifndef BENCH_RING_H
#define BENCH_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define BENCH_RING_SIZE 1024

typedef struct bench_ring {
    uint64_t head;
    char padding[120];
    uint64_t tail;
    char more_padding[120];
    intptr_t slots[BENCH_RING_SIZE];
} bench_ring;

bench_ring *bench_ring_create(void);
void bench_ring_destroy(bench_ring *ring);

/* False: it is full. */
bool bench_ring_push(bench_ring *ring, intptr_t word);
/* False: it is empty. */
bool bench_ring_pop(bench_ring *ring, intptr_t *word);

#endif
