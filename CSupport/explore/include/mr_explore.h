/*
 * mr_explore: decides which of several threads runs, and enumerates their schedules. Only in the build that MillraceExplore
 * explores (MILLRACE_EXPLORE=1); a product has none of it. In C because every atomic operation of the core calls it.
 *
 * The threads are real ones, since Swift's runtime keeps things in thread-locals. One of them at a time has the baton and
 * runs. A *step* is an atomic operation of the core, the middle of an `exchange` of a stored value (Held.swift), or a point
 * that the code under test has marked. Before each of its steps, the thread with the baton may pass the baton on, if the
 * schedule says so. That is a *preemption*, unless the thread cannot go on.
 *
 *     IDLE ──run──▶ READY ──baton──▶ RUNNING ──step, or another's wake──▶ READY
 *                   RUNNING ──mr_explore_wait──▶ WAITING ──mr_explore_wake──▶ READY
 *                   RUNNING ──blocks in the system──▶ OUTSIDE ──returns──▶ READY
 *                   RUNNING ──body returns──▶ DONE
 *
 * The *controller* is the thread that calls mr_explore_run. It sets a schedule up before, checks it afterwards, and in
 * between only looks now and then whether the thread with the baton still takes steps. One controller at a time.
 *
 *     mr_explore_begin(); mr_explore_enumerate(2, true);
 *     do { set up; mr_explore_run(…); check } while (mr_explore_advance());
 *     mr_explore_end();
 *
 * The machine assumes sequential consistency. Under the lock of the machine, nothing but its own state is touched.
 */
#ifndef MR_EXPLORE_H
#define MR_EXPLORE_H

#include "../../include/mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_EXPLORE_MOST_THREADS 16
#define MR_EXPLORE_MOST_STEPS 30000

/* How a schedule ended. */
typedef enum mr_explore_ending {
    MR_EXPLORE_COMPLETE, /* every thread has returned */
    MR_EXPLORE_DEADLOCK, /* the threads that are left wait for each other */
    MR_EXPLORE_LIVELOCK, /* steps without an end, or a thread that runs without a step for seconds */
    MR_EXPLORE_BLOCKED,  /* a thread sleeps in the system, and none can wake it */
} mr_explore_ending;

/* One step: thread number `thread` reached `line` of `file`. */
typedef struct mr_explore_step {
    const char *MR_NULLABLE file;
    int32_t line;
    int16_t thread;
    bool writes;
    uint32_t site; /* the machine's own */
    const void *MR_NULLABLE word;
} mr_explore_step;

/* Some steps of one thread, in a schedule that is to be run again. */
typedef struct mr_explore_turn {
    int32_t thread;
    int32_t steps;
} mr_explore_turn;

/* ---- for the code under test ---- */

/* A step of the calling thread; nothing unless it is a thread of the schedule. */
void mr_explore_yield(const void *MR_NULLABLE word, const char *file, int line);
/* The same before a load. */
void mr_explore_load(const void *MR_NULLABLE word, const char *file, int line);

/* Called in loops that wait for another thread: returns when another thread has taken a step, or when none can. */
void mr_explore_relax(void);
/* The same. False: none can. */
bool mr_explore_give_way(void);

/* The number of the calling thread in the schedule; -1 if it is none of the schedule's. */
int mr_explore_self(void);

/*
 * Waits until another thread calls mr_explore_wake with this key. If `may_end` is true, the wait also ends when nothing
 * but such waits is left of the schedule: false then.
 */
bool mr_explore_wait(const void *key, bool may_end);
void mr_explore_wake(const void *key);

/* Between the two, the calling thread takes no steps, whatever it calls. They nest. */
void mr_explore_hush(void);
void mr_explore_unhush(void);

/* ---- for the controller ---- */

/* Makes the calling thread the controller, and gives the threads their processor. */
void mr_explore_begin(void);
void mr_explore_end(void);

/*
 * From now on, every schedule with at most `preemptions` preemptions. If `everywhere` is false, a preemption comes only
 * before a step of a place at which threads have been seen to meet.
 */
void mr_explore_enumerate(int preemptions, bool everywhere);
/* Goes on to the next schedule; false if there is none. */
bool mr_explore_advance(void);
/* Whether threads were seen to meet at a place that this enumeration has not counted among such places. */
bool mr_explore_found_place(void);

/* From now on, random schedules: a preemption in about `rate` of 1,000 steps. */
void mr_explore_randomize(uint64_t seed, uint32_t rate);

/* From now on, the schedule that consists of these turns. */
void mr_explore_repeat(const mr_explore_turn *turns, size_t count);

/* How often the same choices have led elsewhere since the last call of one of the four above. */
size_t mr_explore_divergences(void);

/*
 * Runs `body` once on each of `count` threads. A thread whose entry in `keys` is not NULL begins when that key is woken,
 * and need not begin at all. `context` is handed to each.
 */
mr_explore_ending mr_explore_run(int count, const void *MR_NULLABLE const *MR_NONNULL keys,
                                 void (*body)(int thread, void *MR_NULLABLE context), void *MR_NULLABLE context);

/* The steps of the last schedule. */
const mr_explore_step *mr_explore_steps(size_t *count);

/* The turns of the last schedule. */
const mr_explore_turn *mr_explore_turns(size_t *count);

/* Called after each step is noted, on the thread that takes it, from now on; NULL for none. */
void mr_explore_watch(void (*MR_NULLABLE watcher)(size_t step));
/* While steps are watched: the metadata of the Swift object, made since then, in which the word lies; NULL if there is none. */
const void *MR_NULLABLE mr_explore_owner(const void *MR_NULLABLE word);

/* What a thread of the last schedule was doing when the schedule ended. */
typedef enum mr_explore_state {
    MR_EXPLORE_HAS_RETURNED,
    MR_EXPLORE_CAN_RUN,
    MR_EXPLORE_WAITS,      /* for a lock or a job that a thread of the schedule has to give */
    MR_EXPLORE_LOOKS,      /* in a loop, for what no thread does */
    MR_EXPLORE_IS_OUTSIDE, /* in the system */
    MR_EXPLORE_RUNS,
} mr_explore_state;
mr_explore_state mr_explore_state_of(int thread);

/*
 * If the program crashes while a schedule is run or checked, prints one line with the token of the schedule; see ExploreFailure.
 * `number` is the number of the schedule.
 */
void mr_explore_name_schedule(uint64_t number);

/*
 * Jobs of Swift's global executor. `enqueue` takes jobs that the threads and the controller make; NULL: as usual. A job
 * with a function is run by that function.
 */
void mr_explore_take_jobs(void (*MR_NULLABLE enqueue)(void *job, void (*MR_NULLABLE run)(void *job)));

MR_ASSUME_NONNULL_END

#endif
