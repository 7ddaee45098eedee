/*
 * bench_meter: counts what the process allocates, by standing in for the C library's allocator. Swift's runtime, C
 * and liburcu all come through here. Only with glibc, and not under a sanitizer, which has an allocator of its own.
 *
 * The counters are shared by all threads. While the meter is off, an allocation costs one load more.
 */
#ifndef BENCH_METER_H
#define BENCH_METER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_readings {
    int64_t mallocs; /* calls of malloc, calloc, realloc and the aligned ones */
    int64_t blocks;  /* allocated minus freed */
    int64_t bytes;   /* the same in bytes, by malloc_usable_size */
} bench_readings;

/* Whether this build can meter. */
bool bench_meter_available(void);
/* Starts from 0. */
void bench_meter_start(void);
/* What happened since the start. */
bench_readings bench_meter_stop(void);

#endif
