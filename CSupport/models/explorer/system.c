/* The explorer's versions of what the core takes from the system: mutexes, a key, reclamation, memory. */
#include <pthread.h>

#include "machine.h"
#include "mr_reclaim.h"

static const void *held[4];
static handed ended; /* what the sections of the stub have done that have ended */
static handed kept; /* what was done under the mutexes, of which there is only one in each scenario */
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
    if (!self()->last_round)
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
    history_acquire(&kept);
    return 0;
}

int explore_unlock(void *mutex) {
    const void **place = find_held(mutex);
    CHECK(place != NULL, "unlock of a mutex that is not held");
    *place = NULL;
    history_release(&kept);
    for (int i = 0; i < MAX_COROUTINES; i++)
        if (coroutines[i].waits_for == mutex)
            coroutines[i].waits_for = NULL;
    return 0;
}

void thread_ends(void) {
    void *value = self()->specific;
    self()->specific = NULL;
    /* A record that was made before the run stays until all coroutines are done: freeing it is not in the schedule. */
    if (value != NULL && !registered_before)
        key_destructor(value);
    else
        self()->specific = value;
}

void thread_ends_for_good(void) {
    thread_ends();
    self()->last_round = true;
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

void wake_all(void) {
    for (int i = 0; i < running->coroutines; i++)
        mr_thread_wake(coroutines[i].thread);
}

/* ---- reclamation ---- */

typedef struct {
    uintptr_t *node;
    void (*callback)(uintptr_t *);
    uintptr_t words[2];
    uint32_t waits_for; /* a bit for each coroutine whose section was open at the call */
    handed done;        /* what the thread that retired it has done */
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
        // real reclamation links the node into its queue, through these two words
        CHECK(ready.node[0] == ready.words[0] && ready.node[1] == ready.words[1],
              "the two words lent to reclamation were written to");
        history_reclaim(&ready.done, &ended);
        ready.callback(ready.node);
        history_reclaimed();
    }
}

mr_section mr_reclaim_enter(void) {
    if (self()->depth == 0)
        YIELD(NULL);
    self()->depth += 1;
    history_section();
    return NULL;
}

void mr_reclaim_leave(mr_section section) {
    (void)section;
    CHECK(self()->depth != 0, "a section was left that was not entered");
    self()->depth -= 1;
    if (self()->depth == 0) {
        history_release(&ended);
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
    history_release(&fresh.done);
    history_unlinked();
    waiting[waiting_count++] = fresh;
    run_ready();
}

void *mr_allocate(size_t size, size_t alignment) { return arena_allocate(size, alignment); }

void system_reset(void) {
    registered_before = false;
    kept = ended = (handed){0};
}

void system_end(void) {
    for (int i = 0; i < running->coroutines; i++)
        if (coroutines[i].specific != NULL)
            key_destructor(coroutines[i].specific);
    if (outside.specific != NULL)
        key_destructor(outside.specific);
    CHECK(waiting_count == 0, "a callback of the reclamation never ran");
}
