/*
 * Reclamation on real threads: what is retired is freed, on another thread, and not while a section is open that could
 * reach it; sections that overlap for ever hold nothing up; a process that was forked goes on.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CMillrace.h"
#include "mr_reclaim_parts.h"

#ifndef SECONDS
#define SECONDS 20 /* for what takes milliseconds */
#endif

static void require(bool condition, const char *what) {
    if (condition)
        return;
    fprintf(stderr, "not so: %s\n", what);
    _exit(1);
}

#ifdef MR_EXPLORE
/* Threads meet inside each operation. */
void mr_explore_yield(const void *word, const char *file, int line) {
    static _Thread_local uint32_t calls;
    (void)word, (void)file, (void)line;
    if (++calls % 29 == 0)
        sched_yield();
}
#endif

static void sleep_a_millisecond(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

static bool happens(const uint32_t *number, uint32_t value) {
    for (int i = 0; i < SECONDS * 1000; i++) {
        if (mr_load((uint32_t *)number, mr_acquire) == value)
            return true;
        sleep_a_millisecond();
    }
    return false;
}

static void start(pthread_t *thread, void *(*body)(void *), void *argument) {
    require(pthread_create(thread, NULL, body, argument) == 0, "a thread began");
}

/* ---- objects ---- */

typedef struct object {
    uintptr_t words[2];
    long value; /* plain, so that the sanitizers see who reads it and who frees it */
} object;

static uint32_t freed;
static pthread_t main_thread;

static void free_object(uintptr_t *node) {
    require(!pthread_equal(pthread_self(), main_thread), "memory is freed on another thread");
#ifndef MR_RECLAIM_URCU
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    require(sigismember(&blocked, SIGUSR1), "signals are for the program's own threads");
#endif
    ((object *)node)->value = -1;
    free(node);
    mr_fetch_add(&freed, 1, mr_release);
}

static object *make(void) {
    object *o = calloc(1, sizeof(object));
    require(o != NULL, "there is memory");
    o->value = 1;
    return o;
}

static void retire(object *o) {
    MR_TSAN_RELEASE(o);
    mr_reclaim_later(o->words, free_object);
}

/* ---- many threads ---- */

#define THREADS 4
#define ROUNDS 20000

static object *shared;

static const bool is_guest[THREADS] = {false, true, false, true};
static const bool retires[THREADS] = {true, true, false, false}; /* the others release nothing but their sections */

static void *churn(void *argument) {
    size_t me = (size_t)argument;
    if (!is_guest[me])
        mr_thread_meet();
    for (int i = 0; i < ROUNDS; i++) {
        mr_section section = mr_reclaim_enter();
        object *found = mr_load(&shared, mr_acquire);
        mr_section inner = mr_reclaim_enter();
        require(found->value == 1, "an object is read before it is freed");
        mr_reclaim_leave(inner);
        require(found->value == 1, "an inner section does not end the outer one");
        mr_reclaim_leave(section);
        if (retires[me] && i % 2 == 0)
            retire(mr_exchange(&shared, make(), mr_acq_rel));
    }
    return NULL;
}

static void test_churn(void) {
    pthread_t threads[THREADS];
    freed = 0;
    shared = make();
    for (size_t i = 0; i < THREADS; i++)
        start(&threads[i], churn, (void *)i);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    retire(shared);
    mr_reclaim_wait();
    require(mr_load(&freed, mr_acquire) == ROUNDS + 1, "all is freed");
}

/* ---- a section that stays open ---- */

static uint32_t is_open, may_end;

static void *stay(void *guest) {
    if (guest == NULL)
        mr_thread_meet();
    mr_section section = mr_reclaim_enter();
    mr_section inner = mr_reclaim_enter();
    mr_store(&is_open, 1, mr_release);
    require(happens(&may_end, 1), "the section may end");
    require(mr_load(&shared, mr_acquire)->value == 1, "a section that is open keeps what it can reach");
    mr_reclaim_leave(inner);
    mr_reclaim_leave(section);
    return NULL;
}

static void test_stay(bool guest) {
    pthread_t thread;
    freed = is_open = may_end = 0;
    shared = make();
    start(&thread, stay, guest ? &thread : NULL);
    require(happens(&is_open, 1), "the section began");
    retire(shared);
    for (int i = 0; i < 100; i++)
        sleep_a_millisecond();
    require(mr_load(&freed, mr_acquire) == 0, "memory waits for the section");
    mr_store(&may_end, 1, mr_release);
    pthread_join(thread, NULL);
    mr_reclaim_wait();
    require(freed == 1, "memory is freed after the section");
}

/* ---- sections that overlap: there is always one, of one thread or the other ---- */

static uint32_t rounds[2], stop;

static bool is_over(void) { return mr_load(&stop, mr_relaxed) != 0; }

static void *overlap(void *argument) {
    uint32_t me = argument == NULL ? 0 : 1;
    mr_section section = mr_reclaim_enter();
    mr_store(&rounds[me], 1, mr_release);
    while (!is_over()) {
        /* both are inside; then one after the other leaves and comes back */
        while (!is_over() && mr_load(&rounds[1 - me], mr_acquire) + (me == 0) <= mr_load(&rounds[me], mr_relaxed))
            sched_yield();
        mr_reclaim_leave(section);
        section = mr_reclaim_enter();
        mr_fetch_add(&rounds[me], 1, mr_release);
    }
    mr_reclaim_leave(section);
    return NULL;
}

static void test_overlap(void) {
    pthread_t threads[2];
    freed = stop = 0;
    for (int i = 0; i < 2; i++)
        start(&threads[i], overlap, i == 0 ? NULL : &threads);
    for (int i = 0; i < 2; i++)
        while (mr_load(&rounds[i], mr_acquire) < 10)
            sched_yield();
    for (uint32_t i = 1; i <= 3; i++) {
        retire(make());
        require(happens(&freed, i), "sections that overlap hold nothing up");
    }
    mr_store(&stop, 1, mr_relaxed);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

/* ---- fork ---- */

/* A list whose segments retire, and then the list itself. */
static void use_list(void) {
    enum { SINKS = 40 };
    static _Alignas(16) mr_lifecycle sinks[SINKS];
    memset(sinks, 0, sizeof(sinks));
    mr_list *list = mr_list_create();
    mr_lifecycle *garbage = NULL;
    for (int i = 0; i < SINKS; i++)
        require(mr_list_join(list, &sinks[i], &garbage) == MR_JOINED, "joined");
    for (int round = 0; round < 2; round++) {
        int heard = 0;
        mr_emission emission = {0};
        mr_emission_begin(&emission, list);
        while (mr_emission_next(&emission) != 0)
            heard += 1;
        require(mr_emission_end(&emission) == NULL && heard == SINKS - round * SINKS / 2, "all were reached");
        for (int i = 0; round == 0 && i < SINKS / 2; i++)
            require((mr_lifecycle_dispose(&sinks[i]) & MR_LISTED) != 0, "left");
    }
    mr_emission cursor = {0};
    while (mr_list_drain(list, &cursor) != NULL)
        ;
    mr_list_free(list);
}

static void require_child(pid_t child, const char *what) {
    int status = 0;
    require(child > 0 && waitpid(child, &status, 0) == child, "a child ended");
    require(WIFEXITED(status) && WEXITSTATUS(status) == 0, what);
}

/* Nothing has been retired yet: the child frees. */
static void test_fork_early(void) {
    pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS);
        use_list();
        retire(make());
        mr_reclaim_wait();
        _exit(freed == 1 ? 0 : 1);
    }
    require_child(child, "the child of a process that has retired nothing frees");
}

/* The thread that frees is not there in the child, which goes on without it. */
static void test_fork_late(void) {
    for (int i = 0; i < 20; i++) {
        use_list();
        if (i % 2 == 0)
            mr_reclaim_wait();
        pid_t child = fork();
        if (child == 0) {
            alarm(SECONDS);
            for (int j = 0; j < 100; j++)
                use_list();
            _exit(0);
        }
        require_child(child, "a child goes on");
    }
}

int main(int count, char **arguments) {
    main_thread = pthread_self();
    bool all = count < 2 || strcmp(arguments[1], "threads") != 0;
    if (all)
        test_fork_early();
    test_churn();
    test_stay(false);
    test_stay(true);
    test_overlap();
    if (all)
        test_fork_late();
    printf("freed, after the sections, on a thread of its own%s\n", all ? "; with fork" : "");
    return 0;
}
