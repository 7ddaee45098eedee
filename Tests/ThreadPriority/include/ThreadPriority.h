/*
 * ThreadPriority: where and how urgently a thread runs, for tests of what waits for whom. Each function is for the
 * calling thread, and false where the system has no such thing or does not permit it.
 */
#ifndef THREAD_PRIORITY_H
#define THREAD_PRIORITY_H

#include <stdbool.h>
#include <stdint.h>

/* Runs it on one processor, the same for every thread that calls this. */
bool thread_stays_on_one_processor(void);

/* 19 is the lowest priority, -20 the highest among usual threads. */
bool thread_is_nice(int nice);

/* Above all usual threads; 1 is the lowest among those. */
bool thread_is_real_time(int priority);

/* A name for the thread, for the function below. */
int32_t thread_number(void);

/* Makes a real-time thread of this process a usual one. */
bool thread_is_usual_again(int32_t number);

/* Nanoseconds. */
int64_t thread_now(void);

/* How long the thread has been running on a processor, in nanoseconds. */
int64_t thread_processor_time(void);

/* Leaves the processor for so many nanoseconds. */
void thread_sleep(int64_t nanoseconds);

#endif
