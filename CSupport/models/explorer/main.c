/* Runs all scenarios, or those that the arguments name. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "machine.h"

static uint64_t schedules;
uint64_t schedules_run(void) { return schedules; }

static void run_once(void) {
    arena_reset();
    machine_reset();
    history_reset();
    system_reset();
    running->setup();
    history_start();
    void *mine = core_get_thread();
    switch_to(decide(false));
    current = -1;
    history_end();
    core_set_thread(mine);
    core_set_ended(false);
    running->check();
    system_end();
    CHECK(arena_live_blocks() == 0, "%zu blocks are left", arena_live_blocks());
    arena_check();
    schedules++;
}

static void on_crash(int number) { fail("signal %d, the schedule is in the trail", number); }

static void catch_crashes(void) {
    static char alternate[64 * 1024];
    stack_t stack = {.ss_sp = alternate, .ss_size = sizeof(alternate)};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int bound = -1, less;
static long random_runs = 20000;
static uint64_t seed = 1;

static void run(const scenario *s) {
    running = s;
    double start = seconds();
    uint64_t before = schedules;
    int limit = bound >= 0 ? bound : s->preemptions - less > 1 || less == 0 ? s->preemptions - less : 1;
    enumerate(limit);
    do
        run_once();
    while (advance_trail());
    uint64_t all = schedules - before;
    randomize(seed);
    for (long i = 0; i < random_runs; i++) {
        randomize_rate(20 + (uint32_t)(i % 10) * 40); /* from few switches to many */
        run_once();
    }
    printf("ok  %-28s %9llu schedules with at most %d preemptions, %ld random  %.2f s\n", s->name,
           (unsigned long long)all, limit, random_runs, seconds() - start);
    fflush(stdout);
}

static const scenario *find(const char *name) {
    for (size_t i = 0; tables[i] != NULL; i++)
        for (const scenario *s = tables[i]; s->name != NULL; s++)
            if (strcmp(name, s->name) == 0)
                return s;
    fprintf(stderr, "no scenario has the name %s\n", name);
    exit(2);
}

int main(int argc, char **argv) {
    catch_crashes();
    machine_start();
    bool named = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            for (size_t t = 0; tables[t] != NULL; t++)
                for (const scenario *s = tables[t]; s->name != NULL; s++)
                    puts(s->name);
            return 0;
        }
        if (strncmp(argv[i], "--preemptions=", 14) == 0)
            bound = atoi(argv[i] + 14);
        else if (strncmp(argv[i], "--less=", 7) == 0)
            less = atoi(argv[i] + 7);
        else if (strncmp(argv[i], "--random=", 9) == 0)
            random_runs = atol(argv[i] + 9);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoull(argv[i] + 7, NULL, 10);
        else if (!history_option(argv[i]))
            named = true;
    }
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--", 2) != 0)
            run(find(argv[i]));
    if (!named)
        for (size_t i = 0; tables[i] != NULL; i++)
            for (const scenario *s = tables[i]; s->name != NULL; s++)
                run(s);
    history_check_options();
    return 0;
}
