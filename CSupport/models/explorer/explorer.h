/*
 * The interleaving explorer. It runs the real C core on coroutines, in one thread of the system, and decides before
 * every atomic operation which coroutine goes on. It enumerates all schedules with a bounded number of preemptions, and
 * then draws further schedules at random.
 *
 * The explorer assumes sequential consistency, unless it is compiled with MR_EXPLORE_WEAK: see history.c.
 *
 * Memory comes from an arena that poisons what is freed. Every atomic operation checks that its word is not in freed
 * memory, so a use after free is found in the schedule in which it happens. Reclamation is a stub that calls back at
 * the first moment at which real reclamation would be allowed to.
 */
#ifndef EXPLORER_H
#define EXPLORER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "history.h"

#define MAX_COROUTINES 4

typedef struct scenario {
    const char *name;
    int coroutines;
    int preemptions; /* the bound of the enumeration */
    void (*setup)(void);
    void (*body[MAX_COROUTINES])(void);
    void (*check)(void); /* called when all bodies have returned; nothing is interleaved here */
} scenario;

/* The tables of scenarios. NULL ends the list of tables; a scenario without a name ends a table. */
extern const scenario *const tables[];

/* Lets another coroutine run here, if the schedule says so. Checks that `word` is not in freed memory. */
void mr_explore_yield(const void *word, const char *file, int line);
#define YIELD(p) mr_explore_yield((p), __FILE__, __LINE__)

/* For loops that wait: returns once another coroutine has taken a step that is not such a look itself. */
int explore_relax(void);

/* Reports the schedule that led here, and ends the process. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail(__VA_ARGS__);                                                                                         \
    } while (0)

/* The number of the running coroutine; -1 in setup and check. */
int current_coroutine(void);

/* How many atomic operations have been run. */
uint64_t now(void);

/* The arena. */
void *arena_allocate(size_t size, size_t alignment);
void arena_free(void *memory);
bool arena_is_live(const void *memory);
size_t arena_live_blocks(void);

/* Whether the running coroutine is inside a section of the reclamation stub. */
bool in_section(void);

/* Gives every coroutine a thread record before the run, so that registering is not part of the schedule. */
void register_all(void);

/*
 * Runs the destructor of the core's key, as in the last round of destructors. What the coroutine does afterwards stands
 * for the destructor of another key.
 */
void thread_ends_for_good(void);

/* Wakes every thread, as if each had emitted before. */
void wake_all(void);

/* core.c: the thread record of the running coroutine, and the core's mark that this record has been unregistered. */
void *core_get_thread(void);
void core_set_thread(void *thread);
void core_register(void);
void core_reset(void);
bool core_has_ended(void);
void core_set_ended(bool ended);

#endif
