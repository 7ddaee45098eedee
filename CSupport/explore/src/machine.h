/* What the files of the explored build share; mr_explore.h has the contract. Not a public header. */
#ifndef MR_EXPLORE_MACHINE_H
#define MR_EXPLORE_MACHINE_H

#define _GNU_SOURCE

#include <pthread.h>
#include <sys/types.h>

#include "mr_explore.h"
#include "mr_pin.h"

#define MOST_THREADS MR_EXPLORE_MOST_THREADS
#define NOBODY (-1)

typedef enum status { IDLE, READY, RUNNING, WAITING, OUTSIDE, DONE } status;

/* A thread of the pool. All but `turn`, `hushed`, `awaits` and `sections` is guarded by the machine's lock. */
typedef struct explored {
    struct machine *machine;
    int number;
    uint32_t turn; /* a futex: 1 once the thread may go on */
    status status;
    bool started;    /* in this schedule */
    bool may_end;    /* its wait may end with the schedule */
    bool relaxes;    /* looks in a loop for what another thread does, and none has taken a step since */
    bool looks;      /* its next step is such a look */
    const void *key; /* what it waits for */
    uint32_t hushed;   /* the thread's own */
    uint32_t awaits;   /* whether it waits for its turn; the thread's own, and read by the controller */
    uint32_t sections; /* open ones; see reclaim.c */
    pid_t id;
    int stat; /* a file of the system that says whether the thread sleeps */
    mr_thread *record;
} explored;

/*
 * A pool of threads, and the state of the schedule that they run. A machine whose schedule has not ended is left as it
 * is: its threads stay where they are for ever, and the next schedule gets a new machine.
 */
typedef struct machine {
    explored threads[MOST_THREADS];
    int made;  /* threads that exist */
    int count; /* threads of the schedule */
    uint32_t lock;
    uint32_t called; /* a futex: the controller has something to do */
    int holder;      /* has the baton; NOBODY if the controller is to decide */
    int outside;     /* how many threads are OUTSIDE */
    bool relaxing;   /* some thread relaxes */
    bool over;       /* waits that may end do so */
    bool dead;       /* no thread takes another step */
    mr_explore_ending verdict; /* why it is dead */
    uint64_t beats;       /* changes whenever a thread does something */
    uint32_t vain_looks;  /* since a thread last did more than look */
    void (*body)(int, void *);
    void *context;
} machine;

extern _Thread_local explored *mr_explored_self;

/*
 * Whether the program crashes. What handles the crash suspends all threads, and sleeps in futexes: from then on, these are
 * the system's alone.
 */
extern uint32_t machine_crashes;

#define MILLISECOND 1000000L
#define PATIENCE 1000 /* milliseconds in which something outside may let a thread go on */

/* controller.c */
extern machine *machine_present;
bool machine_is_controlled_here(void);

/* machine.c */
void machine_enter(machine *m);
void machine_leave(machine *m);
bool machine_can_run(const machine *m, int thread);
/* Under the lock, which this leaves: waits for the key, while other threads run. */
void machine_wait(explored *self, const void *key, bool may_end);
/* The calling thread takes a step. The caller is a thread of the schedule, and not hushed. */
void machine_step(explored *self, const void *word, const char *file, int line, bool writes);
/* The thread of the schedule that takes steps here; NULL if it is none, or hushed, or if the program crashes. */
static inline explored *machine_self(void) {
    explored *self = mr_explored_self;
    if (self == NULL || self->hushed != 0)
        return NULL;
    return atomic_load_explicit(MR_ATOMIC(&machine_crashes), mr_relaxed) == 0 ? self : NULL;
}
/* Outside the lock: waits for the baton. */
void machine_await_turn(explored *self);
/* Under the lock: goes on when the thread has the baton. */
void machine_arrive(explored *self);
/* Under the lock: gives the baton to a thread, which the caller wakes outside the lock. */
void machine_hand_to(machine *m, int next);
void machine_wake(explored *thread);
/* Under the lock, which this leaves: the baton goes to another thread, or to nobody. */
void machine_pass_on(machine *m);
void machine_call_controller(machine *m);
/* Under the lock: threads that look in a loop look again. */
void machine_wake_others(machine *m);
/*
 * Under the lock. A thread that is OUTSIDE and no longer sleeps is on its way to its next step; it is awaited, so that it
 * can run next whenever the same schedule is run. Nobody waits long, since it may be at work outside.
 */
void machine_await_awake(machine *m);
/* How a schedule ends in which nobody can run. */
mr_explore_ending machine_why_stuck(const machine *m);
/* Around a call that may sleep in the system: another thread runs meanwhile. */
void machine_go_outside(explored *self);
void machine_come_back(explored *self);

/* trail.c: all under the machine's lock, or while no schedule is run */
void trail_reset(void);
/* Which thread goes on: the one with the baton if it can, or another one; NOBODY if none can. */
int trail_decide(const machine *m, bool holder_can, uint32_t site);
/* The baton has been handed over. */
void trail_note_hand(int thread);
/* Notes a step. False: there were too many. */
bool trail_note_step(int thread, const void *word, const char *file, int line, bool writes, uint32_t site);
uint32_t trail_site(const char *file, int line);
void trail_learn(void);
/* Writes the schedule so far as text, as ExploreFailure's token. Safe in a signal handler. */
size_t trail_write(char *text, size_t size);
extern void (*trail_watcher)(size_t step);
extern size_t trail_step_count;

/* outside.c */
long system_futex(uint32_t *word, int operation, uint32_t value, long nanoseconds);
/* Whether the thread sleeps in the system at this moment. */
bool system_sleeps(const explored *thread);
/* Before a schedule. */
void system_reset(void);
/* The set of processors that threads have which are made meanwhile; NULL: their maker's. */
extern const void *system_processors;
size_t system_processors_size(void);

#endif
