#include "explorer.h"

#include <execinfo.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "CMillrace.h"
#include "mr_reclaim.h"

/* ---- the arena ---- */

#define ARENA (1u << 18)
#define GRANULE 16
#define POISON 0xdb

enum { UNUSED, LIVE, FREED };

static _Alignas(64) unsigned char arena[ARENA];
static unsigned char state[ARENA / GRANULE];
static uint32_t size_at[ARENA / GRANULE]; /* of the block that starts at this granule */
static size_t arena_used, live_blocks;

static bool in_arena(const void *p) {
    return (const unsigned char *)p >= arena && (const unsigned char *)p < arena + ARENA;
}

void *arena_allocate(size_t size, size_t alignment) {
    if (alignment < GRANULE)
        alignment = GRANULE;
    size_t start = (arena_used + GRANULE + alignment - 1) / alignment * alignment; /* a granule between two blocks */
    size_t rounded = (size + GRANULE - 1) / GRANULE * GRANULE;
    CHECK(start + rounded <= ARENA, "the arena is too small");
    arena_used = start + rounded;
    memset(arena + start, 0, rounded);
    memset(state + start / GRANULE, LIVE, rounded / GRANULE);
    size_at[start / GRANULE] = (uint32_t)rounded;
    live_blocks += 1;
    return arena + start;
}

void arena_free(void *memory) {
    if (memory == NULL)
        return;
    CHECK(in_arena(memory), "free of %p, which was not allocated", memory);
    size_t start = (size_t)((unsigned char *)memory - arena);
    CHECK(start % GRANULE == 0 && size_at[start / GRANULE] != 0, "free of %p, which is no block", memory);
    CHECK(state[start / GRANULE] == LIVE, "double free of %p", memory);
    uint32_t size = size_at[start / GRANULE];
    memset(state + start / GRANULE, FREED, size / GRANULE);
    memset(memory, POISON, size);
    live_blocks -= 1;
}

bool arena_is_live(const void *p) {
    return !in_arena(p) || state[((const unsigned char *)p - arena) / GRANULE] == LIVE;
}

size_t arena_live_blocks(void) { return live_blocks; }

static void arena_reset(void) {
    memset(state, UNUSED, (arena_used + GRANULE - 1) / GRANULE);
    memset(size_at, 0, (arena_used / GRANULE + 1) * sizeof(size_at[0]));
    arena_used = 0;
    live_blocks = 0;
}

/* Plain writes to freed memory are found at the end of a run. */
static void arena_check(void) {
    for (size_t i = 0; i < arena_used / GRANULE; i++)
        if (state[i] == FREED)
            for (size_t j = 0; j < GRANULE; j++)
                CHECK(arena[i * GRANULE + j] == POISON, "freed memory was written to");
}

/* ---- coroutines ---- */

#define STACK (64 * 1024)

typedef struct {
    sigjmp_buf here;
    ucontext_t start;
    bool started, done;
    const void *waits_for; /* a held mutex */
    void *thread;          /* its mr_thread_self */
    void *specific;        /* what the key's destructor gets when it ends */
    uint32_t depth;        /* of nested sections */
} coroutine;

static coroutine coroutines[MAX_COROUTINES];
static _Alignas(16) char stacks[MAX_COROUTINES][STACK];
static coroutine outside; /* setup and check */
static int current = -1;
static const scenario *running;

static coroutine *self(void) { return current < 0 ? &outside : &coroutines[current]; }
int current_coroutine(void) { return current; }
bool in_section(void) { return self()->depth != 0; }

/* ---- decisions ---- */

#define MAX_DECISIONS 4096
#define MAX_STEPS 20000

typedef struct {
    uint8_t count, choice;
    int8_t options[MAX_COROUTINES];
} decision;

static decision trail[MAX_DECISIONS];
static size_t trail_length, trail_position;
static int preemptions;      /* in this run */
static int preemption_limit; /* of this enumeration */
static bool random_mode;
static uint64_t random_state;
static uint32_t random_rate;

typedef struct {
    const char *file;
    int line;
    int coroutine;
} step;

static step steps[MAX_STEPS];
static uint64_t step_count;

uint64_t now(void) { return step_count; }

static uint32_t draw(void) { /* splitmix64 */
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static bool enabled(int i) { return !coroutines[i].done && coroutines[i].waits_for == NULL; }

/* Who runs next: the current one first, then the others; -1 when nobody can. */
static int decide(bool current_can) {
    decision fresh = {0};
    if (current_can)
        fresh.options[fresh.count++] = (int8_t)current;
    if (!current_can || random_mode || preemptions < preemption_limit)
        for (int i = 0; i < running->coroutines; i++)
            if (i != current && enabled(i))
                fresh.options[fresh.count++] = (int8_t)i;
    if (fresh.count == 0)
        return -1;
    if (fresh.count == 1)
        return fresh.options[0];
    int next;
    if (random_mode) {
        bool stay = current_can && draw() % 1000 >= random_rate;
        next = fresh.options[stay ? 0 : draw() % fresh.count];
    } else {
        if (trail_position == trail_length) {
            CHECK(trail_length < MAX_DECISIONS, "too many decisions");
            trail[trail_length++] = fresh;
        }
        decision *made = &trail[trail_position++];
        CHECK(made->count == fresh.count, "the scenario is not deterministic");
        next = made->options[made->choice];
    }
    if (current_can && next != current)
        preemptions += 1;
    return next;
}

/* The next schedule in depth-first order; false when all have been run. */
static bool advance_trail(void) {
    while (trail_length > 0) {
        decision *last = &trail[trail_length - 1];
        if (++last->choice < last->count)
            return true;
        trail_length -= 1;
    }
    return false;
}

static void coroutine_main(void);

static void switch_to(int next) {
    coroutine *from = self();
    from->thread = core_get_thread();
    if (sigsetjmp(from->here, 0) != 0)
        return;
    current = next;
    coroutine *to = self();
    core_set_thread(to->thread);
    if (!to->started && next >= 0) {
        to->started = true;
        setcontext(&to->start);
    }
    siglongjmp(to->here, 1);
}

static void check_word(const void *word) {
    CHECK(word == NULL || arena_is_live(word), "atomic operation on freed memory");
}

void mr_explore_yield(const void *word, const char *file, int line) {
    if (current >= 0) {
        CHECK(step_count < MAX_STEPS, "no end after %d steps", MAX_STEPS);
        int next = decide(true);
        if (next != current)
            switch_to(next);
        steps[step_count++] = (step){file, line, current};
    }
    check_word(word);
}

/* A coroutine that is done, or that waits, gives way. */
static void give_way(void) {
    int next = decide(false);
    if (next < 0)
        for (int i = 0; i < running->coroutines; i++)
            CHECK(coroutines[i].done, "deadlock");
    switch_to(next);
}

static void thread_ends(void);

static void coroutine_main(void) {
    for (;;) {
        running->body[current]();
        thread_ends();
        CHECK(self()->depth == 0, "a section was left open");
        self()->done = true;
        give_way();
    }
}

/* ---- what the core takes from the system ---- */

static const void *held[4];
static pthread_once_t *once_done;
static void (*key_destructor)(void *);
static bool registered_before;

int explore_once(pthread_once_t *once, void (*function)(void)) {
    if (once_done != once) {
        once_done = once;
        function();
    }
    return 0;
}

int explore_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    *key = 1;
    key_destructor = destructor;
    return 0;
}

int explore_setspecific(pthread_key_t key, const void *value) {
    (void)key;
    self()->specific = (void *)value;
    return 0;
}

static const void **find_held(const void *mutex) {
    for (size_t i = 0; i < sizeof(held) / sizeof(held[0]); i++)
        if (held[i] == mutex)
            return &held[i];
    return NULL;
}

int explore_lock(void *mutex) {
    YIELD(NULL);
    while (find_held(mutex) != NULL) {
        CHECK(current >= 0, "setup or check found a held mutex");
        self()->waits_for = mutex;
        give_way();
    }
    *find_held(NULL) = mutex;
    return 0;
}

int explore_unlock(void *mutex) {
    const void **place = find_held(mutex);
    CHECK(place != NULL, "unlock of a mutex that is not held");
    *place = NULL;
    for (int i = 0; i < MAX_COROUTINES; i++)
        if (coroutines[i].waits_for == mutex)
            coroutines[i].waits_for = NULL;
    return 0;
}

static void thread_ends(void) {
    void *value = self()->specific;
    self()->specific = NULL;
    /* A record that was there before the run stays until all are done: its end is not part of the schedule. */
    if (value != NULL && !registered_before)
        key_destructor(value);
    else
        self()->specific = value;
}

void register_all(void) {
    registered_before = true;
    for (current = 0; current < running->coroutines; current++) {
        int me = current;
        core_set_thread(NULL);
        current = -1;
        core_register();
        coroutines[me].thread = core_get_thread();
        coroutines[me].specific = outside.specific;
        outside.specific = NULL;
        current = me;
    }
    current = -1;
    core_set_thread(NULL);
}

/* ---- reclamation ---- */

typedef struct {
    uintptr_t *node;
    void (*callback)(uintptr_t *);
    uintptr_t words[2];
    uint32_t waits_for; /* the coroutines whose section was open at the call */
} pending;

#define MAX_PENDING 256
static pending waiting[MAX_PENDING];
static size_t waiting_count;

static void run_ready(void) {
    for (size_t i = 0; i < waiting_count;) {
        if (waiting[i].waits_for != 0) {
            i++;
            continue;
        }
        pending ready = waiting[i];
        waiting[i] = waiting[--waiting_count];
        CHECK(arena_is_live(ready.node), "memory was freed while it waited for reclamation");
        // a real back end links the node into its queue
        CHECK(ready.node[0] == ready.words[0] && ready.node[1] == ready.words[1],
              "the two words lent to reclamation were written to");
        ready.callback(ready.node);
    }
}

void mr_reclaim_enter(void) {
    if (self()->depth == 0)
        YIELD(NULL);
    self()->depth += 1;
}

void mr_reclaim_leave(void) {
    CHECK(self()->depth != 0, "a section was left that was not entered");
    self()->depth -= 1;
    if (self()->depth == 0) {
        uint32_t me = 1u << (current + 1);
        for (size_t i = 0; i < waiting_count; i++)
            waiting[i].waits_for &= ~me;
        run_ready();
    }
}

void mr_reclaim_later(uintptr_t node[2], void (*callback)(uintptr_t *node)) {
    CHECK(waiting_count < MAX_PENDING, "too many pending callbacks");
    CHECK(arena_is_live(node), "reclaim_later of freed memory");
    for (size_t i = 0; i < waiting_count; i++)
        CHECK(waiting[i].node != node, "reclaim_later twice");
    pending fresh = {.node = node, .callback = callback};
    for (int i = 0; i < MAX_COROUTINES; i++)
        if (coroutines[i].depth != 0)
            fresh.waits_for |= 1u << (i + 1);
    if (outside.depth != 0)
        fresh.waits_for |= 1u;
    node[0] = fresh.words[0] = (uintptr_t)0xabcdabcdabcd0000u;
    node[1] = fresh.words[1] = (uintptr_t)callback;
    waiting[waiting_count++] = fresh;
    run_ready();
}

void *mr_allocate(size_t size, size_t alignment) { return arena_allocate(size, alignment); }

/* ---- running ---- */

static void run_once(void) {
    arena_reset();
    trail_position = 0;
    preemptions = 0;
    step_count = 0;
    registered_before = false;
    core_set_thread(NULL);
    outside = (coroutine){0};
    current = -1;
    for (int i = 0; i < MAX_COROUTINES; i++) {
        coroutines[i].done = false;
        coroutines[i].thread = NULL;
        coroutines[i].specific = NULL;
        coroutines[i].depth = 0;
        coroutines[i].waits_for = NULL;
    }
    running->setup();
    void *mine = core_get_thread();
    switch_to(decide(false));
    current = -1;
    core_set_thread(mine);
    running->check();
    for (int i = 0; i < running->coroutines; i++)
        if (coroutines[i].specific != NULL)
            key_destructor(coroutines[i].specific);
    if (outside.specific != NULL)
        key_destructor(outside.specific);
    CHECK(waiting_count == 0, "a callback of the reclamation never ran");
    CHECK(live_blocks == 0, "%zu blocks are left", live_blocks);
    arena_check();
}

static void print_schedule(void) {
    if (random_mode)
        fprintf(stderr, "  random schedule\n");
    for (uint64_t i = 0; i < step_count;) {
        uint64_t j = i;
        while (j < step_count && steps[j].coroutine == steps[i].coroutine)
            j++;
        fprintf(stderr, "  %c:", 'A' + steps[i].coroutine);
        const char *file = NULL;
        for (uint64_t k = i; k < j; k++) {
            if (k > i + 40 && k + 3 < j) {
                if (k == i + 41)
                    fprintf(stderr, " …");
                continue;
            }
            const char *name = strrchr(steps[k].file, '/');
            name = name ? name + 1 : steps[k].file;
            if (file == NULL || strcmp(file, name) != 0)
                fprintf(stderr, " %s", name);
            fprintf(stderr, ":%d", steps[k].line);
            file = name;
        }
        fprintf(stderr, "\n");
        i = j;
    }
}

static uint64_t schedules;

void fail(const char *format, ...) {
    static volatile sig_atomic_t failing;
    if (failing++)
        _exit(3);
    fflush(stdout);
    fprintf(stderr, "FAILED %s, schedule %llu, coroutine %c: ", running ? running->name : "?",
            (unsigned long long)schedules + 1, current < 0 ? '-' : 'A' + current);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n");
    print_schedule();
    _exit(1);
}

static void on_crash(int number) { fail("signal %d, the schedule is in the trail", number); }

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t explore(int bound) {
    uint64_t before = schedules;
    random_mode = false;
    preemption_limit = bound;
    trail_length = 0;
    do {
        run_once();
        schedules++;
    } while (advance_trail());
    return schedules - before;
}

static const char *only;
static int bound = -1;
static long random_runs = 50000;
static uint64_t seed = 1;

int main(int argc, char **argv) {
    static char alternate[64 * 1024];
    stack_t stack = {.ss_sp = alternate, .ss_size = sizeof(alternate)};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGABRT, &action, NULL);

    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--preemptions=", 14) == 0)
            bound = atoi(argv[i] + 14);
        else if (strncmp(argv[i], "--random=", 9) == 0)
            random_runs = atol(argv[i] + 9);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoull(argv[i] + 7, NULL, 10);
        else
            only = argv[i];
    }
    for (int i = 0; i < MAX_COROUTINES; i++) {
        getcontext(&coroutines[i].start);
        coroutines[i].start.uc_stack.ss_sp = stacks[i];
        coroutines[i].start.uc_stack.ss_size = STACK;
        coroutines[i].start.uc_link = NULL;
        makecontext(&coroutines[i].start, coroutine_main, 0);
    }
    bool any = false;
    for (const scenario *s = scenarios; s->name != NULL; s++) {
        if (only != NULL && strcmp(only, s->name) != 0)
            continue;
        any = true;
        running = s;
        double start = seconds();
        int limit = bound >= 0 ? bound : s->preemptions;
        uint64_t all = explore(limit);
        random_mode = true;
        random_state = seed;
        for (long i = 0; i < random_runs; i++) {
            random_rate = 20 + (uint32_t)(i % 10) * 40; /* few switches to many */
            run_once();
            schedules++;
        }
        printf("ok  %-28s %9llu schedules with at most %d preemptions, %ld random  %.2f s\n", s->name,
               (unsigned long long)all, limit, random_runs, seconds() - start);
        fflush(stdout);
    }
    if (!any) {
        fprintf(stderr, "no scenario of that name\n");
        return 2;
    }
    return 0;
}
