/*
 * The back end without liburcu: a thread of our own frees. The sections that mr_reclaim.h does not mark without a fence
 * are of two kinds.
 *
 * Without membarrier, a thread with a record marks its sections in the record here, with a fence.
 *
 * A thread without a record (it is ending, or has not subscribed or emitted yet) is a guest: it counts itself in and
 * out, on one of two sides. The thread that frees waits until each side has been empty once. Before it waits for a
 * side, it shows new guests to the other one, so that the wait ends however many guests come.
 */
#include "mr_reclaim_parts.h"

#ifndef MR_RECLAIM_URCU

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef __wasi__ /* which has no signals */
#include <signal.h>
#define HAS_SIGNALS 1
#endif

/* ---- sections ---- */

static uint32_t side;      /* where guests count themselves in */
static uint32_t guests[2]; /* how many are in a section */

static mr_section enter_as_guest(void) {
    // relaxed: a guest may count itself in on either side at any time
    uint32_t number = mr_load(&side, mr_relaxed);
    mr_fetch_add(&guests[number], 1, mr_relaxed);
    // seq_cst: before the section's loads; pairs with the fence in wait_for_guests
    atomic_thread_fence(mr_seq_cst);
    return MR_SECTION_UNMARKED(number);
}

mr_section mr_reclaim_enter_unmarked(void) {
    mr_thread *thread = mr_thread_self;
    if (thread == NULL)
        return enter_as_guest();
    uint32_t number = mr_load(&thread->section, mr_relaxed);
    if (number & 1)
        return MR_SECTION_NESTED;
    mr_store(&thread->section, number + 1, mr_relaxed);
    // seq_cst: before the section's loads; pairs with the fence in wait_for_sections
    atomic_thread_fence(mr_seq_cst);
    return thread;
}

void mr_reclaim_leave_unmarked(mr_section section) {
    // release: what the section did comes before memory is freed
    mr_fetch_add(&guests[(uintptr_t)section], -1, mr_release);
}

/* Waits for every guest whose section has begun before this call. */
static void wait_for_guests(void) {
    // seq_cst: what is to be freed was unlinked before; pairs with the fence in enter_as_guest
    atomic_thread_fence(mr_seq_cst);
    for (int i = 0; i < 2; i++) {
        uint32_t number = mr_load(&side, mr_relaxed);
        mr_store(&side, 1 - number, mr_relaxed);
        uint32_t turns = 0;
        // acquire: pairs with the release in mr_reclaim_leave_unmarked
        while (mr_load(&guests[number], mr_acquire) != 0)
            mr_wait(&turns);
    }
}

/* ---- the thread that frees ---- */

/* How many batches are to be freed. To add one is safe in a signal handler and in a child of fork(), as with liburcu. */
#if defined(__APPLE__)
#include <dispatch/dispatch.h>

static dispatch_semaphore_t batches;

static void batches_create(void) { batches = dispatch_semaphore_create(0); }
static void batches_add(void) { dispatch_semaphore_signal(batches); }
static void batches_take(void) { dispatch_semaphore_wait(batches, DISPATCH_TIME_FOREVER); }
#else
#include <semaphore.h>

static sem_t batches;

static void batches_create(void) { sem_init(&batches, 0, 0); }
static void batches_add(void) { sem_post(&batches); }
static void batches_take(void) {
    while (sem_wait(&batches) != 0)
        ; /* interrupted, as by a debugger */
}
#endif

/*
 * What is retired in this time is freed together: to free a batch interrupts every thread that runs, where there is
 * membarrier. liburcu waits as long.
 */
#define PAUSE 10000000 /* nanoseconds */

static void free_batch(void) {
    wait_for_guests();
    mr_reclaim_finish();
}

static void *free_batches(void *unused) {
    for (;;) {
        batches_take();
        nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
        free_batch();
    }
    return unused;
}

static void start_thread(void) {
    batches_create();
#ifdef HAS_SIGNALS
    // The program's signals are for its own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
#endif
    pthread_t thread;
    if (pthread_create(&thread, NULL, free_batches, NULL) != 0) {
        fprintf(stderr, "millrace: the thread that frees memory cannot be started\n");
        abort();
    }
#ifdef HAS_SIGNALS
    pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
    pthread_detach(thread);
}

void mr_reclaim_begin(void) {
    static bool started; /* plain: each call comes after the one before has returned */
    if (!started)
        start_thread();
    started = true;
    batches_add();
}

#endif
