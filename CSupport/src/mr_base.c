#include "mr_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TURNS_BEFORE_SLEEP 64
#define SHORTEST_SLEEP 16000 /* nanoseconds */
#define DOUBLINGS 6

#ifdef MR_EXPLORE_THREADS
void mr_wait(uint32_t *turns) {
    (void)turns;
    mr_explore_relax();
}

void mr_yield(void) { mr_explore_relax(); }
#else
MR_NOINLINE void mr_wait(uint32_t *turns) {
    if (*turns < TURNS_BEFORE_SLEEP) {
        *turns += 1;
        mr_cpu_relax();
        return;
    }
    // Nothing wakes the caller, so the sleeps grow, to a millisecond.
    uint32_t doublings = *turns - TURNS_BEFORE_SLEEP;
    if (doublings < DOUBLINGS)
        *turns += 1;
    nanosleep(&(struct timespec){.tv_nsec = SHORTEST_SLEEP << doublings}, NULL);
}

MR_NOINLINE void mr_yield(void) { nanosleep(&(struct timespec){.tv_nsec = SHORTEST_SLEEP}, NULL); }
#endif

MR_NOINLINE _Noreturn void mr_refuse_address(const void *address) {
    fprintf(stderr, "millrace: cannot use the address %p: it is not aligned\n", address);
    abort();
}

/* ---- for the thread sanitizer ---- */

void mr_before_release(const void *object) { MR_TSAN_RELEASE(object); }

void mr_only_owner(const void *object) {
    // acquire: pairs with the releases of the references that other threads had
    atomic_thread_fence(mr_acquire);
    MR_TSAN_ACQUIRE(object);
}

bool mr_tsan_annotated(void) {
#ifdef MR_TSAN
    return true;
#else
    return false;
#endif
}
