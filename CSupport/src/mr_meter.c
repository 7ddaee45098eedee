#include "mr_meter.h"

uint64_t mr_meter_clock;
_Thread_local uint32_t mr_meter_thread;

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

/* A number of Linux has 22 bits at most. */
uint32_t mr_meter_number_thread(void) {
    mr_meter_thread = (uint32_t)syscall(SYS_gettid) & MR_METER_THREADS;
    return mr_meter_thread;
}

#else

static uint32_t last_number;

uint32_t mr_meter_number_thread(void) {
    do {
        // relaxed: a number guards nothing
        mr_meter_thread = (mr_fetch_add(&last_number, 1, mr_relaxed) + 1) & MR_METER_THREADS;
    } while (mr_meter_thread == 0);
    return mr_meter_thread;
}

#endif
