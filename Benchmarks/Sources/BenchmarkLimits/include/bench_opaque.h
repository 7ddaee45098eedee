/*
 * bench_opaque: values that an optimiser must not see through, and clocks.
 */
#ifndef BENCH_OPAQUE_H
#define BENCH_OPAQUE_H

#include <stdint.h>
#include <time.h>

/* Its argument; in a .c file so that the caller cannot know it. */
intptr_t bench_opaque(intptr_t value);

/* Nanoseconds of the monotonic clock. */
static inline uint64_t bench_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Nanoseconds that the calling thread has had a processor. */
static inline uint64_t bench_thread_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* How often the calling thread had to give its processor to others that wanted it; 0 where that is not known. */
long bench_preemptions(void);

#endif
