/*
 * mr_pin: says, where every thread can read it, which observer lists a thread is walking. In C because it is a
 * thread-local that is written twice for every event.
 *
 * Each thread owns a record with a stack of pins, one for each emission of the thread that is under way. When emissions
 * nest deeper than a record holds, blocks of pins are linked behind it; they are unlinked again on the way back. A pin:
 *
 *     list     the list that the emission walks, 0 while the pin is idle. Exchanged in and out.
 *     era      the list's era (mr_list.h) when the emission began, or before
 *     end      which slot the emission ends before; UINT64_MAX while that is not known yet
 *     garbage  what this emission is to give back when it ends: a stack of nodes that others push (mr_list_collect.c)
 *
 * `era` and `end` are stored before `list`, and `end` once more afterwards. Only the owner writes those three, so two
 * emitters never write the same cache line. Disposers read the pins of all threads that are awake.
 *
 * A thread is awake from its first emission on, which is a bit in a word that it shares with 31 others (MR_AWAKE). A
 * disposer that has found all pins of a thread idle for some time puts it to sleep: it marks the thread as DROWSY, looks
 * at the pins once more, and clears both bits if DROWSY is still there. An emission looks at the bits after its pin is
 * in place and before it looks at a slot, and wakes its thread if they are anything but AWAKE.
 *
 *     asleep ──emission──▶ AWAKE ──disposer──▶ AWAKE, DROWSY ──the same disposer──▶ asleep, or AWAKE again
 *                                              AWAKE, DROWSY ──emission──▶ AWAKE
 *
 * An emission in a signal handler, which begins and ends between any two instructions of the thread's own emission, finds
 * the stack in order: `top` is the one word that says where it ends, a pin is reserved before it is written, and idle
 * again before it is given back.
 *
 * Records are freed through call_rcu after their thread's exit. A thread that emits after that, from the destructor of
 * another thread-specific value, gets a record for each of these emissions.
 *
 * Progress: pinning and unpinning are wait-free, but for a thread's first pin, which registers the record.
 * Orderings: the pin is exchanged in sequentially consistently, so that it comes before every slot that the walk
 * loads; a disposer exchanges the slot before it reads the pins. One of the two sees the other. See ORDERING.md.
 */
#ifndef MR_PIN_H
#define MR_PIN_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/*
 * Bytes of a block of pins, which begins at a multiple of that; and of what comes before its pins, in a record and in a
 * block behind it. Tests build with smaller blocks so that they chain at once.
 */
#ifndef MR_BLOCK
#define MR_BLOCK 256
#endif
#define MR_RECORD_HEADER 64
#define MR_BLOCK_HEADER 32

typedef struct mr_pin {
    uintptr_t list;
    uint64_t end;
    uint64_t era;
    struct mr_waiting *MR_NULLABLE garbage;
} mr_pin;

/* Pins behind those of a record. */
typedef struct mr_pin_block {
    struct mr_pin_block *MR_NULLABLE deeper;           /* the next block in use, or NULL */
    struct mr_pin_block *MR_NULLABLE *MR_NONNULL link; /* the word that leads here; with the next one for call_rcu */
    struct mr_pin_block *MR_NULLABLE before;           /* what that held before */
    mr_pin *back;                                      /* where `top` was */
    mr_pin pins[(MR_BLOCK - MR_BLOCK_HEADER) / sizeof(mr_pin)];
} mr_pin_block;

typedef struct mr_thread {
    struct mr_pin_block *MR_NULLABLE deeper; /* the first block in use behind this record, or NULL; first as in mr_pin_block */
    mr_pin *top;                             /* the owner's: the first pin that is free, or the end of its block */
    uint64_t *state;                         /* the word that has the thread's bits */
    uint64_t awake;                          /* MR_AWAKE, shifted to where they are */
    uint64_t both;                           /* and with MR_DROWSY */
    uint32_t section;                        /* odd while the owner is in a section of the core's own: mr_reclaim.h */
    uint32_t is_last;                        /* the thread's end has begun: the record goes with its outermost emission */
    struct mr_pin_block *MR_NULLABLE spare;  /* the owner's: a block for the next time */
    struct mr_waiting *MR_NULLABLE waiting;  /* the owner's: a node for the next time */
    mr_pin pins[(MR_BLOCK - MR_RECORD_HEADER) / sizeof(mr_pin)];
    struct mr_thread *MR_NULLABLE next; /* registry */
    struct mr_thread *MR_NULLABLE previous;
    struct mr_places *places; /* where its bits are */
    uint32_t place;
    uintptr_t rcu[2];
} mr_thread;

#define MR_AWAKE ((uint64_t)1)  /* the thread's pins are looked at */
#define MR_DROWSY ((uint64_t)2) /* a disposer is about to take AWAKE away */

extern _Thread_local mr_thread *MR_NULLABLE mr_thread_self;

/* The calling thread's record; the first call of a thread registers it. */
mr_thread *mr_thread_register(void);

/* Gives the thread a record if it has none, unless the thread's end has begun. */
void mr_thread_meet(void);

/* The same two where emissions nest deeper than one block. */
mr_pin *mr_pin_push_deeper(mr_thread *thread);
void mr_pin_pop_deeper(mr_thread *thread, mr_pin *pin);

/* Sets AWAKE alone. */
void mr_thread_wake(mr_thread *thread);

MR_INLINE mr_thread *mr_thread_current(void) {
    mr_thread *thread = mr_thread_self;
    return MR_LIKELY(thread != NULL) ? thread : mr_thread_register();
}

/* Exchanges a word of a thread's own record; atomically, since an emission in a signal's handler may do so, too. */
#define mr_swap_private(p, v) atomic_exchange_explicit(MR_ATOMIC(p), v, mr_relaxed)

/* Reserves the pin of the emission that begins. */
MR_INLINE mr_pin *mr_pin_push(mr_thread *thread) {
    mr_pin *pin = thread->top;
    if (MR_UNLIKELY(((uintptr_t)pin & (MR_BLOCK - 1)) == 0))
        return mr_pin_push_deeper(thread);
    thread->top = pin + 1;
    // a signal's handler finds it reserved before it is written to
    atomic_signal_fence(mr_seq_cst);
    return pin;
}

/* The pin of the emission that ends: of those under way, the one that began last. */
MR_INLINE mr_pin *mr_pin_last(const mr_thread *thread) { return thread->top - 1; }

/* Gives it back; it is idle. */
MR_INLINE void mr_pin_pop(mr_thread *thread, mr_pin *pin) {
    atomic_signal_fence(mr_seq_cst);
    if (MR_UNLIKELY(((uintptr_t)pin & (MR_BLOCK - 1)) == MR_BLOCK_HEADER))
        mr_pin_pop_deeper(thread, pin);
    else
        thread->top = pin;
}

/* Wakes the thread, whose pin is in place, if it is not awake. */
MR_INLINE void mr_thread_stay_awake(mr_thread *thread) {
    // seq_cst: between the pin exchange and the first slot load; pairs with mr_pin_find's load and `rest`
    if (MR_UNLIKELY((mr_load(thread->state, mr_seq_cst) & thread->both) != thread->awake))
        mr_thread_wake(thread);
}

/*
 * Whether the emission that has the pin, which holds `list`, may be at a slot of that list before `end`, or in one of its
 * segments where that is 0, and began when the list's era was no later than `era`.
 */
MR_INLINE bool mr_pin_is_before(const mr_pin *pin, uint64_t end, uint64_t era) {
    // acquire: what earlier emissions with this pin did comes before the release of their sinks
    return mr_load((uint64_t *)&pin->era, mr_acquire) <= era && mr_load((uint64_t *)&pin->end, mr_acquire) >= end;
}

/* A pin that reaches; `except` does not count. Only inside a section of the core's own, in which the pin stays valid. */
mr_pin *MR_NULLABLE mr_pin_find(const void *list, uint64_t end, uint64_t era, const mr_pin *MR_NULLABLE except);

/* The records; for whoever frees them, who alone may walk them outside of a section. */
mr_thread *MR_NULLABLE mr_threads_first(void);
mr_thread *MR_NULLABLE mr_threads_next(mr_thread *thread);

/* How many thread records are registered, and how many of these are awake; for tests. */
size_t mr_thread_count(void);
size_t mr_thread_count_awake(void);

/*
 * Returns when what was retired before this call has been freed; for tests. It waits for a grace period, so nothing that
 * a callback can reach may call it.
 */
void mr_reclaim_wait(void);

MR_ASSUME_NONNULL_END

#endif
