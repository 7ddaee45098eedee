#include "mr_latch.h"

#include <sched.h>

/* The holder is a few instructions from letting go, unless it was preempted. */
#define TURNS_BEFORE_YIELD 64

MR_NOINLINE void mr_latch_wait(mr_latch *latch) {
    uint32_t turns = 0;
    do {
        // relaxed: waits on its own copy of the cache line; the exchange decides
        while (mr_load(&latch->held, mr_relaxed) != 0) {
            if (++turns % TURNS_BEFORE_YIELD == 0)
                sched_yield();
            else
                mr_cpu_relax();
        }
        // acquire: as in mr_latch_enter
    } while (mr_exchange(&latch->held, 1, mr_acquire) != 0);
}
