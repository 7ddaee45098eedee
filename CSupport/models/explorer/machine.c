/* Coroutines, and which of them runs next. */
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"

/* ---- coroutines ---- */

#define STACK (64 * 1024)

coroutine coroutines[MAX_COROUTINES];
static _Alignas(16) char stacks[MAX_COROUTINES][STACK];
coroutine outside;
int current = -1;
const scenario *running;

coroutine *self(void) { return current < 0 ? &outside : &coroutines[current]; }
int current_coroutine(void) { return current; }
bool in_section(void) { return self()->depth != 0; }

/* ---- decisions ---- */

#define MAX_DECISIONS 4096
#define MAX_STEPS 20000
#define MAX_OPTIONS 8
#define MAX_REPEATS 3 /* loads that read an outdated store once more */

typedef struct {
    uint8_t count, choice;
    int8_t options[MAX_OPTIONS];
} decision;

static decision trail[MAX_DECISIONS];
static size_t trail_length, trail_position;
static int preemptions;      /* so far in this run; loads that go back to an older store count, too */
static int preemption_limit; /* the bound of this enumeration */
static bool random_mode;
static uint64_t random_state;
static uint32_t random_rate; /* switches in 1,000 steps */
static int stale, stale_limit = 1, repeats;

typedef struct {
    const char *file;
    int line;
    int16_t coroutine;
    uint16_t behind;
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

static bool enabled(int i) {
    return !coroutines[i].done && coroutines[i].waits_for == NULL && !coroutines[i].relaxes;
}

/* The choice that the trail says, or the first one if the trail is new here. */
static int follow(const decision *fresh) {
    if (trail_position == trail_length) {
        CHECK(trail_length < MAX_DECISIONS, "too many decisions");
        trail[trail_length++] = *fresh;
    }
    decision *made = &trail[trail_position++];
    CHECK(made->count == fresh->count, "the scenario is not deterministic");
    return made->options[made->choice];
}

/*
 * Decides which coroutine runs next; -1 if none can run. In an enumeration, the current coroutine is tried first, then
 * the others in order.
 */
int decide(bool current_can) {
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
        next = follow(&fresh);
    }
    if (current_can && next != current)
        preemptions += 1;
    return next;
}

int choose_store(int count, int again) {
    decision fresh = {.count = 1};
    if (random_mode) {
        if (stale == MAX_REPEATS || draw() % 1000 >= 4 * random_rate)
            return 0;
        stale += 1;
        return (int)(draw() % (uint32_t)count);
    }
    if (stale < stale_limit && preemptions < preemption_limit)
        for (int i = 1; i < count && fresh.count < MAX_OPTIONS; i++)
            fresh.options[fresh.count++] = (int8_t)i;
    else if (again != 0 && repeats < MAX_REPEATS)
        fresh.options[fresh.count++] = (int8_t)again;
    if (fresh.count == 1)
        return 0;
    int chosen = follow(&fresh);
    if (chosen == 0)
        return 0;
    if (chosen == again && repeats < MAX_REPEATS) {
        repeats += 1;
    } else {
        stale += 1;
        preemptions += 1;
    }
    return chosen;
}

void limit_stale(int limit) { stale_limit = limit; }

void note_behind(uint32_t stores) {
    if (current >= 0)
        steps[step_count - 1].behind = (uint16_t)stores;
}

/* Goes on to the next schedule, in depth-first order. False if all schedules have been run. */
bool advance_trail(void) {
    while (trail_length > 0) {
        decision *last = &trail[trail_length - 1];
        if (++last->choice < last->count)
            return true;
        trail_length -= 1;
    }
    return false;
}

void switch_to(int next) {
    coroutine *from = self();
    from->thread = core_get_thread();
    from->ended = core_has_ended();
    if (sigsetjmp(from->here, 0) != 0)
        return;
    current = next;
    coroutine *to = self();
    core_set_thread(to->thread);
    core_set_ended(to->ended);
    if (!to->started && next >= 0) {
        to->started = true;
        setcontext(&to->start);
    }
    siglongjmp(to->here, 1);
}

static void check_word(const void *word) {
    CHECK(word == NULL || arena_is_live(word), "atomic operation on freed memory");
}

static bool relaxing; /* some coroutine relaxes */

static void wake_others(void) {
    relaxing = false;
    for (int i = 0; i < running->coroutines; i++)
        coroutines[i].relaxes = false;
}

int explore_relax(void) {
    CHECK(current >= 0, "setup or check waits for somebody");
    if (!history_catch_up()) {
        relaxing = self()->relaxes = true;
        give_way();
        history_catch_up();
    }
    self()->looks = true;
    return 0;
}

void mr_explore_yield(const void *word, const char *file, int line) {
    if (current >= 0) {
        CHECK(step_count < MAX_STEPS, "no end after %d steps", MAX_STEPS);
        int next = decide(true);
        if (next != current)
            switch_to(next);
        steps[step_count++] = (step){file, line, (int16_t)current, 0};
        if (relaxing && !self()->looks)
            wake_others();
        self()->looks = false;
    }
    check_word(word);
}

/* Switches to another coroutine, since the current one is done or waits. */
void give_way(void) {
    int next = decide(false);
    if (next < 0)
        for (int i = 0; i < running->coroutines; i++)
            CHECK(coroutines[i].done, "deadlock");
    switch_to(next);
}

static void coroutine_main(void) {
    for (;;) {
        running->body[current]();
        thread_ends();
        CHECK(self()->depth == 0, "a section was left open");
        self()->done = true;
        give_way();
    }
}

void machine_start(void) {
    for (int i = 0; i < MAX_COROUTINES; i++) {
        getcontext(&coroutines[i].start);
        coroutines[i].start.uc_stack.ss_sp = stacks[i];
        coroutines[i].start.uc_stack.ss_size = STACK;
        coroutines[i].start.uc_link = NULL;
        makecontext(&coroutines[i].start, coroutine_main, 0);
    }
}

void enumerate(int bound) {
    random_mode = false;
    preemption_limit = bound;
    trail_length = 0;
}

void randomize(uint64_t seed) {
    random_mode = true;
    random_state = seed;
}

void randomize_rate(uint32_t rate) { random_rate = rate; }

void machine_reset(void) {
    trail_position = 0;
    preemptions = stale = repeats = 0;
    step_count = 0;
    core_reset();
    core_set_thread(NULL);
    core_set_ended(false);
    outside = (coroutine){0};
    current = -1;
    relaxing = false;
    for (int i = 0; i < MAX_COROUTINES; i++) {
        coroutines[i].relaxes = coroutines[i].looks = false;
        coroutines[i].done = false;
        coroutines[i].thread = NULL;
        coroutines[i].ended = false;
        coroutines[i].specific = NULL;
        coroutines[i].last_round = false;
        coroutines[i].depth = 0;
        coroutines[i].waits_for = NULL;
    }
}

/* ---- reporting ---- */

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
            if (steps[k].behind != 0)
                fprintf(stderr, "(%d behind)", steps[k].behind);
            file = name;
        }
        fprintf(stderr, "\n");
        i = j;
    }
}

void fail(const char *format, ...) {
    static volatile sig_atomic_t failing;
    if (failing++)
        _exit(3);
    fflush(stdout);
    fprintf(stderr, "FAILED %s, schedule %llu, coroutine %c: ", running ? running->name : "?",
            (unsigned long long)schedules_run() + 1, current < 0 ? '-' : 'A' + current);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n");
    print_schedule();
    _exit(1);
}
