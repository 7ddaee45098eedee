#ifdef __linux__
#define _GNU_SOURCE
#include <sched.h>
#endif

#include "StressSupport.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach/mach.h>
#endif

int64_t stress_resident_bytes(void) {
#ifdef __APPLE__
    struct mach_task_basic_info info;
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count) != KERN_SUCCESS) return 0;
    return (int64_t)info.resident_size;
#else
    long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &all, &resident) != 2) resident = 0;
    fclose(file);
    return (int64_t)resident * sysconf(_SC_PAGESIZE);
#endif
}

#ifdef __linux__
static _Thread_local cpu_set_t before;
static _Thread_local bool pinned;

void stress_pin(void) {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET((size_t)sched_getcpu(), &here);
    pinned = sched_getaffinity(0, sizeof before, &before) == 0 && sched_setaffinity(0, sizeof here, &here) == 0;
}

void stress_unpin(void) {
    if (pinned) sched_setaffinity(0, sizeof before, &before);
    pinned = false;
}
#else
void stress_pin(void) {}
void stress_unpin(void) {}
#endif

static _Atomic(bool) interrupted;

static void interrupt(int signal) {
    (void)signal;
    atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

void stress_catch_interrupt(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
}

bool stress_interrupted(void) {
    return atomic_load_explicit(&interrupted, memory_order_relaxed);
}

bool stress_thread_sanitizer(void) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    return true;
#endif
#endif
    return false;
}
