/*
 * mr_pin: says, where every thread can read it, which observer lists a thread is walking. In C because it is a
 * thread-local that is written twice for every event.
 *
 * Each thread owns a record: a small stack of pins, chained to further blocks when emissions nest deeper than one
 * holds. A pin is the list's address with the list's phase in bit 0. Only the owner writes a record, so two emitters
 * never write the same cache line; disposers read all of them.
 *
 * Records are found by RCU traversal (mr_pin.c) and freed through call_rcu after their thread's exit.
 *
 * Progress: pinning and unpinning are wait-free, but for a thread's first pin, which registers the record.
 * Orderings: the pin is exchanged in sequentially consistently, so that it comes before every slot that the walk
 * loads; a disposer exchanges the slot before it reads the pins. One of the two sees the other. See ORDERING.md.
 */
#ifndef MR_PIN_H
#define MR_PIN_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#ifndef MR_PINS
#define MR_PINS 5 /* per block; tests build with 1 so that blocks chain at once */
#endif

typedef struct mr_thread {
    uintptr_t pins[MR_PINS];
    struct mr_thread *MR_NULLABLE deeper; /* the next block of the same thread, or NULL; written once */
    uint32_t depth;                       /* the owner's: pins in use in this block */
    uint32_t nested;                      /* the owner's: pins in use in deeper blocks */
    uint32_t section;                     /* odd while the owner is in a section of the core's own: mr_reclaim.h */
    struct mr_thread *MR_NULLABLE next;   /* registry */
    struct mr_thread *MR_NULLABLE previous;
    uintptr_t rcu[2];
} __attribute__((aligned(64))) mr_thread;

extern _Thread_local mr_thread *MR_NULLABLE mr_thread_self;

/* The calling thread's record; the first call of a thread registers it. */
mr_thread *mr_thread_register(void);

/* The same two where emissions nest deeper than one block. */
uintptr_t *mr_pin_push_deeper(mr_thread *thread);
uintptr_t *mr_pin_pop_deeper(mr_thread *thread);

MR_INLINE mr_thread *mr_thread_current(void) {
    mr_thread *thread = mr_thread_self;
    return MR_LIKELY(thread != NULL) ? thread : mr_thread_register();
}

/* Where the pin of the emission goes that begins. */
MR_INLINE uintptr_t *mr_pin_push(mr_thread *thread) {
    uint32_t depth = thread->depth;
    if (MR_UNLIKELY(depth == MR_PINS))
        return mr_pin_push_deeper(thread);
    thread->depth = depth + 1;
    return &thread->pins[depth];
}

/* Where that of the emission is that ends: of those under way, the one that began last. */
MR_INLINE uintptr_t *mr_pin_pop(mr_thread *thread) {
    if (MR_UNLIKELY(thread->nested != 0))
        return mr_pin_pop_deeper(thread);
    uint32_t depth = thread->depth - 1;
    thread->depth = depth;
    return &thread->pins[depth];
}

/* Whether any thread pins `list` in either phase; only inside an RCU section of the core's own. */
bool mr_pinned(const void *list);
/* Whether any thread pins `list` in this phase. */
bool mr_pinned_in_phase(const void *list, uintptr_t phase);

/* The records; for whoever frees them, who alone may walk them outside of a section. */
mr_thread *MR_NULLABLE mr_threads_first(void);
mr_thread *MR_NULLABLE mr_threads_next(mr_thread *thread);

/* How many thread records are registered; for tests. */
size_t mr_thread_count(void);

/*
 * Returns when what was retired before this call has been freed; for tests. It waits for a grace period, so nothing that
 * a callback can reach may call it.
 */
void mr_reclaim_wait(void);

MR_ASSUME_NONNULL_END

#endif
