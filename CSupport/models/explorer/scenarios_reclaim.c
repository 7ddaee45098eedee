/*
 * Reclamation itself: mr_reclaim.c with the portable back end, whose thread is the last coroutine. The functions have
 * other names here, since the lists of the other scenarios, and the thread records of these, use the stub in system.c.
 */
#define _GNU_SOURCE /* syscall */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "CMillrace.h"
#include "explorer.h"

/* the stub's */
mr_thread *mr_reclaim_enter(void);
void mr_reclaim_leave(mr_thread *section);

static void stub_enter(void) { mr_reclaim_enter(); }
static void stub_leave(void) { mr_reclaim_leave(NULL); }

static int posts;
static handed posted;

static int explore_post(sem_t *semaphore) {
    (void)semaphore;
    YIELD(NULL);
    posts += 1;
    history_release(&posted);
    return 0;
}

static int explore_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    (void)thread, (void)attributes, (void)start, (void)argument;
    return 0;
}

static int explore_detach(const pthread_t *thread) {
    (void)thread;
    return 0;
}

/* membarrier */
static int pass_all(void) {
    history_barrier();
    return 0;
}

#undef MR_RECLAIM_ELSEWHERE
#define mr_reclaim_enter real_enter
#define mr_reclaim_leave real_leave
#define mr_reclaim_later real_later
#define mr_reclaim_wait real_wait
#define mr_allocate real_allocate
#define syscall(number, command, ...) ((command) == PRIVATE_EXPEDITED ? pass_all() : 0)
#define sem_post explore_post
#define pthread_create explore_create
#define pthread_detach(thread) explore_detach(&(thread))

#include "mr_reclaim.c"
#include "mr_reclaim_portable.c"

/* ---- what is read and retired ---- */

typedef struct thing {
    uintptr_t words[2];
    uint32_t value;
    struct thing *next; /* retired when this one is freed */
} thing;

static thing *linked[3];
static int made, freed, finished;

static thing *make_thing(void) {
    made += 1;
    return arena_allocate(sizeof(thing), 16);
}

static void free_thing(uintptr_t *node) {
    thing *next = ((thing *)node)->next;
    if (next != NULL)
        mr_reclaim_later(next->words, free_thing);
    freed += 1;
    arena_free(node);
}

static void retire(int i) {
    thing *mine = mr_exchange(&linked[i], NULL, mr_seq_cst);
    mr_reclaim_later(mine->words, free_thing);
}

/* The explorer finds it if the thing has been freed. */
static void look(int i) {
    thing *found = mr_load(&linked[i], mr_acquire);
    if (found != NULL)
        mr_load(&found->value, mr_relaxed);
}

static void prepare(bool marked) {
    mr_marked_sections = marked;
    posts = made = freed = finished = 0;
    posted = (handed){0};
    for (int i = 0; i < 3; i++)
        linked[i] = make_thing();
}

static void marked_setup(void) {
    register_all();
    prepare(true);
}

static void fenced_setup(void) {
    register_all();
    prepare(false);
}

/* No thread has a record. */
static void guests_setup(void) { prepare(true); }

/* Another thread has a record: the first one of a process takes a step more. */
static void register_setup(void) {
    core_register();
    prepare(true);
}

static void chain_setup(void) {
    guests_setup();
    linked[0]->next = make_thing();
}

/* ---- threads ---- */

static void read_once(int i) {
    mr_section section = mr_reclaim_enter();
    look(i);
    mr_reclaim_leave(section);
}

static void read_twice(void) {
    read_once(0);
    read_once(0);
    finished += 1;
}

static void read_1(void) {
    read_once(1);
    finished += 1;
}

/* A section inside a section, and a look after the inner one has ended. */
static void read_nested(void) {
    mr_section section = mr_reclaim_enter();
    read_once(0);
    look(0);
    mr_reclaim_leave(section);
    finished += 1;
}

static void register_read(void) {
    core_register();
    read_once(0);
    finished += 1;
}

static void retire_0(void) {
    retire(0);
    finished += 1;
}

static void retire_1(void) {
    retire(1);
    finished += 1;
}

static void retire_0_then_1(void) {
    retire(0);
    while (freed == 0)
        explore_relax();
    retire(1);
    finished += 1;
}

static void retire_0_2(void) {
    retire(0);
    retire(2);
    finished += 1;
}

/* The other coroutines' number. */
static void reclaim_after(int others) {
    for (;;) {
        if (posts != 0) {
            posts -= 1;
            history_acquire(&posted);
            // The records belong to the stub. In fact this thread frees them, so they stay while it looks at them.
            stub_enter();
            free_batch();
            stub_leave();
        } else if (finished == others) {
            return;
        } else {
            explore_relax();
        }
    }
}

static void reclaim_after_2(void) { reclaim_after(2); }
static void reclaim_after_3(void) { reclaim_after(3); }

static void check_freed(void) {
    CHECK(work.busy == MR_WIP_IDLE && posts == 0, "a batch was never freed");
    for (int i = 0; i < 3; i++)
        if (linked[i] != NULL) {
            arena_free(linked[i]);
            freed += 1;
        }
    CHECK(freed == made, "%d things of %d were freed", freed, made);
}

const scenario reclaim_scenarios[] = {
    {"reclaim-marked", 3, 3, marked_setup, {read_twice, retire_0, reclaim_after_2}, check_freed},
    {"reclaim-fenced", 3, 3, fenced_setup, {read_twice, retire_0, reclaim_after_2}, check_freed},
    {"reclaim-nested", 3, 3, marked_setup, {read_nested, retire_0, reclaim_after_2}, check_freed},
    {"reclaim-nested-fenced", 3, 3, fenced_setup, {read_nested, retire_0, reclaim_after_2}, check_freed},
    {"reclaim-register", 3, 3, register_setup, {register_read, retire_0, reclaim_after_2}, check_freed},
    {"reclaim-guest", 3, 3, guests_setup, {read_twice, retire_0, reclaim_after_2}, check_freed},
    {"reclaim-guest-nested", 3, 3, guests_setup, {read_nested, retire_0, reclaim_after_2}, check_freed},
    {"reclaim-guests", 3, 3, guests_setup, {read_1, retire_0_then_1, reclaim_after_2}, check_freed},
    {"reclaim-guests-two", 4, 2, guests_setup, {read_twice, read_1, retire_0_then_1, reclaim_after_3}, check_freed},
    {"reclaim-two", 3, 3, guests_setup, {retire_0_2, retire_1, reclaim_after_2}, check_freed},
    {"reclaim-chain", 3, 3, chain_setup, {retire_0, retire_1, reclaim_after_2}, check_freed},
    {0},
};
