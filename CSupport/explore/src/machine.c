/* The threads, and which of them has the baton. */
#include "machine.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#define VAIN_LOOKS 64 /* looks in vain before a thread sleeps between them */

_Thread_local explored *mr_explored_self;

machine *machine_present;

uint32_t machine_crashes;

/* ---- the lock and the baton ---- */

void machine_enter(machine *m) {
    // acquire: what the thread before did under the lock
    while (atomic_exchange_explicit(MR_ATOMIC(&m->lock), 1, mr_acquire) != 0)
        sched_yield();
}

// release: pairs with machine_enter
void machine_leave(machine *m) { atomic_store_explicit(MR_ATOMIC(&m->lock), 0, mr_release); }

/* For a thread of a dead machine. */
_Noreturn static void stay_for_ever(void) {
    for (;;)
        pause();
}

void machine_await_turn(explored *self) {
    atomic_store_explicit(MR_ATOMIC(&self->awaits), 1, mr_relaxed);
    // acquire: what the thread that had the baton did
    while (atomic_load_explicit(MR_ATOMIC(&self->turn), mr_acquire) == 0)
        system_futex(&self->turn, 0, 0, 0);
    atomic_store_explicit(MR_ATOMIC(&self->turn), 0, mr_relaxed);
    atomic_store_explicit(MR_ATOMIC(&self->awaits), 0, mr_relaxed);
}

void machine_hand_to(machine *m, int next) {
    m->holder = next;
    m->threads[next].status = RUNNING;
    m->threads[next].started = true;
    m->beats += 1;
    trail_note_hand(next);
}

void machine_wake(explored *thread) {
    // release: pairs with await_turn
    atomic_store_explicit(MR_ATOMIC(&thread->turn), 1, mr_release);
    system_futex(&thread->turn, 1, 1, 0);
}

void machine_call_controller(machine *m) {
    atomic_store_explicit(MR_ATOMIC(&m->called), 1, mr_release);
    system_futex(&m->called, 1, 1, 0);
}

bool machine_can_run(const machine *m, int thread) {
    return m->threads[thread].status == READY && !m->threads[thread].relaxes;
}

void machine_wake_others(machine *m) {
    m->relaxing = false;
    for (int i = 0; i < m->count; i++)
        m->threads[i].relaxes = false;
}

void machine_pass_on(machine *m) {
    int next = trail_decide(m, false, 0);
    if (next == NOBODY) {
        m->holder = NOBODY;
        m->beats += 1;
        machine_leave(m);
        machine_call_controller(m);
    } else {
        machine_hand_to(m, next);
        machine_leave(m);
        machine_wake(&m->threads[next]);
    }
}

void machine_arrive(explored *self) {
    machine *m = self->machine;
    if (MR_LIKELY(self->status == RUNNING && !m->dead))
        return;
    if (m->dead) {
        machine_leave(m);
        stay_for_ever();
    }
    // It slept in the system, and others went on.
    self->status = READY;
    m->outside -= 1;
    m->beats += 1;
    bool calls = m->holder == NOBODY;
    machine_leave(m);
    if (calls)
        machine_call_controller(m);
    machine_await_turn(self);
    machine_enter(m);
}

/* Under the lock: the schedule does not go on. */
_Noreturn static void give_up(machine *m, mr_explore_ending verdict) {
    m->verdict = verdict;
    m->dead = true;
    machine_leave(m);
    machine_call_controller(m);
    stay_for_ever();
}

mr_explore_ending machine_why_stuck(const machine *m) {
    return m->outside != 0 ? MR_EXPLORE_BLOCKED : MR_EXPLORE_DEADLOCK;
}

void machine_await_awake(machine *m) {
    for (int i = 0; i < m->count; i++) {
        explored *thread = &m->threads[i];
        for (int turns = 0; turns < 1000 && thread->status == OUTSIDE && !system_sleeps(thread); turns++) {
            machine_leave(m);
            sched_yield();
            machine_enter(m);
        }
    }
}

/* ---- steps ---- */

void machine_step(explored *self, const void *word, const char *file, int line, bool writes) {
    machine *m = self->machine;
    uint32_t site = trail_site(file, line);
    machine_enter(m);
    machine_arrive(self);
    if (MR_UNLIKELY(m->outside != 0))
        machine_await_awake(m);
    int next = trail_decide(m, true, site);
    if (next != self->number) {
        self->status = READY;
        machine_hand_to(m, next);
        machine_leave(m);
        machine_wake(&m->threads[next]);
        machine_await_turn(self);
        machine_enter(m);
    }
    if (!trail_note_step(self->number, word, file, line, writes, site))
        give_up(m, MR_EXPLORE_LIVELOCK);
    m->beats += 1;
    if (!self->looks) {
        m->vain_looks = 0;
        if (m->relaxing)
            machine_wake_others(m);
    }
    self->looks = false;
    size_t number = trail_step_count - 1;
    machine_leave(m);
    if (MR_UNLIKELY(trail_watcher != NULL)) {
        self->hushed += 1;
        trail_watcher(number);
        self->hushed -= 1;
    }
}

void mr_explore_yield(const void *word, const char *file, int line) {
    explored *self = machine_self();
    if (self != NULL)
        machine_step(self, word, file, line, true);
}

void mr_explore_load(const void *word, const char *file, int line) {
    explored *self = machine_self();
    if (self != NULL)
        machine_step(self, word, file, line, false);
}

bool mr_explore_give_way(void) {
    explored *self = machine_self();
    if (self == NULL) {
        sched_yield();
        return true;
    }
    machine *m = self->machine;
    machine_enter(m);
    machine_arrive(self);
    m->relaxing = self->relaxes = true;
    self->looks = true;
    self->status = READY;
    int next = trail_decide(m, false, 0);
    if (next != NOBODY) {
        machine_hand_to(m, next);
        machine_leave(m);
        machine_wake(&m->threads[next]);
        machine_await_turn(self);
        machine_enter(m);
        self->looks = true;
        self->relaxes = false;
        machine_leave(m);
        return true;
    }
    // No other thread can do anything. The loop may end by itself, or something outside may end it.
    self->status = RUNNING;
    self->relaxes = false;
    m->vain_looks += 1;
    m->beats += 1;
    uint32_t looks = m->vain_looks;
    if (looks > VAIN_LOOKS + PATIENCE)
        give_up(m, machine_why_stuck(m));
    machine_leave(m);
    if (looks > VAIN_LOOKS) {
        self->hushed += 1;
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
        self->hushed -= 1;
    }
    return false;
}

void mr_explore_relax(void) { mr_explore_give_way(); }

int mr_explore_self(void) { return mr_explored_self == NULL ? NOBODY : mr_explored_self->number; }

void machine_wait(explored *self, const void *key, bool may_end) {
    machine *m = self->machine;
    self->status = WAITING;
    self->key = key;
    self->may_end = may_end;
    machine_wake_others(m);
    machine_pass_on(m);
    machine_await_turn(self);
}

bool mr_explore_wait(const void *key, bool may_end) {
    explored *self = mr_explored_self;
    if (self == NULL)
        return false;
    machine *m = self->machine;
    machine_enter(m);
    machine_arrive(self);
    if (m->over && may_end)
        machine_leave(m);
    else
        machine_wait(self, key, may_end);
    return !(m->over && may_end);
}

void mr_explore_wake(const void *key) {
    machine *m = machine_present;
    if (m == NULL)
        return;
    machine_enter(m);
    bool woken = false;
    for (int i = 0; i < m->count; i++)
        if (m->threads[i].status == WAITING && m->threads[i].key == key) {
            m->threads[i].status = READY;
            woken = true;
        }
    bool calls = woken && m->holder == NOBODY;
    m->beats += woken;
    machine_leave(m);
    if (calls)
        machine_call_controller(m);
}

void machine_go_outside(explored *self) {
    machine *m = self->machine;
    machine_enter(m);
    machine_arrive(self);
    self->status = OUTSIDE;
    m->outside += 1;
    machine_wake_others(m);
    machine_pass_on(m);
}

void machine_come_back(explored *self) {
    machine_enter(self->machine);
    machine_arrive(self);
    machine_leave(self->machine);
}

void mr_explore_hush(void) {
    if (mr_explored_self != NULL)
        mr_explored_self->hushed += 1;
}

void mr_explore_unhush(void) {
    if (mr_explored_self != NULL)
        mr_explored_self->hushed -= 1;
}
