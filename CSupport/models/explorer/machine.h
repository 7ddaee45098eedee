/* What the explorer's own files share. */
#ifndef MACHINE_H
#define MACHINE_H

#include <setjmp.h>
#include <ucontext.h>

#include "explorer.h"
#include "history.h"

typedef struct {
    sigjmp_buf here;
    ucontext_t start;
    bool started, done;
    const void *waits_for; /* a mutex that another coroutine holds */
    bool relaxes;          /* waits in a loop for what other coroutines do */
    bool looks;            /* is about to look whether they have done it */
    void *thread;          /* its mr_thread_self */
    bool ended;            /* its thread_has_ended */
    void *specific;        /* what the destructor of the key gets when the coroutine ends */
    bool last_round;       /* no destructor will be run for `specific` any more */
    uint32_t depth;        /* how many nested sections are open */
} coroutine;

extern coroutine coroutines[MAX_COROUTINES];
extern coroutine outside; /* setup and check */
extern int current;
extern const scenario *running;

coroutine *self(void);

/* machine.c */
void machine_start(void);
void machine_reset(void);
int decide(bool current_can);
void switch_to(int next);
void give_way(void);
/*
 * From now on, enumerates all schedules with at most `bound` preemptions. advance_trail goes on to the next schedule;
 * false if there is none.
 */
void enumerate(int bound);
bool advance_trail(void);
/*
 * With weak orderings: which of `count` stores a load reads; the first is the newest. `again`: the one that the thread
 * has read before, if it is not the newest. At most `limit` loads of a schedule go back to a store that is not the newest.
 */
int choose_store(int count, int again);
void limit_stale(int limit);
/* The present step has read a store that so many newer stores follow. */
void note_behind(uint32_t stores);
/* From now on, draws schedules at random; `rate` is the number of switches in 1,000 steps. */
void randomize(uint64_t seed);
void randomize_rate(uint32_t rate);

/* arena.c */
#define ARENA (1u << 18)
bool arena_offset(const void *p, size_t *offset); /* false: not in the arena */
const void *arena_address(size_t offset);
void arena_reset(void);
void arena_check(void);

/* system.c */
void system_reset(void);
void system_end(void);
void thread_ends(void);

/* main.c */
uint64_t schedules_run(void);

#endif
