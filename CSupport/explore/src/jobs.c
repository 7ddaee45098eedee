/*
 * What else the controller needs: the jobs of Swift's global executor, and one line about the schedule in which the
 * program crashes.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"

/* ---- jobs ---- */

#if __has_attribute(swiftcall)
#define SWIFTCALL __attribute__((swiftcall))

typedef SWIFTCALL void original(void *job);
typedef SWIFTCALL void original_delayed(unsigned long long delay, void *job);
typedef SWIFTCALL void original_deadline(long long seconds, long long nanoseconds, long long tolerance_seconds,
                                         long long tolerance_nanoseconds, int clock, void *job);

static void (*take)(void *job, void (*run)(void *));

static bool takes(void) { return take != NULL && (mr_explored_self != NULL || machine_is_controlled_here()); }

static SWIFTCALL void on_job(void *job, original *otherwise) {
    if (takes())
        take(job, NULL);
    else
        otherwise(job);
}

/* Time does not pass: what is to come later may come at any moment. */
static SWIFTCALL void on_delayed(unsigned long long delay, void *job, original_delayed *otherwise) {
    if (takes())
        take(job, NULL);
    else
        otherwise(delay, job);
}

static SWIFTCALL void on_deadline(long long seconds, long long nanoseconds, long long tolerance_seconds,
                                  long long tolerance_nanoseconds, int clock, void *job,
                                  original_deadline *otherwise) {
    if (takes())
        take(job, NULL);
    else
        otherwise(seconds, nanoseconds, tolerance_seconds, tolerance_nanoseconds, clock, job);
}

static void hook(const char *name, void *function) {
    void **place = dlsym(RTLD_DEFAULT, name);
    if (place != NULL && *place == NULL)
        *place = function;
}

/* How tasks sleep from Swift 6.3 on. */
__attribute__((weak)) void dispatch_after_f(uint64_t when, void *queue, void *context, void (*run)(void *)) {
    static void (*own)(uint64_t, void *, void *, void (*)(void *));
    if (own == NULL)
        own = dlsym(RTLD_NEXT, "dispatch_after_f");
    if (takes())
        take(context, run);
    else
        own(when, queue, context, run);
}

void mr_explore_take_jobs(void (*enqueue)(void *, void (*)(void *))) {
    take = enqueue;
    hook("swift_task_enqueueGlobal_hook", (void *)on_job);
    hook("swift_task_enqueueGlobalWithDelay_hook", (void *)on_delayed);
    hook("swift_task_enqueueGlobalWithDeadline_hook", (void *)on_deadline);
}
#else
void mr_explore_take_jobs(void (*enqueue)(void *, void (*)(void *))) { (void)enqueue; }
#endif

/* ---- crashes ---- */

static uint64_t number;
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
#define CRASHES (sizeof(crashes) / sizeof(crashes[0]))
static struct sigaction others[CRASHES];

static void write_out(const char *text, size_t length) {
    while (length != 0) {
        ssize_t written = write(2, text, length);
        if (written <= 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

static void on_crash(int signal_number) {
    atomic_store_explicit(MR_ATOMIC(&machine_crashes), 1, mr_relaxed);
    if (number != 0) {
        static char text[16384];
        // What a schedule has broken may show only when its checks run.
        char place[] = "thread a";
        if (mr_explored_self != NULL)
            place[sizeof(place) - 2] = (char)('a' + mr_explored_self->number);
        int length = snprintf(text, sizeof(text),
                              "MillraceExplore: the program crashes in schedule %llu, %s (signal %d); replay: \"1-",
                              (unsigned long long)number, mr_explored_self != NULL ? place : "outside of its threads",
                              signal_number);
        write_out(text, (size_t)length);
        write_out(text, trail_write(text, sizeof(text)));
        write_out("\"\n", 2);
    }
    // The instruction runs again, and meets what handled its signal before.
    for (size_t i = 0; i < CRASHES; i++)
        if (crashes[i] == signal_number)
            sigaction(signal_number, &others[i], NULL);
    if (signal_number == SIGABRT)
        raise(signal_number);
}

void mr_explore_name_schedule(uint64_t schedule) {
    if (number == 0 && schedule != 0)
        for (size_t i = 0; i < CRASHES; i++)
            sigaction(crashes[i], &(struct sigaction){.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER},
                      &others[i]);
    if (number != 0 && schedule == 0)
        for (size_t i = 0; i < CRASHES; i++)
            sigaction(crashes[i], &others[i], NULL);
    number = schedule;
}
