#include "mr_base.h"

#include <sched.h>

#define TURNS_BEFORE_YIELD 64

MR_NOINLINE void mr_wait(uint32_t *turns) {
    if (++*turns % TURNS_BEFORE_YIELD == 0)
        sched_yield();
    else
        mr_cpu_relax();
}
