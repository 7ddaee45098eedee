/*
 * The interleaving explorer: runs the real C core on coroutines, one operating-system thread, and decides before every
 * atomic operation which of them goes on. All schedules with a bounded number of preemptions are enumerated, further
 * ones are drawn at random.
 *
 * It assumes sequential consistency; orderings are argued in ORDERING.md and exercised by the thread sanitizer.
 *
 * Memory comes from an arena that is poisoned when freed, and every atomic operation checks that its word is not in
 * freed memory, so a use after free is found in the schedule in which it happens. Reclamation is a stub that calls back
 * at the first moment at which a real back end would be allowed to.
 */
#ifndef EXPLORER_H
#define EXPLORER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define MAX_COROUTINES 4

typedef struct scenario {
    const char *name;
    int coroutines;
    int preemptions; /* the bound of the enumeration */
    void (*setup)(void);
    void (*body[MAX_COROUTINES])(void);
    void (*check)(void); /* when all are done; no interleaving here */
} scenario;

/* The program's scenarios: tables, ended by NULL, of scenarios, ended by one without a name. */
extern const scenario *const tables[];

/* A point at which another coroutine may run; `word` is checked not to be in freed memory. */
void mr_explore_yield(const void *word, const char *file, int line);
#define YIELD(p) mr_explore_yield((p), __FILE__, __LINE__)

/* For loops that wait for others: returns when another coroutine has gone on, but not just looked itself. */
int explore_relax(void);

/* Reports the schedule that led here and ends the process. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail(__VA_ARGS__);                                                                                         \
    } while (0)

/* Which coroutine runs, -1 in setup and check. */
int current_coroutine(void);

/* How many atomic operations have run. */
uint64_t now(void);

/* The arena. */
void *arena_allocate(size_t size, size_t alignment);
void arena_free(void *memory);
bool arena_is_live(const void *memory);
size_t arena_live_blocks(void);

/* Whether the running coroutine is inside a section of the reclamation stub. */
bool in_section(void);

/* Gives every coroutine its thread record before the run, so that registering is not part of the schedule. */
void register_all(void);

/* The key's destructor runs, in the last round of them: what the thread does afterwards, another key's destructor does. */
void thread_ends_for_good(void);

/* As if each had emitted before. */
void wake_all(void);

/* core.c: the thread record of the running coroutine, and whether it has had its last regular one. */
void *core_get_thread(void);
void core_set_thread(void *thread);
void core_register(void);
bool core_has_ended(void);
void core_set_ended(bool ended);

#endif
