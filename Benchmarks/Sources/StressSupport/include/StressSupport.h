/*
 * What the stress program needs from C: numbers that threads share, the process's memory, Ctrl-C, and whether the
 * thread sanitizer watches. In C because the deployment targets of this package have no atomics in Swift.
 *
 * The relaxed functions order nothing, so that a check hides no race of the library from the thread sanitizer. The
 * ordered ones are sequentially consistent, for checks that argue with what came first.
 */
#ifndef STRESS_SUPPORT_H
#define STRESS_SUPPORT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static inline int64_t stress_load(const int64_t *number) {
    return atomic_load_explicit((_Atomic(int64_t) *)number, memory_order_relaxed);
}

/* Returns the sum. */
static inline int64_t stress_add(int64_t *number, int64_t amount) {
    return atomic_fetch_add_explicit((_Atomic(int64_t) *)number, amount, memory_order_relaxed) + amount;
}

static inline int64_t stress_load_ordered(const int64_t *number) {
    return atomic_load_explicit((_Atomic(int64_t) *)number, memory_order_seq_cst);
}

static inline void stress_store_ordered(int64_t *number, int64_t value) {
    atomic_store_explicit((_Atomic(int64_t) *)number, value, memory_order_seq_cst);
}

/* Returns the sum. */
static inline int64_t stress_add_ordered(int64_t *number, int64_t amount) {
    return atomic_fetch_add_explicit((_Atomic(int64_t) *)number, amount, memory_order_seq_cst) + amount;
}

/* Bytes of the process that are in memory; 0 where that is not known. */
int64_t stress_resident_bytes(void);

/* From now on the first SIGINT sets a flag, and the second one ends the process. */
void stress_catch_interrupt(void);
bool stress_interrupted(void);

/* Keeps the calling thread on the processor that it is on, where the system can; and lets it go again. */
void stress_pin(void);
void stress_unpin(void);

/* Whether this is a build for the thread sanitizer. */
bool stress_thread_sanitizer(void);

#endif
