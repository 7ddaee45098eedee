/* What the explorer's own files share. */
#ifndef MACHINE_H
#define MACHINE_H

#include <setjmp.h>
#include <ucontext.h>

#include "explorer.h"

typedef struct {
    sigjmp_buf here;
    ucontext_t start;
    bool started, done;
    const void *waits_for; /* a held mutex */
    bool relaxes;          /* waits, in a loop, for what others do */
    bool looks;            /* about to look whether they have */
    void *thread;          /* its mr_thread_self */
    bool ended;            /* its thread_has_ended */
    void *specific;        /* what the key's destructor gets when it ends */
    bool last_round;       /* nobody looks at that any more */
    uint32_t depth;        /* of nested sections */
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
/* Enumerate all schedules with so many preemptions from now on; advance_trail says whether there is a further one. */
void enumerate(int bound);
bool advance_trail(void);
/* Draw schedules at random from now on, with so many switches in 1,000 steps. */
void randomize(uint64_t seed);
void randomize_rate(uint32_t rate);

/* arena.c */
void arena_reset(void);
void arena_check(void);

/* system.c */
void system_reset(void);
void system_end(void);
void thread_ends(void);

/* main.c */
uint64_t schedules_run(void);

#endif
