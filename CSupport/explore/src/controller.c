/* The pool of threads, and the thread that has them run schedules. */
#include "machine.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LOOK_EVERY (3 * MILLISECOND) /* how long the controller waits before it looks whether the threads take steps */
#define LONGEST_STEP 20000           /* milliseconds that a thread may run without a step; three times that if hushed */
#define MOST_LOOKS 4                 /* how often threads of a schedule look again that wait */

static pthread_t controller;
static bool is_controlled;
static cpu_set_t before; /* the controller's processors */

static uint64_t milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* ---- the pool ---- */

static void *thread_main(void *argument) {
    explored *self = argument;
    machine *m = self->machine;
    self->hushed = 1;
    mr_explored_self = self;
    char path[64];
    self->id = (pid_t)syscall(SYS_gettid);
    snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)self->id);
    self->stat = open(path, O_RDONLY | O_CLOEXEC);
    mr_thread_meet();
    // release: the thread is complete; pairs with make_thread
    atomic_store_explicit(MR_ATOMIC(&self->record), mr_thread_self, mr_release);
    self->hushed = 0;
    machine_call_controller(m); /* the thread is made */
    for (;;) {
        machine_await_turn(self);
        m->body(self->number, m->context);
        machine_enter(m);
        machine_arrive(self);
        self->status = DONE;
        machine_wake_others(m);
        machine_pass_on(m);
    }
    return NULL;
}

static void await_call(machine *m, long nanoseconds) {
    if (atomic_load_explicit(MR_ATOMIC(&m->called), mr_acquire) == 0)
        system_futex(&m->called, 0, 0, nanoseconds);
    atomic_store_explicit(MR_ATOMIC(&m->called), 0, mr_relaxed);
}

static void make_thread(machine *m) {
    explored *thread = &m->threads[m->made];
    thread->machine = m;
    thread->number = m->made;
    pthread_t handle;
    const void *processors = system_processors;
    system_processors = NULL; /* it is to have the controller's one */
    if (pthread_create(&handle, NULL, thread_main, thread) != 0) {
        fprintf(stderr, "millrace: no thread can be made to explore with\n");
        abort();
    }
    system_processors = processors;
    pthread_detach(handle);
    while (atomic_load_explicit(MR_ATOMIC(&thread->record), mr_acquire) == NULL)
        await_call(m, LOOK_EVERY);
    m->made += 1;
}

bool machine_is_controlled_here(void) { return is_controlled && pthread_equal(pthread_self(), controller); }

void mr_explore_begin(void) {
    // One processor for all: to pass the baton on takes a microsecond there, and eight from one processor to another.
    sched_getaffinity(0, sizeof(before), &before);
    system_processors = &before;
    int processor = sched_getcpu();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor < 0 ? 0 : processor, &one);
    sched_setaffinity(0, sizeof(one), &one);
    for (int i = 0; machine_present != NULL && i < machine_present->made; i++)
        sched_setaffinity(machine_present->threads[i].id, sizeof(one), &one);
    mr_thread_meet();
    controller = pthread_self();
    is_controlled = true;
}

void mr_explore_end(void) {
    is_controlled = false;
    system_processors = NULL;
    sched_setaffinity(0, sizeof(before), &before);
}

/* ---- a schedule ---- */

static bool all_are_done(const machine *m) {
    for (int i = 0; i < m->count; i++)
        if (m->threads[i].status != DONE)
            return false;
    return true;
}

/* Under the lock. Ends the waits that may end, if nothing else is left. */
static bool end_waits(machine *m) {
    for (int i = 0; i < m->count; i++)
        if (m->threads[i].status != DONE && !(m->threads[i].status == WAITING && m->threads[i].may_end))
            return false;
    m->over = true;
    for (int i = 0; i < m->count; i++)
        if (m->threads[i].status == WAITING)
            m->threads[i].status = m->threads[i].started ? READY : DONE;
    return true;
}

/*
 * Under the lock, while nobody has the baton: threads that wait look once more. A thread that is not of the schedule may
 * have left a mutex, or may have added a job at the moment at which the wait began.
 */
static void look_again(machine *m) {
    for (int i = 0; i < m->count; i++)
        if (m->threads[i].status == WAITING && !m->threads[i].may_end)
            m->threads[i].status = READY;
}

/* Looks after a schedule until it has ended. */
static mr_explore_ending look_after(machine *m) {
    uint64_t beats = 0, since = milliseconds();
    bool slept = false;
    int looks_again = 0;
    for (;;) {
        await_call(m, LOOK_EVERY);
        machine_enter(m);
        if (m->dead || all_are_done(m)) {
            machine_leave(m);
            return m->dead ? m->verdict : MR_EXPLORE_COMPLETE;
        }
        if (m->beats != beats) {
            beats = m->beats;
            since = milliseconds();
            slept = false;
            if (m->holder != NOBODY) {
                machine_leave(m);
                continue;
            }
        }
        uint64_t waited = milliseconds() - since;
        if (m->holder == NOBODY) {
            if (m->relaxing)
                machine_wake_others(m);
            machine_await_awake(m);
            int next = trail_decide(m, false, 0);
            if (next == NOBODY && end_waits(m))
                next = trail_decide(m, false, 0);
            if (next == NOBODY && waited > 20 && looks_again < MOST_LOOKS) {
                looks_again += 1;
                look_again(m);
                next = trail_decide(m, false, 0);
            }
            if (next != NOBODY) {
                machine_hand_to(m, next);
                machine_leave(m);
                machine_wake(&m->threads[next]);
                continue;
            }
            if (all_are_done(m)) {
                machine_leave(m);
                return MR_EXPLORE_COMPLETE;
            }
            if (waited > PATIENCE) {
                m->dead = true;
                m->verdict = machine_why_stuck(m);
            }
        } else {
            explored *holder = &m->threads[m->holder];
            bool hushed = atomic_load_explicit(MR_ATOMIC(&holder->hushed), mr_relaxed) != 0;
            // The thread that gave it the baton may not have woken it yet.
            bool awaits = atomic_load_explicit(MR_ATOMIC(&holder->awaits), mr_relaxed) != 0;
            bool sleeps = !hushed && !awaits && system_sleeps(holder);
            if (sleeps && slept) {
                // It sleeps in the system, in a call that nobody has announced.
                holder->status = OUTSIDE;
                m->outside += 1;
                machine_wake_others(m);
                machine_pass_on(m);
                slept = false;
                continue;
            }
            slept = sleeps;
            if (waited > (hushed ? 3 * LONGEST_STEP : LONGEST_STEP)) {
                m->dead = true;
                m->verdict = MR_EXPLORE_LIVELOCK;
            }
        }
        machine_leave(m);
    }
}

mr_explore_ending mr_explore_run(int count, const void *const *keys, void (*body)(int, void *), void *context) {
    machine *m = machine_present;
    if (m == NULL || m->dead) {
        m = calloc(1, sizeof(machine));
        if (m == NULL)
            abort();
        machine_present = m;
    }
    while (m->made < count)
        make_thread(m);
    for (int i = 0; i < m->made; i++)
        mr_thread_settle(m->threads[i].record);
    mr_thread_settle(mr_thread_self);
    system_reset();
    trail_reset();
    m->count = count;
    m->body = body;
    m->context = context;
    m->relaxing = m->over = false;
    m->outside = 0;
    m->vain_looks = 0;
    m->holder = NOBODY;
    for (int i = 0; i < count; i++) {
        explored *thread = &m->threads[i];
        thread->started = thread->relaxes = thread->looks = false;
        thread->key = keys[i];
        thread->may_end = keys[i] != NULL;
        thread->status = keys[i] == NULL ? READY : WAITING;
    }
    atomic_store_explicit(MR_ATOMIC(&m->called), 0, mr_relaxed);
    machine_enter(m);
    int first = trail_decide(m, false, 0);
    if (first == NOBODY) {
        machine_leave(m);
        machine_call_controller(m);
    } else {
        machine_hand_to(m, first);
        machine_leave(m);
        machine_wake(&m->threads[first]);
    }
    mr_explore_ending ending = look_after(m);
    trail_learn();
    return ending;
}

mr_explore_state mr_explore_state_of(int thread) {
    machine *m = machine_present;
    if (m == NULL || thread >= m->count)
        return MR_EXPLORE_HAS_RETURNED;
    switch (m->threads[thread].status) {
    case IDLE:
    case DONE:
        return MR_EXPLORE_HAS_RETURNED;
    case READY:
        return m->threads[thread].relaxes ? MR_EXPLORE_LOOKS : MR_EXPLORE_CAN_RUN;
    case WAITING:
        return MR_EXPLORE_WAITS;
    case OUTSIDE:
        return MR_EXPLORE_IS_OUTSIDE;
    case RUNNING:
        return m->threads[thread].looks ? MR_EXPLORE_LOOKS : MR_EXPLORE_RUNS;
    }
    return MR_EXPLORE_RUNS;
}
