#include "mr_base.h"

#include <sched.h>

#define TURNS_BEFORE_YIELD 64

MR_NOINLINE void mr_wait(uint32_t *turns) {
    if (++*turns % TURNS_BEFORE_YIELD == 0)
        sched_yield();
    else
        mr_cpu_relax();
}

/* ---- for the thread sanitizer ---- */

void mr_before_release(const void *object) { MR_TSAN_RELEASE(object); }

void mr_only_owner(const void *object) { MR_TSAN_ACQUIRE(object); }

bool mr_tsan_annotated(void) {
#ifdef MR_TSAN
    return true;
#else
    return false;
#endif
}
