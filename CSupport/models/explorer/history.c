/*
 * Weak orderings. Each atomic word keeps its recent stores, in modification order. A load may read each store that C11
 * lets it read, and a store may come before others that its thread need not know of. Which it is, is a decision of the
 * schedule, as a switch of coroutines is. After C11Tester (Luo and Demsky, doi 10.1145/3445814.3446711).
 *
 * Each thread has two vector clocks. `happened` says which steps of which threads happen before the thread's next step.
 * `visible` says which steps' stores the thread cannot miss: those, and what seq_cst fences have shown it. Each store
 * notes when each thread first saw it, as its writer or as a reader. A load reads the newest store that some visible
 * step saw, or any later one; that is coherence in all its forms. A store, too, comes after that one.
 *
 * - A release store keeps the writer's clocks; a read-modify-write adds its own to those of the store that it reads, so
 *   release sequences go on, as they do in the stores of the thread that began one (C11; no longer in C++ 20). Relaxed
 *   stores have the clocks of the last release fence. An acquire load joins the clocks of the store that it reads; a
 *   relaxed load puts them aside for an acquire fence.
 * - seq_cst operations are in one order, in which they are run. It is a thread of its own in the clocks (ORDER). A
 *   seq_cst load reads the last seq_cst store of its word or a later store. A seq_cst fence joins what all such fences
 *   before it could see, and sees all seq_cst stores before it.
 * - A read-modify-write comes right after the store that it reads. A compare-and-swap that fails reads any store that a
 *   load might.
 *
 * What C11 allows and this does not show: loads that read stores which are run later (load buffering); seq_cst operations
 * in another order than that in which they are run; more than HISTORY stores of a word.
 *
 * The explorer is compiled with the compiler's hooks for the thread sanitizer, and this file has the functions that the
 * hooks call. So each plain access to the arena is seen, and a data race is found in the schedule in which it happens.
 * To free memory is a plain store to all of it.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"

#ifdef MR_EXPLORE_WEAK

#include "weak.h"

#define OUTSIDE MAX_COROUTINES
#define RECLAIMER (MAX_COROUTINES + 1)
#define THREADS (MAX_COROUTINES + 2)
#define ORDER THREADS /* the order of seq_cst operations */
#define CLOCKS 8

typedef struct {
    uint32_t at[CLOCKS];
} vector;

typedef struct {
    vector happened, visible;
} clocks;

static struct {
    uint32_t step;   /* of the next operation */
    clocks now;      /* what comes before that */
    clocks aside;    /* of relaxed loads, for an acquire fence */
    clocks released; /* by the last release fence */
    bool is_behind;  /* it has read an outdated store */
} threads[THREADS];

static uint32_t order_step; /* how many seq_cst operations have been run */
static vector fences;       /* what the last seq_cst fence could see */
static vector sections;     /* what a section of the stub sees */
static bool reclaiming;     /* a callback of the stub runs */

static int me(void) { return reclaiming ? RECLAIMER : current < 0 ? OUTSIDE : current; }

static void join(vector *into, const vector *from) {
    for (int i = 0; i < CLOCKS; i++)
        if (into->at[i] < from->at[i])
            into->at[i] = from->at[i];
}

static void join_both(clocks *into, const clocks *from) {
    join(&into->happened, &from->happened);
    join(&into->visible, &from->visible);
}

/* The thread's operation is over. */
static void go_on(int thread) {
    uint32_t step = ++threads[thread].step;
    threads[thread].now.happened.at[thread] = step;
    threads[thread].now.visible.at[thread] = step;
}

/* ---- plain memory ---- */

#define GRANULE 4

typedef struct {
    uint32_t store, step; /* the last plain store: the step of its thread, and of the schedule */
    uint8_t writer;
    bool is_note;
    uint32_t loads[THREADS], atomic_loads[THREADS], atomic_stores[THREADS]; /* the last step of each thread */
} granule;

#define GRANULES (ARENA / GRANULE)
static granule shadow[GRANULES];
static size_t shadow_used;

static _Noreturn void race(const char *what, const void *address, const granule *g, int other) {
    fail("a data race: %s, and thread %c beside it (%p, after step %u; this is step %llu)", what, 'A' + other, address,
         g->step, (unsigned long long)now());
}

static void check_stored(int thread, const granule *g, const char *what, const void *address) {
    if (g->store > threads[thread].now.happened.at[g->writer])
        race(what, address, g, g->writer);
}

static void check_steps(int thread, const granule *g, const uint32_t *steps, const char *what, const void *address) {
    for (int i = 0; i < THREADS; i++)
        if (steps[i] > threads[thread].now.happened.at[i])
            race(what, address, g, i);
}

static void each_granule(size_t start, size_t size, void (*visit)(int thread, granule *g, const void *address)) {
    int thread = me();
    for (size_t i = start / GRANULE; i <= (start + size - 1) / GRANULE; i++)
        if (!shadow[i].is_note)
            visit(thread, &shadow[i], arena_address(i * GRANULE));
}

static void plain_load(int thread, granule *g, const void *address) {
    check_stored(thread, g, "a plain load", address);
    check_steps(thread, g, g->atomic_stores, "a plain load", address);
    g->loads[thread] = threads[thread].step;
}

static void plain_store(int thread, granule *g, const void *address) {
    check_stored(thread, g, "a plain store", address);
    check_steps(thread, g, g->loads, "a plain store", address);
    check_steps(thread, g, g->atomic_loads, "a plain store", address);
    check_steps(thread, g, g->atomic_stores, "a plain store", address);
    g->store = threads[thread].step;
    g->writer = (uint8_t)thread;
    g->step = (uint32_t)now();
}

static void freed(int thread, granule *g, const void *address) {
    check_stored(thread, g, "memory is freed", address);
    check_steps(thread, g, g->loads, "memory is freed", address);
    check_steps(thread, g, g->atomic_loads, "memory is freed", address);
    check_steps(thread, g, g->atomic_stores, "memory is freed", address);
}

static void fresh(int thread, granule *g, const void *address) {
    (void)address;
    g->store = threads[thread].step;
    g->writer = (uint8_t)thread;
    g->step = (uint32_t)now();
}

static void load_beside(int thread, granule *g, const void *address) {
    check_stored(thread, g, "an atomic load", address);
    g->atomic_loads[thread] = threads[thread].step;
}

static void store_beside(int thread, granule *g, const void *address) {
    check_stored(thread, g, "an atomic store", address);
    check_steps(thread, g, g->loads, "an atomic store", address);
    g->atomic_stores[thread] = threads[thread].step;
}

void history_allocate(size_t start, size_t size) {
    if (shadow_used < (start + size) / GRANULE)
        shadow_used = (start + size) / GRANULE;
    each_granule(start, size, fresh);
}

void history_free(size_t start, size_t size) { each_granule(start, size, freed); }

void explore_note(const void *memory, size_t size) {
    size_t start;
    if (arena_offset(memory, &start))
        for (size_t i = start / GRANULE; i <= (start + size - 1) / GRANULE; i++)
            shadow[i].is_note = true;
}

/* ---- atomic words ---- */

#define HISTORY 8

typedef struct {
    uint64_t value;
    uint32_t seen[THREADS + 1]; /* the step in which each thread first saw the store; 0: none. ORDER: if it is seq_cst */
    clocks given;    /* what an acquire load gets */
    clocks own;      /* the part of it that a plain store by `owner` hands on, in C11 */
    uint8_t owner;
    bool changes;    /* it is a read-modify-write, which has read the store before */
    uint32_t number; /* how many stores of the word were run before, and this one */
} store;

typedef struct {
    const void *address;
    uint32_t made, count;   /* of the stores; the last HISTORY are kept */
    bool written;           /* by a plain store, since the last operation */
    store stores[HISTORY];  /* in modification order */
    uint32_t read[THREADS]; /* the number of the store that each thread has read last */
} history;

#define WORDS 512
static history words[WORDS];
static uint16_t used_words[WORDS];
static size_t used_count;

static uint64_t content(const void *word, size_t size) {
    uint64_t value = 0;
    memcpy(&value, word, size);
    return value;
}

/* The newest store, or an earlier one. */
static store *at(history *h, uint32_t back) { return &h->stores[h->count - 1 - back]; }

/* Adds a store that so many newer ones follow. */
static store *add(history *h, uint64_t value, uint32_t back) {
    if (h->count == HISTORY)
        memmove(h->stores, h->stores + 1, --h->count * sizeof(store));
    h->count += 1;
    store *fresh = at(h, back);
    memmove(fresh + 1, fresh, back * sizeof(store));
    memset(fresh, 0, sizeof(*fresh));
    fresh->value = value;
    fresh->number = ++h->made;
    return fresh;
}

/* The word's history. A plain store since the last operation is part of it. */
static history *find(const void *word, size_t size) {
    uint64_t mixed = (uint64_t)(uintptr_t)word * 0x9e3779b97f4a7c15u;
    size_t i = mixed >> 55;
    while (words[i].address != word && words[i].address != NULL)
        i = (i + 1) % WORDS;
    history *h = &words[i];
    if (h->address == NULL) {
        CHECK(used_count < WORDS - 1, "too many atomic words");
        used_words[used_count++] = (uint16_t)i;
        h->address = word;
        h->count = h->made = 0;
        h->written = true;
        memset(h->read, 0, sizeof(h->read));
    }
    if (h->written || at(h, 0)->value != content(word, size)) {
        h->written = false;
        store *plain = add(h, content(word, size), 0);
        size_t start;
        if (arena_offset(word, &start))
            plain->seen[shadow[start / GRANULE].writer] = shadow[start / GRANULE].store;
        else
            plain->seen[OUTSIDE] = 1;
    }
    return h;
}

static void touch(const void *word, size_t size, void (*visit)(int thread, granule *g, const void *address)) {
    size_t start;
    if (arena_offset(word, &start))
        each_granule(start, size, visit);
}

static bool acquires(int order) { return order != memory_order_relaxed && order != memory_order_release; }
static bool releases(int order) { return order >= memory_order_release; }

/* How many stores back the thread may read: 0 if it must read the newest one. */
static uint32_t furthest(int thread, history *h, int order) {
    vector visible = threads[thread].now.visible;
    if (order == memory_order_seq_cst) {
        join(&visible, &fences);
        visible.at[ORDER] = order_step;
    }
    for (uint32_t back = 0; back + 1 < h->count; back++) {
        const store *s = at(h, back);
        for (int i = 0; i <= ORDER; i++)
            if (s->seen[i] != 0 && s->seen[i] <= visible.at[i])
                return back;
    }
    return h->count - 1;
}

/* The thread reads a store. */
static void read_store(int thread, history *h, uint32_t back, int order) {
    store *s = at(h, back);
    if (s->seen[thread] == 0)
        s->seen[thread] = threads[thread].step;
    h->read[thread] = s->number;
    threads[thread].is_behind |= back != 0;
    join_both(acquires(order) ? &threads[thread].now : &threads[thread].aside, &s->given);
}

/* Stores that the thread may read, as many steps back as `choices` says; returns the one that the schedule wants. */
static uint32_t choose_visible(int thread, history *h, const uint32_t *choices, int count) {
    if (count <= 1)
        return choices[0];
    int again = 0;
    for (int i = 1; i < count; i++)
        if (h->read[thread] == at(h, choices[i])->number)
            again = i;
    return choices[choose_store(count, again)];
}

/* A release sequence ends at a plain store of the same thread, as in C++ 20. */
static bool newer_sequences;

/*
 * The thread stores, so many stores before the newest one. If it `changes` the word, it has read the store before. Memory
 * holds the newest store.
 */
static void write_store(int thread, history *h, uint32_t back, void *word, size_t size, uint64_t value, int order,
                        bool changes) {
    if (size < sizeof(value))
        value &= ((uint64_t)1 << 8 * size) - 1;
    store before = *at(h, back);
    store *s = add(h, value, back);
    if (back == 0)
        memcpy(word, &value, size);
    s->changes = changes;
    s->seen[thread] = threads[thread].step;
    h->read[thread] = s->number;
    if (order == memory_order_seq_cst)
        s->seen[ORDER] = ++order_step;
    s->owner = changes ? before.owner : (uint8_t)thread;
    s->given = releases(order) ? threads[thread].now : threads[thread].released;
    if (s->owner == thread)
        s->own = s->given;
    if (changes ? s->owner == before.owner : before.owner == thread && !newer_sequences)
        join_both(&s->own, &before.own);
    join_both(&s->given, changes ? &before.given : &s->own);
}

static void resolve(explore_place *place, int order, int failure);

/* Where the thread's store may come: after the newest store, or before stores that it need not know of. */
static int places_of(int thread, history *h, int order, uint32_t *choices) {
    uint32_t last = furthest(thread, h, order);
    int count = 0;
    for (uint32_t i = 0; i <= last; i++)
        if (i == 0 || !at(h, i - 1)->changes)
            choices[count++] = i;
    return count;
}

#define BEGIN(word, on_failure)                                                                                        \
    if (!place->known)                                                                                                 \
        resolve(place, order, on_failure);                                                                             \
    if (place->instead >= 0)                                                                                           \
        order = place->instead;                                                                                        \
    mr_explore_yield(word, place->file, place->line);                                                                  \
    int thread = me()

uint64_t explore_load(explore_place *place, const void *word, size_t size, int order) {
    BEGIN(word, -1);
    history *h = find(word, size);
    touch(word, size, load_beside);
    uint32_t choices[HISTORY], last = furthest(thread, h, order);
    for (uint32_t i = 0; i <= last; i++)
        choices[i] = i;
    uint32_t back = choose_visible(thread, h, choices, (int)last + 1);
    note_behind(back);
    read_store(thread, h, back, order);
    go_on(thread);
    return at(h, back)->value;
}

void explore_store(explore_place *place, void *word, size_t size, uint64_t value, int order) {
    BEGIN(word, -1);
    history *h = find(word, size);
    touch(word, size, store_beside);
    uint32_t choices[HISTORY];
    uint32_t back = choose_visible(thread, h, choices, places_of(thread, h, order, choices));
    note_behind(back);
    write_store(thread, h, back, word, size, value, order, false);
    go_on(thread);
}

uint64_t explore_change(explore_place *place, void *word, size_t size, uint64_t value, int order) {
    BEGIN(word, -1);
    history *h = find(word, size);
    touch(word, size, load_beside);
    touch(word, size, store_beside);
    uint32_t choices[HISTORY];
    uint32_t back = choose_visible(thread, h, choices, places_of(thread, h, order, choices));
    note_behind(back);
    uint64_t before = at(h, back)->value;
    read_store(thread, h, back, order);
    switch (place->operation) {
    case ADD: value += before; break;
    case OR: value |= before; break;
    case AND: value &= before; break;
    default: break;
    }
    write_store(thread, h, back, word, size, value, order, true);
    go_on(thread);
    return before;
}

bool explore_cas(explore_place *place, void *word, size_t size, void *expected, uint64_t value, int order, int failure) {
    BEGIN(word, failure);
    if (place->instead_on_failure >= 0)
        failure = place->instead_on_failure;
    history *h = find(word, size);
    touch(word, size, load_beside);
    uint64_t wanted = content(expected, size);
    uint32_t choices[HISTORY], last = furthest(thread, h, order), last_to_fail = furthest(thread, h, failure);
    int count = 0;
    choices[count++] = 0;
    for (uint32_t i = 1; i <= last || i <= last_to_fail; i++)
        if (at(h, i)->value != wanted ? i <= last_to_fail : i <= last && !at(h, i - 1)->changes)
            choices[count++] = i;
    uint32_t back = choose_visible(thread, h, choices, count);
    note_behind(back);
    uint64_t found = at(h, back)->value;
    bool succeeds = found == wanted;
    read_store(thread, h, back, succeeds ? order : failure);
    if (succeeds) {
        touch(word, size, store_beside);
        write_store(thread, h, back, word, size, value, order, true);
    } else {
        memcpy(expected, &found, size);
    }
    go_on(thread);
    return succeeds;
}

static void fence(int thread, int order) {
    if (acquires(order))
        join_both(&threads[thread].now, &threads[thread].aside);
    if (order == memory_order_seq_cst) {
        join(&threads[thread].now.visible, &fences);
        threads[thread].now.visible.at[ORDER] = ++order_step;
        fences = threads[thread].now.visible;
    }
    if (releases(order))
        threads[thread].released = threads[thread].now;
    go_on(thread);
}

void explore_fence(explore_place *place, int order) {
    BEGIN(NULL, -1);
    fence(thread, order);
}

/* ---- what the explorer's own files do ---- */

void history_reset(void) {
    memset(threads, 0, sizeof(threads));
    memset(shadow, 0, shadow_used * sizeof(shadow[0]));
    shadow_used = 0;
    for (size_t i = 0; i < used_count; i++)
        words[used_words[i]].address = NULL;
    used_count = 0;
    order_step = 0;
    memset(&fences, 0, sizeof(fences));
    memset(&sections, 0, sizeof(sections));
    reclaiming = false;
    for (int i = 0; i < THREADS; i++)
        go_on(i);
}

void history_start(void) {
    for (int i = 0; i < MAX_COROUTINES; i++)
        join_both(&threads[i].now, &threads[OUTSIDE].now);
    go_on(OUTSIDE);
}

void history_end(void) {
    for (int i = 0; i < THREADS; i++)
        join_both(&threads[OUTSIDE].now, &threads[i].now);
    history_catch_up();
}

void history_release(handed *to) {
    _Static_assert(sizeof(handed) == sizeof(clocks), "a thread's clocks");
    int thread = me();
    join_both((clocks *)to, &threads[thread].now);
    go_on(thread);
}

void history_acquire(const handed *from) { join_both(&threads[me()].now, (const clocks *)from); }

bool history_catch_up(void) {
    int thread = me();
    vector *visible = &threads[thread].now.visible;
    for (int i = 0; i < THREADS; i++)
        visible->at[i] = threads[i].step;
    visible->at[ORDER] = order_step;
    bool was_behind = threads[thread].is_behind;
    threads[thread].is_behind = false;
    return was_behind;
}

void history_unlinked(void) { join(&sections, &threads[me()].now.visible); }
void history_section(void) { join(&threads[me()].now.visible, &sections); }

void history_reclaim(const handed *retired, const handed *ended) {
    reclaiming = true;
    history_acquire(retired);
    history_acquire(ended);
    go_on(RECLAIMER);
}

void history_reclaimed(void) {
    go_on(RECLAIMER);
    reclaiming = false;
}

void history_barrier(void) {
    /* Each thread passes a fence; the caller passes the first one and the last one. */
    int caller = me();
    fence(caller, memory_order_seq_cst);
    for (int i = 0; i < MAX_COROUTINES; i++)
        if (i != caller)
            fence(i, memory_order_seq_cst);
    fence(caller, memory_order_seq_cst);
}

moment explore_moment(void) {
    int thread = me();
    moment m = (moment)threads[thread].step << 3 | (moment)thread;
    go_on(thread);
    return m;
}

bool explore_is_past(moment m) { return m != 0 && threads[me()].now.happened.at[m & 7] >= m >> 3; }

static int count_references(int *count, int change, int order) {
    int thread = me();
    history *h = find(count, sizeof(*count));
    touch(count, sizeof(*count), store_beside);
    int before = *count;
    read_store(thread, h, 0, order);
    write_store(thread, h, 0, count, sizeof(*count), (uint64_t)(before + change), order, true);
    go_on(thread);
    return before;
}

int explore_retain(int *count) { return count_references(count, 1, memory_order_relaxed); }
int explore_arrive(int *count) { return count_references(count, 1, memory_order_acq_rel) + 1; }
int explore_count(const int *count) { return *count; }
int explore_release(int *count) { return count_references(count, -1, memory_order_acq_rel) - 1; }

/* ---- orderings of the command line ---- */

#define MAX_WEAKENED 8

/* function:operation:word:order */
static struct {
    const char *function, *operation, *word;
    size_t function_length, operation_length, word_length;
    int order;
    bool met;
} weakened[MAX_WEAKENED];
static int weakened_count;

static const char *const order_names[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
static bool prints_places;

static int order_of(const char *name) {
    for (int i = 0; i < 6; i++)
        if (strcmp(name, order_names[i]) == 0)
            return i;
    fprintf(stderr, "no ordering has the name %s\n", name);
    _exit(2);
}

bool history_option(const char *argument) {
    if (strncmp(argument, "--stale=", 8) == 0) {
        limit_stale(atoi(argument + 8));
        return true;
    }
    if (strcmp(argument, "--places") == 0)
        return prints_places = true;
    if (strcmp(argument, "--newer-sequences") == 0)
        return newer_sequences = true;
    if (strncmp(argument, "--weaken=", 9) != 0)
        return false;
    const char *function = argument + 9, *operation = strchr(function, ':');
    const char *word = operation == NULL ? NULL : strchr(operation + 1, ':');
    const char *order = word == NULL ? NULL : strrchr(word + 1, ':');
    if (order == NULL || weakened_count == MAX_WEAKENED) {
        fprintf(stderr, "--weaken=function:operation:word:order, at most %d times\n", MAX_WEAKENED);
        _exit(2);
    }
    weakened[weakened_count].function = function;
    weakened[weakened_count].function_length = (size_t)(operation - function);
    weakened[weakened_count].operation = operation + 1;
    weakened[weakened_count].operation_length = (size_t)(word - operation - 1);
    weakened[weakened_count].word = word + 1;
    weakened[weakened_count].word_length = (size_t)(order - word - 1);
    weakened[weakened_count++].order = order_of(order + 1);
    return true;
}

static bool is(const char *name, const char *text, size_t length) {
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

static int for_operation(explore_operation operation, int order) {
    if (operation == LOAD && (order == memory_order_acq_rel || order == memory_order_release))
        return order == memory_order_acq_rel ? memory_order_acquire : memory_order_relaxed;
    if (operation == STORE && (order == memory_order_acq_rel || order == memory_order_acquire))
        return order == memory_order_acq_rel ? memory_order_release : memory_order_relaxed;
    return order;
}

static void resolve(explore_place *place, int order, int failure) {
    static const char *const names[] = {"load", "store", "exchange", "add", "or", "and", "cas", "fence"};
    place->known = true;
    if (prints_places) {
        const char *file = strrchr(place->file, '/');
        printf("%s:%d %s:%s:%s:%s", file == NULL ? place->file : file + 1, place->line, place->function,
               names[place->operation], place->word, order_names[order]);
        printf(failure < 0 ? "\n" : "/%s\n", failure < 0 ? "" : order_names[failure]);
    }
    for (int i = 0; i < weakened_count; i++) {
        if (!is(place->function, weakened[i].function, weakened[i].function_length) ||
            !is(place->word, weakened[i].word, weakened[i].word_length))
            continue;
        if (is(names[place->operation], weakened[i].operation, weakened[i].operation_length))
            place->instead = for_operation(place->operation, weakened[i].order);
        else if (place->operation == CAS && is("failure", weakened[i].operation, weakened[i].operation_length))
            place->instead_on_failure = for_operation(LOAD, weakened[i].order);
        else
            continue;
        weakened[i].met = true;
    }
}

void history_check_options(void) {
    for (int i = 0; i < weakened_count; i++)
        if (!weakened[i].met) {
            fprintf(stderr, "no operation of the scenario is %s\n", weakened[i].function);
            _exit(2);
        }
}

/* ---- what the compiler's hooks call ---- */

static void on_plain(const void *address, size_t size, bool stores) {
    size_t start;
    if (!arena_offset(address, &start))
        return;
    CHECK(arena_is_live(address), "a plain access to freed memory");
    each_granule(start, size, stores ? plain_store : plain_load);
    if (!stores)
        return;
    for (size_t i = start / GRANULE * GRANULE; i < start + size; i += GRANULE) {
        uint64_t mixed = (uint64_t)(uintptr_t)arena_address(i) * 0x9e3779b97f4a7c15u;
        for (size_t w = mixed >> 55; words[w].address != NULL; w = (w + 1) % WORDS)
            if (words[w].address == arena_address(i))
                words[w].written = true;
    }
}

#define HOOK(size)                                                                                                     \
    void __tsan_read##size(void *p) { on_plain(p, size, false); }                                                      \
    void __tsan_write##size(void *p) { on_plain(p, size, true); }                                                      \
    void __tsan_unaligned_read##size(void *p) { on_plain(p, size, false); }                                            \
    void __tsan_unaligned_write##size(void *p) { on_plain(p, size, true); }                                            \
    void __tsan_read_write##size(void *p) { on_plain(p, size, true); }
HOOK(1)
HOOK(2)
HOOK(4)
HOOK(8)
HOOK(16)
void __tsan_read_range(void *p, unsigned long size) { on_plain(p, size, false); }
void __tsan_write_range(void *p, unsigned long size) { on_plain(p, size, true); }
void *__tsan_memset(void *p, int value, unsigned long size) {
    on_plain(p, size, true);
    return memset(p, value, size);
}
void *__tsan_memcpy(void *to, const void *from, unsigned long size) {
    on_plain(from, size, false);
    on_plain(to, size, true);
    return memcpy(to, from, size);
}
void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void) {}
void __tsan_init(void) {}
void __tsan_acquire(void *p) { (void)p; }
void __tsan_release(void *p) { (void)p; }
/* of words that no other thread touches: mr_swap_private */
uint64_t __tsan_atomic64_exchange(volatile uint64_t *p, uint64_t value, int order) {
    (void)order;
    uint64_t before = *p;
    *p = value;
    return before;
}
void __tsan_atomic_signal_fence(int order) { (void)order; }

#endif
