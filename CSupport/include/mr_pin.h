/*
 * mr_pin: says, where every thread can read it, which observer lists each thread is walking. In C because
 * each emission finds its thread's record through a thread-local, and writes words there that other threads read.
 *
 * Each thread owns a record with a stack of pins, one for each emission of the thread that is under way. When
 * emissions nest deeper than a record holds, blocks of pins are linked behind the record, and unlinked again on the
 * way back. A pin:
 *
 *     list     the list that the emission walks, 0 while the pin is idle. Exchanged in and out.
 *     era      the list's era (mr_list.h) when the emission began, or earlier
 *     end      the slot that the emission ends before; UINT64_MAX while that is not known yet
 *     garbage  what this emission gives back when it ends: a stack of nodes, which any thread may push
 *              (mr_list_collect.c)
 *
 * `era` and `end` are stored before `list`, and `end` once more afterwards. Only the owner writes these three. So,
 * unless observers leave, no two emitters write the same line of pins. Disposers read the pins of all threads that are
 * awake.
 *
 * A thread becomes awake at its first emission: it has a bit (MR_AWAKE) in a word that it shares with up to 31 others. A
 * disposer that has found all pins of a thread idle for some time puts the thread to sleep: it sets DROWSY, looks at
 * the pins once more, and clears both bits if DROWSY is still set. An emission loads the bits after its pin is in
 * place and before it loads a slot. If they are anything but AWAKE, it wakes its thread.
 *
 *     asleep ──emission──▶ AWAKE ──disposer──▶ AWAKE, DROWSY ──the same disposer──▶ asleep, or AWAKE again
 *                                              AWAKE, DROWSY ──emission──▶ AWAKE
 *
 * An emission in a signal handler may begin and end between any two instructions of the thread's own emission. It
 * finds the stack consistent: `top` is the one word that says where the stack ends, a pin is reserved before it is
 * written, and it is idle again before it is given back.
 *
 * A record is freed after a grace period once its thread has ended. If the thread emits after that, from the
 * destructor of another thread-specific value, each outermost emission gets a record of its own.
 *
 * Progress: pinning and unpinning are wait-free, except for a thread's first pin, which registers the record; a pin that
 * finds no room in the record and its blocks, which allocates a block; an unpin that gives back a second block, which
 * retires it; and the last unpin of a thread that has ended, which unregisters the record. Orderings: the pin is
 * exchanged in with sequential consistency, so that it comes before every slot that the walk loads. A disposer exchanges
 * the slot before it reads the pins. So one of the two sees the other. See ORDERING.md.
 */
#ifndef MR_PIN_H
#define MR_PIN_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/*
 * The size of a block of pins, in bytes, and of the headers before its pins: in a record, and in a block behind a
 * record. A block begins at a multiple of its size. Tests build with smaller blocks, so that blocks chain at once.
 */
#ifndef MR_BLOCK
#define MR_BLOCK 256
#endif
#define MR_RECORD_HEADER 64
#define MR_BLOCK_HEADER 32

typedef struct mr_pin {
    _Alignas(32) uintptr_t list; /* a pin fills half a cache line */
    _Alignas(8) uint64_t end;
    uint64_t era;
    struct mr_waiting *MR_NULLABLE garbage;
} mr_pin;

/* Pins behind those of a record. */
typedef struct mr_pin_block {
    struct mr_pin_block *MR_NULLABLE deeper;           /* the next block in use, or NULL */
    struct mr_pin_block *MR_NULLABLE *MR_NONNULL link; /* the link to here; with the next word, for mr_reclaim_later */
    struct mr_pin_block *MR_NULLABLE before;           /* what the link held before */
    mr_pin *back;                                      /* where `top` was */
    mr_pin pins[(MR_BLOCK - MR_BLOCK_HEADER) / sizeof(mr_pin)];
} mr_pin_block;

typedef struct mr_thread {
    struct mr_pin_block *MR_NULLABLE deeper; /* the first block in use, or NULL; the first member, as in mr_pin_block */
    mr_pin *top;                             /* the owner's: the first free pin, or the end of its block */
    uint64_t *state;                         /* the word with the thread's bits */
    uint64_t awake;                          /* MR_AWAKE, shifted to the thread's entry */
    uint64_t both;                           /* MR_AWAKE and MR_DROWSY, shifted likewise */
    uint32_t section;                        /* odd while the owner is in a section (mr_reclaim.h) */
    uint32_t is_last;                        /* the thread is ending: its outermost emission takes the record away */
    struct mr_pin_block *MR_NULLABLE spare;  /* the owner's: a block to use again */
    struct mr_waiting *MR_NULLABLE waiting;  /* the owner's: a node to use again */
    mr_pin pins[(MR_BLOCK - MR_RECORD_HEADER) / sizeof(mr_pin)];
    struct mr_thread *MR_NULLABLE next; /* registry */
    struct mr_thread *MR_NULLABLE previous;
    struct mr_thread_table *table; /* where the thread's bits are: mr_pin.c */
    uint32_t entry;
    uintptr_t rcu[2];
} mr_thread;

#define MR_AWAKE ((uint64_t)1)  /* disposers read the thread's pins */
#define MR_DROWSY ((uint64_t)2) /* a disposer is about to clear AWAKE */

extern _Thread_local mr_thread *MR_NULLABLE mr_thread_self;

/* Makes the record of a calling thread that has none. */
mr_thread *mr_thread_register(void);

/* Gives the calling thread a record if it has none, unless the thread is ending. */
void mr_thread_meet(void);

/* mr_pin_push and mr_pin_pop, where emissions nest deeper than one block. */
mr_pin *mr_pin_push_deeper(mr_thread *thread);
void mr_pin_pop_deeper(mr_thread *thread, mr_pin *pin);

/* Sets AWAKE and clears DROWSY. */
void mr_thread_wake(mr_thread *thread);

MR_INLINE mr_thread *mr_thread_current(void) {
    mr_thread *thread = mr_thread_self;
    return MR_LIKELY(thread != NULL) ? thread : mr_thread_register();
}

/* Exchanges a word of the thread's own record; atomically, since an emission in a signal handler may do so too. */
#define mr_swap_private(p, v) atomic_exchange_explicit(MR_ATOMIC(p), v, mr_relaxed)

/* The slow path of mr_thread_prepared: makes the thread's record, and a block for its next pin, if it needs them. */
mr_thread *MR_NULLABLE mr_thread_make_room(void);

/*
 * The calling thread's record, with room for a pin: pushing one allocates nothing, and takes no lock. NULL if the thread
 * is ending and has no record.
 */
MR_INLINE mr_thread *MR_NULLABLE mr_thread_prepared(void) {
    mr_thread *thread = mr_thread_self;
    return MR_LIKELY(thread != NULL && ((uintptr_t)thread->top & (MR_BLOCK - 1)) != 0) ? thread : mr_thread_make_room();
}

/* Reserves the pin of the emission that begins. */
MR_INLINE mr_pin *mr_pin_push(mr_thread *thread) {
    mr_pin *pin = thread->top;
    if (MR_UNLIKELY(((uintptr_t)pin & (MR_BLOCK - 1)) == 0))
        return mr_pin_push_deeper(thread);
    thread->top = pin + 1;
    // the pin is reserved before it is written, as a signal handler must find it
    atomic_signal_fence(mr_seq_cst);
    return pin;
}

/* The pin of the emission that ends: of those under way, the one that began last. */
MR_INLINE mr_pin *mr_pin_last(const mr_thread *thread) { return thread->top - 1; }

/* Gives back a pin, which is idle. */
MR_INLINE void mr_pin_pop(mr_thread *thread, mr_pin *pin) {
    atomic_signal_fence(mr_seq_cst);
    if (MR_UNLIKELY(((uintptr_t)pin & (MR_BLOCK - 1)) == MR_BLOCK_HEADER))
        mr_pin_pop_deeper(thread, pin);
    else
        thread->top = pin;
}

/* Wakes the thread if it is asleep or drowsy. Its pin is in place. */
MR_INLINE void mr_thread_stay_awake(mr_thread *thread) {
    // seq_cst: between the pin exchange and the first slot load; pairs with the load in mr_pin_find, and with `rest` in mr_pin.c
    if (MR_UNLIKELY((mr_load(thread->state, mr_seq_cst) & thread->both) != thread->awake))
        mr_thread_wake(thread);
}

/*
 * For a pin that holds a list: whether its emission began when the list's era was at most `era`, and can reach the slot
 * with the number `end - 1` (if `end` is 0: any segment).
 */
MR_INLINE bool mr_pin_can_reach(const mr_pin *pin, uint64_t end, uint64_t era) {
    // acquire: what earlier emissions with this pin did comes before the release of their sinks
    return mr_load((uint64_t *)&pin->era, mr_acquire) <= era && mr_load((uint64_t *)&pin->end, mr_acquire) >= end;
}

/*
 * A pin whose emission can reach what was taken out, other than `except`; see mr_pin_can_reach. The caller is inside a
 * section, in which the pin stays valid.
 */
mr_pin *MR_NULLABLE mr_pin_find(const void *list, uint64_t end, uint64_t era, const mr_pin *MR_NULLABLE except);

/* The records, for the thread that frees them. Only that thread may walk them outside a section. */
mr_thread *MR_NULLABLE mr_threads_first(void);
mr_thread *MR_NULLABLE mr_threads_next(mr_thread *thread);

#ifdef MR_EXPLORE_THREADS
/* Makes the thread as one that has just emitted: awake, and not found idle. Each explored schedule begins like that. */
void mr_thread_settle(mr_thread *thread);
#endif

/* How many threads have a record, and how many of these are awake; for tests. */
size_t mr_thread_count(void);
size_t mr_thread_count_awake(void);

/*
 * Returns when everything that was retired before this call has been freed; for tests. It waits for a grace period, so
 * no code that a callback can reach may call it.
 */
void mr_reclaim_wait(void);

MR_ASSUME_NONNULL_END

#endif
