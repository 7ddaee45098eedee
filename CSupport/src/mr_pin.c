#include "mr_pin.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "mr_reclaim.h"

_Static_assert(sizeof(mr_pin) == 32, "two pins in a cache line");
_Static_assert((MR_BLOCK & (MR_BLOCK - 1)) == 0, "the end of a block is known by its address");
_Static_assert(offsetof(mr_pin_block, pins) == MR_BLOCK_HEADER && sizeof(mr_pin_block) == MR_BLOCK,
               "pins fill a block");
_Static_assert(offsetof(mr_thread, pins) == MR_RECORD_HEADER && offsetof(mr_thread, next) == MR_BLOCK,
               "pins fill the first part of a record");
_Static_assert(offsetof(mr_thread, deeper) == 0 && offsetof(mr_pin_block, deeper) == 0,
               "found from the end of the pins");
_Static_assert(MR_RECORD_HEADER != MR_BLOCK_HEADER, "the first pin of a block is known by its address");

_Thread_local mr_thread *mr_thread_self;
static _Thread_local bool thread_has_ended; /* its record has been unregistered */

/* ---- where threads say that they are awake ---- */

#define WORDS 8
#ifdef MR_IN_WORD
#define IN_WORD MR_IN_WORD /* tests build with fewer */
#else
#define IN_WORD 32
#endif
#define ENTRIES (WORDS * IN_WORD)

/* Every bit at which a word can have MR_AWAKE. */
#define ALL_AWAKE ((uint64_t)0x5555555555555555)

/* A thread is put to sleep after this many disposals that found it idle. */
#ifndef MR_IDLE_LOOKS
#define MR_IDLE_LOOKS 64
#endif

/*
 * A chain of tables with an entry for each of the threads that have had a record at the same time; never freed. Read in
 * sections; written under registry_lock, except `states` and `idle`.
 */
typedef struct mr_thread_table {
    _Alignas(8) uint64_t states[WORDS];
    struct mr_thread_table *next;
    uint32_t words; /* how many of `states` have been in use */
    uint32_t taken;
    mr_thread *threads[ENTRIES];
    uint8_t idle[ENTRIES]; /* how many disposals in a row found the thread idle, roughly */
} mr_thread_table;

static mr_thread_table first_table __attribute__((aligned(64)));
static uint32_t resting; /* a disposer is putting a thread to sleep; one at a time, so that no other has set DROWSY */

MR_NOINLINE void mr_thread_wake(mr_thread *thread) {
    // In this order: the disposer that has set DROWSY clears AWAKE only while DROWSY is set. seq_cst: as the load
    // in mr_thread_stay_awake
    mr_fetch_and(thread->state, ~(thread->both & ~thread->awake), mr_seq_cst);
    mr_fetch_or(thread->state, thread->awake, mr_seq_cst);
}

/* ---- records ---- */

static mr_thread *registry;  /* newest first; written under registry_lock */
static size_t registered;
static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER; /* only taken by threads that begin or end */
static pthread_key_t exit_key;
static pthread_once_t exit_key_once = PTHREAD_ONCE_INIT;

static void free_thread(uintptr_t *node) {
    mr_thread *thread = (mr_thread *)((char *)node - offsetof(mr_thread, rcu));
    MR_TSAN_ACQUIRE(thread);
    free(thread->spare);
    free(thread->waiting);
    free(thread);
}

/* Gives the thread bits of its own. Under the lock. */
static void take_entry(mr_thread *thread) {
    mr_thread_table *table = &first_table;
    while (table->taken == ENTRIES) {
        if (table->next == NULL)
            // seq_cst: every scan that must see the thread's first pin finds the new table
            mr_store(&table->next, mr_allocate(sizeof(mr_thread_table), 64), mr_seq_cst);
        table = table->next;
    }
    uint32_t entry = 0;
    while (table->threads[entry] != NULL)
        entry += 1;
    table->taken += 1;
    thread->table = table;
    thread->entry = entry;
    thread->state = &table->states[entry / IN_WORD];
    thread->awake = MR_AWAKE << (entry % IN_WORD * 2);
    thread->both = (MR_AWAKE | MR_DROWSY) << (entry % IN_WORD * 2);
    // seq_cst: before the thread's first pin and the bit that comes with it; release: the record is complete
    if (table->words <= entry / IN_WORD)
        mr_store(&table->words, entry / IN_WORD + 1, mr_seq_cst);
    mr_store(&table->threads[entry], thread, mr_seq_cst);
}

/* Under the lock. */
static void leave_entry(mr_thread *thread) {
    // release: what its emissions did comes before the release of their sinks by a thread that finds it asleep
    mr_fetch_and(thread->state, ~thread->both, mr_seq_cst);
    mr_store(&thread->table->threads[thread->entry], (mr_thread *)NULL, mr_seq_cst);
    thread->table->taken -= 1;
}

static void unregister(mr_thread *thread) {
    pthread_mutex_lock(&registry_lock);
    leave_entry(thread);
    mr_thread *next = thread->next, *previous = thread->previous;
    if (previous != NULL)
        mr_store(&previous->next, next, mr_release);
    else
        mr_store(&registry, next, mr_seq_cst);
    if (next != NULL)
        next->previous = previous;
    registered -= 1;
    pthread_mutex_unlock(&registry_lock);
    MR_TSAN_RELEASE(thread);
    mr_reclaim_later(thread->rcu, free_thread);
}

static void thread_exits(void *argument) {
    // If a later destructor of this thread emits, the thread registers again, perhaps in the last round of destructors.
    mr_thread_self = NULL;
    thread_has_ended = true;
    unregister(argument);
}

_Noreturn static void give_up(const char *what) {
    fprintf(stderr, "millrace: %s\n", what);
    abort();
}

static void make_exit_key(void) {
    if (pthread_key_create(&exit_key, thread_exits) != 0)
        give_up("no thread-specific key is left");
}

/* The end of the pins in a record. */
static mr_pin *end_of_pins(mr_thread *thread) { return (mr_pin *)((char *)thread + MR_BLOCK); }

MR_NOINLINE mr_thread *mr_thread_register(void) {
    pthread_once(&exit_key_once, make_exit_key);
    mr_thread *thread = mr_allocate(sizeof(mr_thread), MR_BLOCK);
    thread->top = thread->pins;
    if (thread_has_ended) {
        // Its outermost emission begins a block behind the record, and so calls mr_pin_pop_deeper when it ends.
        thread->is_last = true;
        thread->top = end_of_pins(thread);
    }
    pthread_mutex_lock(&registry_lock);
    take_entry(thread);
    mr_thread *first = mr_load(&registry, mr_relaxed);
    thread->next = first;
    if (first != NULL)
        first->previous = thread;
    // seq_cst: before the record is first marked with a section
    mr_store(&registry, thread, mr_seq_cst);
    registered += 1;
    pthread_mutex_unlock(&registry_lock);
    if (!thread->is_last && pthread_setspecific(exit_key, thread) != 0)
        give_up("out of memory (thread-specific value)");
    mr_thread_self = thread;
    return thread;
}

void mr_thread_meet(void) {
    if (MR_UNLIKELY(mr_thread_self == NULL) && !thread_has_ended)
        mr_thread_register();
}

/* ---- emissions that nest deeply ---- */

static void free_block(uintptr_t *node) {
    mr_pin_block *block = (mr_pin_block *)((char *)node - offsetof(mr_pin_block, link));
    MR_TSAN_ACQUIRE(block);
    free(block);
}

/*
 * A signal handler may emit between any two steps of these functions. The handler's block is linked in place of a block
 * that is not used yet, or no longer used, and the handler restores the link.
 */
MR_NOINLINE mr_pin *mr_pin_push_deeper(mr_thread *thread) {
    mr_pin_block *block = mr_swap_private(&thread->spare, NULL);
    if (block == NULL)
        block = mr_allocate(sizeof(mr_pin_block), MR_BLOCK);
    block->back = thread->top;
    block->link = (mr_pin_block **)((char *)thread->top - MR_BLOCK);
    block->before = mr_load(block->link, mr_relaxed);
    mr_store(&block->deeper, (mr_pin_block *)NULL, mr_relaxed);
    // seq_cst: every scan that must see the pin which follows finds the block
    mr_store(block->link, block, mr_seq_cst);
    thread->top = &block->pins[1];
    atomic_signal_fence(mr_seq_cst);
    return &block->pins[0];
}

/* Keeps a block that is in no chain for the next emission that nests as deep, and retires the one that was kept before. */
static void keep_block(mr_thread *thread, mr_pin_block *block) {
    block = mr_swap_private(&thread->spare, block);
    if (block != NULL) {
        MR_TSAN_RELEASE(block);
        mr_reclaim_later((uintptr_t *)((char *)block + offsetof(mr_pin_block, link)), free_block);
    }
}

MR_NOINLINE mr_thread *mr_thread_make_room(void) {
    mr_thread_meet();
    mr_thread *thread = mr_thread_self;
    if (thread != NULL && ((uintptr_t)thread->top & (MR_BLOCK - 1)) == 0 && thread->spare == NULL)
        keep_block(thread, mr_allocate(sizeof(mr_pin_block), MR_BLOCK));
    return thread;
}

MR_NOINLINE void mr_pin_pop_deeper(mr_thread *thread, mr_pin *pin) {
    mr_pin_block *block = (mr_pin_block *)((char *)pin - MR_BLOCK_HEADER);
    thread->top = block->back;
    atomic_signal_fence(mr_seq_cst);
    // seq_cst: before the block is used elsewhere
    mr_store(block->link, block->before, mr_seq_cst);
    keep_block(thread, block);
    if (MR_UNLIKELY(thread->is_last) && thread->top == end_of_pins(thread)) {
        mr_thread_self = NULL;
        unregister(thread);
    }
}

/* ---- looking at pins ---- */

/*
 * The first of these pins whose emission can reach what was taken out; see mr_pin_find. Clears `is_idle` if a pin is in
 * use.
 */
static mr_pin *find_among(mr_pin *pins, size_t count, const void *list, uint64_t end, uint64_t era,
                          const mr_pin *except, bool *is_idle) {
    for (size_t i = 0; i < count; i++) {
        // seq_cst: after the slot CAS; pairs with the pin exchange of mr_emission_begin. acquire: what the emission did
        // comes before the release of its sinks
        uintptr_t found = mr_load(&pins[i].list, mr_seq_cst);
        if (found != 0)
            *is_idle = false;
        if (found == (uintptr_t)list && &pins[i] != except && mr_pin_can_reach(&pins[i], end, era))
            return &pins[i];
    }
    return NULL;
}

/* Begins with the outermost emission: of the thread's emissions, it ends last. */
static mr_pin *find_in_thread(mr_thread *thread, const void *list, uint64_t end, uint64_t era, const mr_pin *except,
                              bool *is_idle) {
    mr_pin *found = find_among(thread->pins, sizeof(thread->pins) / sizeof(mr_pin), list, end, era, except, is_idle);
    for (mr_pin_block *block = mr_load(&thread->deeper, mr_seq_cst); block != NULL && found == NULL;
         block = mr_load(&block->deeper, mr_seq_cst)) {
        found = find_among(block->pins, sizeof(block->pins) / sizeof(mr_pin), list, end, era, except, is_idle);
        MR_TSAN_RELEASE(block);
    }
    return found;
}

/* Puts a thread whose pins were idle to sleep, unless a pin is in use by now. */
MR_NOINLINE static void rest(mr_thread_table *table, uint32_t entry, mr_thread *thread) {
    if (mr_exchange(&resting, 1, mr_acquire) != 0)
        return;
    uint64_t *state = thread->state;
    // seq_cst: before the pins are loaded; an emission that finds DROWSY afterwards clears it
    mr_fetch_or(state, thread->both & ~thread->awake, mr_seq_cst);
    bool is_idle = true;
    // &resting stands for no list, so this only fills `is_idle`. If another thread has the entry by now, it loaded its
    // bits before DROWSY was set.
    find_in_thread(thread, &resting, 0, 0, NULL, &is_idle);
    is_idle = is_idle && mr_load(&table->threads[entry], mr_seq_cst) == thread;
    uint64_t word = mr_load(state, mr_relaxed);
    // release: what its emissions did comes before the release of their sinks by a thread that finds it asleep
    while (is_idle && (word & thread->both & ~thread->awake) != 0 &&
           !mr_cas(state, &word, word & ~thread->both, mr_seq_cst, mr_relaxed))
        ;
    if (!is_idle)
        mr_fetch_and(state, ~(thread->both & ~thread->awake), mr_seq_cst);
    mr_store(&table->idle[entry], 0, mr_relaxed);
    mr_store(&resting, 0, mr_release);
}

mr_pin *mr_pin_find(const void *list, uint64_t end, uint64_t era, const mr_pin *except) {
    bool is_idle = true;
    mr_thread *own = mr_thread_self;
    mr_pin *found = own == NULL || own->top == own->pins ? NULL
                                                         : find_in_thread(own, list, end, era, except, &is_idle);
    for (mr_thread_table *table = &first_table; table != NULL && found == NULL;
         table = mr_load(&table->next, mr_seq_cst)) {
        uint32_t words = mr_load(&table->words, mr_seq_cst);
        for (uint32_t word = 0; word < words && found == NULL; word++) {
            // seq_cst: after the slot CAS; pairs with mr_thread_stay_awake; acquire: see `rest`
            uint64_t awake = mr_load(&table->states[word], mr_seq_cst) & ALL_AWAKE;
            for (; awake != 0 && found == NULL; awake &= awake - 1) {
                uint32_t entry = word * IN_WORD + (uint32_t)__builtin_ctzll(awake) / 2;
                // NULL: the thread has ended. seq_cst: a thread that has taken the entry since emits after this load
                mr_thread *thread = mr_load(&table->threads[entry], mr_seq_cst);
                if (thread == NULL || thread == own)
                    continue;
                is_idle = true;
                found = find_in_thread(thread, list, end, era, except, &is_idle);
                uint8_t looks = mr_load(&table->idle[entry], mr_relaxed);
                if (!is_idle) {
                    if (looks != 0)
                        mr_store(&table->idle[entry], 0, mr_relaxed);
                } else if (looks + 1 < MR_IDLE_LOOKS) {
                    mr_store(&table->idle[entry], (uint8_t)(looks + 1), mr_relaxed);
                } else {
                    rest(table, entry, thread);
                }
                MR_TSAN_RELEASE(thread);
            }
        }
    }
    return found;
}

#ifdef MR_EXPLORE_THREADS
void mr_thread_settle(mr_thread *thread) {
    mr_store(&thread->table->idle[thread->entry], 0, mr_relaxed);
    mr_thread_wake(thread);
}
#endif

mr_thread *mr_threads_first(void) { return mr_load(&registry, mr_seq_cst); }
mr_thread *mr_threads_next(mr_thread *thread) { return mr_load(&thread->next, mr_seq_cst); }

size_t mr_thread_count(void) {
    pthread_mutex_lock(&registry_lock);
    size_t count = registered;
    pthread_mutex_unlock(&registry_lock);
    return count;
}

size_t mr_thread_count_awake(void) {
    size_t count = 0;
    for (mr_thread_table *table = &first_table; table != NULL; table = mr_load(&table->next, mr_seq_cst))
        for (uint32_t word = 0; word < WORDS; word++)
            count += (size_t)__builtin_popcountll(mr_load(&table->states[word], mr_seq_cst) & ALL_AWAKE);
    return count;
}
