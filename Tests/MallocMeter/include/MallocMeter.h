/*
 * MallocMeter: how often memory is allocated between two points of a test.
 *
 * Its malloc stands in front of the C library's, where that can be told apart: with glibc, and without a sanitizer.
 */
#ifndef MALLOC_METER_H
#define MALLOC_METER_H

#include <stdbool.h>
#include <stdint.h>

/* Whether anything is counted. */
bool malloc_meter_available(void);

/* Begins to count from 0. One at a time. */
void malloc_meter_start(void);

/* The same, and counts only while the word is not 0, as that of a lock is which a thread holds. `word` stays where it is
 * until the meter stops. */
void malloc_meter_start_while(const uint32_t *word);

typedef struct {
    /* Allocations by the thread that stops the meter. */
    int64_t own;
    /* Allocations by all threads. */
    int64_t all;
} malloc_meter_counts;

/* Ends counting; called by the thread that has started it. */
malloc_meter_counts malloc_meter_stop(void);

#endif
