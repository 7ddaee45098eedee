#define _GNU_SOURCE

#include "ThreadPriority.h"

#include <time.h>

#if defined(__linux__)

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

bool thread_stays_on_one_processor(void) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
        return false;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &allowed)) {
            CPU_ZERO(&one);
            CPU_SET(i, &one);
            return sched_setaffinity(0, sizeof(one), &one) == 0;
        }
    return false;
}

bool thread_is_nice(int nice) { return setpriority(PRIO_PROCESS, (id_t)thread_number(), nice) == 0; }

bool thread_is_real_time(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    return sched_setscheduler(0, SCHED_FIFO, &parameters) == 0;
}

int32_t thread_number(void) { return (int32_t)syscall(SYS_gettid); }

bool thread_is_usual_again(int32_t number) {
    struct sched_param parameters = {0};
    return sched_setscheduler(number, SCHED_OTHER, &parameters) == 0;
}

#else

bool thread_stays_on_one_processor(void) { return false; }
bool thread_is_nice(int nice) { return (void)nice, false; }
bool thread_is_real_time(int priority) { return (void)priority, false; }
int32_t thread_number(void) { return 0; }
bool thread_is_usual_again(int32_t number) { return (void)number, false; }

#endif

static int64_t read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t thread_now(void) { return read_clock(CLOCK_MONOTONIC); }
int64_t thread_processor_time(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

void thread_sleep(int64_t nanoseconds) {
    nanosleep(&(struct timespec){.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}, NULL);
}
