/*
 * bench_flag: how the threads of a contended workload start and stop together. In C because the deployment targets of
 * this package have no atomics in Swift.
 */
#ifndef BENCH_FLAG_H
#define BENCH_FLAG_H

#include <stdatomic.h>
#include <stdbool.h>

/* Padded to cache lines of its own: the threads that are measured poll it. Swift imports no alignment attribute. */
typedef struct bench_flag {
    int value;
    char padding[124];
} bench_flag;

/* acq_rel: what one thread did before is seen by who finds the flag changed. */
static inline void bench_flag_add(bench_flag *flag, int amount) {
    atomic_fetch_add_explicit((_Atomic(int) *)&flag->value, amount, memory_order_acq_rel);
}

static inline int bench_flag_load(const bench_flag *flag) {
    return atomic_load_explicit((_Atomic(int) *)&flag->value, memory_order_acquire);
}

#endif
