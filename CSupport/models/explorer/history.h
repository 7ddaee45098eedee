/*
 * What the explorer's files tell history.c, which knows what each thread has seen of each word. With strong orderings
 * every thread sees everything at once, and these functions do next to nothing.
 */
#ifndef HISTORY_H
#define HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A moment of a thread; 0: it has not come yet. */
typedef uint64_t moment;

#ifdef MR_EXPLORE_WEAK

void history_reset(void);
void history_start(void); /* setup is done */
void history_end(void);   /* all coroutines are done */

/* The arena: fresh or freed memory of the calling thread. */
void history_allocate(size_t start, size_t size);
void history_free(size_t start, size_t size);

/* Hands over what the thread has done, or takes that over: through a mutex of the explorer, or its reclamation. */
typedef struct {
    uint32_t happened[8], visible[8];
} handed;
void history_release(handed *to);
void history_acquire(const handed *from);
/*
 * The running thread sees all stores that have been made; no order follows. True if it had read an outdated store since
 * the last call.
 */
bool history_catch_up(void);
/* A stub of reclamation: what is freed was unlinked before; a section that begins afterwards sees that. */
void history_unlinked(void);
void history_section(void);
/* A callback of the stub runs on a thread of its own, after what these two have. */
void history_reclaim(const handed *retired, const handed *ended);
void history_reclaimed(void);
/* A barrier in every thread. */
void history_barrier(void);

moment explore_moment(void);
/* Whether the moment comes before what the running coroutine does now, on every machine. */
bool explore_is_past(moment m);

/* Changes a reference count, as Swift does: a release is acq_rel, a retain relaxed. No other coroutine runs here. */
int explore_retain(int *count);
int explore_release(int *count);
int explore_count(const int *count);
/* Threads that meet at a count: adds one and returns the new value; acq_rel. */
int explore_arrive(int *count);

/* The scenario's own notes, which it changes without any order. */
void explore_note(const void *memory, size_t size);

/* An argument of the command line; false if it is none of history.c's. */
bool history_option(const char *argument);
/* Ends the process if an operation that the command line names was never run. */
void history_check_options(void);

#else

static inline void history_reset(void) {}
static inline void history_start(void) {}
static inline void history_end(void) {}
static inline void history_allocate(size_t start, size_t size) { (void)start, (void)size; }
static inline void history_free(size_t start, size_t size) { (void)start, (void)size; }

typedef struct {
    char unused;
} handed;
static inline void history_release(handed *to) { (void)to; }
static inline void history_acquire(const handed *from) { (void)from; }
static inline bool history_catch_up(void) { return false; }
static inline void history_unlinked(void) {}
static inline void history_section(void) {}
static inline void history_reclaim(const handed *retired, const handed *ended) { (void)retired, (void)ended; }
static inline void history_reclaimed(void) {}
static inline void history_barrier(void) {}

static inline moment explore_moment(void) { return 1; }
static inline bool explore_is_past(moment m) { return m != 0; }

static inline int explore_retain(int *count) { return (*count)++; }
static inline int explore_release(int *count) { return --*count; }
static inline int explore_arrive(int *count) { return ++*count; }
static inline int explore_count(const int *count) { return *count; }
static inline void explore_note(const void *memory, size_t size) { (void)memory, (void)size; }

static inline bool history_option(const char *argument) {
    (void)argument;
    return false;
}
static inline void history_check_options(void) {}

#endif

#endif
