#include "mr_pin.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "mr_reclaim.h"

_Thread_local mr_thread *mr_thread_self;

static mr_thread *registry;  /* newest first; read in RCU sections, written under registry_lock */
static size_t registered;
static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER; /* threads that begin and end, nobody else */
static pthread_key_t exit_key;
static pthread_once_t exit_key_once = PTHREAD_ONCE_INIT;

static void free_thread(uintptr_t *node) {
    mr_thread *thread = (mr_thread *)((char *)node - offsetof(mr_thread, rcu));
    MR_TSAN_ACQUIRE(thread);
    while (thread != NULL) {
        mr_thread *deeper = thread->deeper;
        free(thread);
        thread = deeper;
    }
}

static void thread_exits(void *argument) {
    mr_thread *thread = argument;
    mr_thread_self = NULL; /* a later destructor of this thread that emits registers anew */
    pthread_mutex_lock(&registry_lock);
    mr_thread *next = thread->next, *previous = thread->previous;
    if (previous != NULL)
        mr_store(&previous->next, next, mr_release);
    else
        mr_store(&registry, next, mr_seq_cst);
#ifndef MR_BUG_EXIT_KEEPS_BACK_LINK
    if (next != NULL)
        next->previous = previous;
#endif
    registered -= 1;
    pthread_mutex_unlock(&registry_lock);
    MR_TSAN_RELEASE(thread);
#ifdef MR_BUG_EXIT_FREES_AT_ONCE
    free_thread(thread->rcu);
#else
    mr_reclaim_later(thread->rcu, free_thread);
#endif
}

_Noreturn static void give_up(const char *what) {
    fprintf(stderr, "millrace: %s\n", what);
    abort();
}

static void make_exit_key(void) {
    if (pthread_key_create(&exit_key, thread_exits) != 0)
        give_up("no thread-specific key is left");
}

MR_NOINLINE mr_thread *mr_thread_register(void) {
    pthread_once(&exit_key_once, make_exit_key);
    mr_thread *thread = mr_allocate(sizeof(mr_thread), _Alignof(mr_thread));
    pthread_mutex_lock(&registry_lock);
    mr_thread *first = mr_load(&registry, mr_relaxed);
    thread->next = first;
    if (first != NULL)
        first->previous = thread;
    // seq_cst: a disposer that does not find this record scans before our first pin, so that pin's walk comes after
    // the tombstone
    mr_store(&registry, thread, mr_seq_cst);
    registered += 1;
    pthread_mutex_unlock(&registry_lock);
    if (pthread_setspecific(exit_key, thread) != 0)
        give_up("out of memory (thread-specific value)");
    mr_thread_self = thread;
    return thread;
}

MR_NOINLINE uintptr_t *mr_pin_push_deeper(mr_thread *thread) {
    thread->nested += 1;
    mr_thread *block = thread;
    for (uint32_t rest = thread->nested; ; rest -= MR_PINS) {
        if (block->deeper == NULL) {
            mr_thread *deeper = mr_allocate(sizeof(mr_thread), _Alignof(mr_thread));
            // seq_cst: found by every scan that could miss the pin which follows
            mr_store(&block->deeper, deeper, mr_seq_cst);
        }
        block = block->deeper;
        if (rest <= MR_PINS) {
            uint32_t depth = block->depth;
            block->depth = depth + 1;
            return &block->pins[depth];
        }
    }
}

MR_NOINLINE uintptr_t *mr_pin_pop_deeper(mr_thread *thread) {
    mr_thread *block = thread;
    for (uint32_t rest = thread->nested; ; rest -= MR_PINS) {
        block = block->deeper;
        if (rest <= MR_PINS)
            break;
    }
    thread->nested -= 1;
    block->depth -= 1;
    return &block->pins[block->depth];
}

/* `mask` clears the phase bit where either phase counts. */
static bool pinned(uintptr_t wanted, uintptr_t mask) {
#ifdef MR_BUG_NO_PIN_SCAN
    return false;
#endif
    bool found = false;
    // seq_cst: after the slot exchange; pairs with the pin exchange of mr_emission_begin
    for (mr_thread *thread = mr_load(&registry, mr_seq_cst); thread != NULL && !found;) {
        for (mr_thread *block = thread; block != NULL && !found; block = mr_load(&block->deeper, mr_seq_cst))
#ifdef MR_BUG_SCAN_SKIPS_DEEPER
            for (int i = 0; i < MR_PINS && !found && block == thread; i++)
#else
            for (int i = 0; i < MR_PINS && !found; i++)
#endif
                // seq_cst; acquire: what the emission did before it unpinned comes before the release of its sinks
                found = (mr_load(&block->pins[i], mr_seq_cst) & mask) == wanted;
        mr_thread *next = mr_load(&thread->next, mr_acquire);
        MR_TSAN_RELEASE(thread);
        thread = next;
    }
    return found;
}

bool mr_pinned(const void *list) { return pinned((uintptr_t)list, ~(uintptr_t)1); }

bool mr_pinned_in_phase(const void *list, uintptr_t phase) { return pinned((uintptr_t)list | phase, ~(uintptr_t)0); }

mr_thread *mr_threads_first(void) { return mr_load(&registry, mr_seq_cst); }
mr_thread *mr_threads_next(mr_thread *thread) { return mr_load(&thread->next, mr_seq_cst); }

size_t mr_thread_count(void) {
    pthread_mutex_lock(&registry_lock);
    size_t count = registered;
    pthread_mutex_unlock(&registry_lock);
    return count;
}
