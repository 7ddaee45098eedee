#define _GNU_SOURCE /* RUSAGE_THREAD */

/*
 * A thread that waits for a lock sleeps, a millisecond at a time: it does not run on, and does not wake much more often.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "CMillrace.h"

#define HELD 100 /* milliseconds */

static mr_lock lock;
static uint32_t is_held;

/* How often the calling thread has gone to sleep. */
static long sleeps(void) {
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : 0;
}

static void *hold(void *unused) {
    mr_lock_acquire(&lock);
    mr_store(&is_held, 1, mr_release);
    nanosleep(&(struct timespec){.tv_nsec = HELD * 1000000L}, NULL);
    mr_lock_release(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, hold, NULL) != 0)
        return 1;
    while (mr_load(&is_held, mr_acquire) == 0)
        sched_yield();
    long before = sleeps();
    mr_lock_acquire(&lock);
    long times = sleeps() - before;
    mr_lock_release(&lock);
    pthread_join(thread, NULL);
    if (times < 2 || times > 2 * HELD) {
        fprintf(stderr, "not so: in %d ms, a thread that waits sleeps about as often; it did so %ld times\n", HELD, times);
        return 1;
    }
    printf("a thread that waits for a lock sleeps\n");
    return 0;
}
