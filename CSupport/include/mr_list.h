/*
 * mr_list: the observer list of subjects and everything that shares. In C because slots are shared words, and because
 * what it retires is reclaimed by liburcu.
 *
 * A chain of segments whose slots never move and are never used twice. An index is claimed with a fetch-add on `tail`,
 * the sink is published into its slot, and disposing marks the sink's word and exchanges the slot for a tombstone; so order needs no keeping and
 * nothing is ever copied. A segment whose slots are all dead is unlinked by whoever wins a try-flag.
 *
 * An emission pins the list in its thread's record (mr_pin.h), reads the tail, and visits the slots below it. A sink
 * taken out while nobody pins the list is given back at once; otherwise it waits in `deferred`, and the emission that
 * was under way gives it back when it ends. Two batches with a phase bit between them (as in SRCU, McKenney 2006) keep
 * overlapping emissions without end from holding a sink for longer than the emissions that could still reach it.
 *
 * Ownership: a list owns one reference to each sink in it. Whoever takes a sink out of a slot owns that reference:
 * the functions below hand it to their caller as a garbage chain (mr_garbage_next) or by name. No user code runs in
 * here, and no function of this file waits.
 *
 * | overlap      | emit | join | leave | close | collect | drain/free          |
 * |--------------|------|------|-------|-------|---------|---------------------|
 * | emit         | yes  | yes  | yes   | yes   | yes     | no: owner's last use |
 * | join         |      | yes  | yes   | yes   | yes     | no                  |
 * | leave        |      |      | yes   | yes   | yes     | yes                 |
 * | close        |      |      |       | one winner | yes | no                 |
 * | collect      |      |      |       |       | yes     | yes (from leave)    |
 *
 * Progress: emitting is wait-free per slot; join, leave, close and collect are lock-free.
 * Reclamation: segments and the list itself are freed through call_rcu; join and leave run in RCU sections of their
 * own. Orderings: ORDERING.md.
 */
#ifndef MR_LIST_H
#define MR_LIST_H

#include "mr_base.h"
#include "mr_pin.h"
#include "mr_sink.h"

MR_ASSUME_NONNULL_BEGIN

#ifndef MR_FIRST_CAPACITY
#define MR_FIRST_CAPACITY 8 /* slots of the segment that a list is allocated with */
#endif
#ifndef MR_SEGMENT_CAPACITY
#define MR_SEGMENT_CAPACITY 32 /* slots of every later one */
#endif

/* What a slot can hold besides a sink. */
#define MR_SLOT_EMPTY ((uintptr_t)0)  /* not published yet */
#define MR_SLOT_TOMB ((uintptr_t)1)   /* the sink has been taken out */
#define MR_SLOT_CLOSED ((uintptr_t)2) /* the closing has taken it out, or came before it was published */

/* Set beside the sink's address in the slot of a sink with MR_DIRECT. */
#define MR_SLOT_DIRECT ((uintptr_t)8)

typedef struct mr_segment {
    mr_sink node; /* links the segment while it is dead or retired */
    uint64_t base;
    struct mr_segment *MR_NULLABLE next;
    struct mr_segment *MR_NULLABLE previous;
    struct mr_list *list;
    uint32_t capacity;
    uint32_t dead;
    uintptr_t slots[];
} mr_segment;

typedef struct mr_list {
    /* read by emitters */
    uint64_t tail;    /* next index, shifted left by one; bit 0: closed */
    mr_segment *MR_NULLABLE head;
    uintptr_t phase;  /* 0 or 1 */
    mr_sink *MR_NULLABLE deferred; /* taken out, waiting for a phase to begin */
    mr_sink *MR_NULLABLE batch;    /* waiting for the pins of the phase before this one */
    /* written by those who come and go */
    mr_segment *MR_NULLABLE last;  /* a segment at or before the last one; never a retired one */
    mr_sink *MR_NULLABLE dead;     /* segments to unlink */
    uint32_t collecting;
    uint32_t unlinking;
    uintptr_t rcu[2];
} mr_list;

#define MR_LIST_CLOSED ((uint64_t)1)

/* A list with room for MR_FIRST_CAPACITY sinks; aborts when memory is out. */
mr_list *mr_list_create(void);

/* A list that was closed before anybody joined; static, never freed. */
mr_list *mr_list_closed(void);

/*
 * Gives the list's memory back. The caller has drained it and no emission, join or close is under way; a leave may be.
 */
void mr_list_free(mr_list *list);

typedef enum mr_joining {
    MR_JOINED = 0,        /* the list owns the reference */
    MR_JOIN_CLOSED = 1,   /* closed: the caller owns it, and delivers the terminal event */
    MR_JOIN_DISPOSED = 2, /* the sink was disposed meanwhile: the caller owns the reference and drops it */
} mr_joining;

/* Adds the sink at the end. Amortised O(1). */
mr_joining mr_list_join(mr_list *list, mr_sink *sink);

/* Whether an observer is in the list; walks the slots until it finds one. */
bool mr_list_has_observers(mr_list *list);

/* How many sinks the list holds; walks all slots. */
size_t mr_list_count(mr_list *list);

/* Takes back what no emission can reach any more, as a garbage chain. */
mr_sink *MR_NULLABLE mr_list_collect(mr_list *list);

/* Whether there may be something to collect. */
MR_INLINE bool mr_list_has_garbage(const mr_list *list) {
    return mr_load((mr_sink **)&list->deferred, mr_seq_cst) != NULL ||
           mr_load((mr_sink **)&list->batch, mr_seq_cst) != NULL;
}

/* ---- emitting ---- */

typedef struct mr_emission {
    mr_list *MR_NULLABLE list;
    mr_thread *MR_NULLABLE thread;
    uintptr_t *MR_NULLABLE pin;
    mr_segment *MR_NULLABLE segment;
    uint64_t end;
    uintptr_t *MR_NULLABLE slot; /* the next one to visit in the segment */
    uintptr_t *MR_NULLABLE stop; /* the first one not to visit */
} mr_emission;

MR_INLINE uint32_t mr_segment_limit(const mr_segment *segment, uint64_t end) {
    if (segment->base >= end)
        return 0;
    uint64_t below = end - segment->base;
    return below < segment->capacity ? (uint32_t)below : segment->capacity;
}

/* Goes to the first slot of a segment; false if the emission reaches none of its slots. */
MR_INLINE bool mr_emission_enter(mr_emission *emission, mr_segment *segment) {
    emission->segment = segment;
    emission->slot = segment->slots;
    emission->stop = segment->slots + mr_segment_limit(segment, emission->end);
    return emission->slot != emission->stop;
}

/* Pins the list and fixes which sinks the emission reaches. */
MR_INLINE void mr_emission_begin(mr_emission *emission, mr_list *list) {
    mr_thread *thread = mr_thread_current();
    uintptr_t *pin = mr_pin_push(thread);
    uintptr_t phase = mr_load(&list->phase, mr_relaxed);
    for (;;) {
        // seq_cst: the pin is visible before any slot is loaded; pairs with the slot exchange and the pin scan of
        // mr_list_leave. The phase is read again, so that a pin never carries a phase older than its own visibility.
        mr_exchange(pin, (uintptr_t)list | phase, mr_seq_cst);
        uintptr_t now = mr_load(&list->phase, mr_seq_cst);
        if (MR_LIKELY(now == phase))
            break;
        phase = now;
    }
    emission->list = list;
    emission->thread = thread;
    emission->pin = pin;
    // acquire: a sink whose join had returned is below this tail
    emission->end = mr_load(&list->tail, mr_acquire) >> 1;
    // seq_cst: comes after the pin, so that the segment cannot be one that was retired before the pin was visible;
    // acquire: pairs with the release that linked it
    mr_emission_enter(emission, mr_load(&list->head, mr_seq_cst));
}

/* The next segment to visit, false at the end. */
MR_INLINE bool mr_emission_advance(mr_emission *emission) {
    // acquire: the segment is complete; seq_cst: as for the head, it is none that was retired before the pin was visible
    mr_segment *segment = mr_load(&emission->segment->next, mr_seq_cst);
    return segment != NULL && mr_emission_enter(emission, segment);
}

/*
 * Whether a sink may be called without a look of its own at its word. Those that are marked may: a disposal marks the
 * word before it empties the slot, and of two disposals the second returns in between.
 */
MR_INLINE bool mr_slot_is_open(uintptr_t slot) {
#ifdef MR_BUG_DIRECT_WITHOUT_LOOK
    return true;
#endif
    return !(slot & MR_SLOT_DIRECT) || mr_sink_is_open((const mr_sink *)(slot & ~MR_SLOT_DIRECT));
}

/*
 * The next sink, in order of joining, or 0; it stays valid until the emission ends. MR_SLOT_DIRECT is set beside the
 * address where it applies.
 */
MR_INLINE uintptr_t mr_emission_next(mr_emission *emission) {
    for (;;) {
        while (emission->slot != emission->stop) {
            // seq_cst: comes after the pin; acquire: the sink is complete
            uintptr_t slot = mr_load(emission->slot, mr_seq_cst);
            emission->slot += 1;
            if (MR_LIKELY(slot > MR_SLOT_CLOSED) && mr_slot_is_open(slot))
                return slot;
        }
        if (!mr_emission_advance(emission))
            return 0;
    }
}

/* Unpins; returns what became garbage meanwhile and is the caller's to release. */
MR_INLINE mr_sink *MR_NULLABLE mr_emission_end(mr_emission *emission) {
    mr_list *list = emission->list;
    // seq_cst: the unpinning is visible before the stacks are read; pairs with push-then-scan in mr_list_leave
    mr_exchange(emission->pin, 0, mr_seq_cst);
    mr_pin_pop(emission->thread);
    return MR_LIKELY(!mr_list_has_garbage(list)) ? NULL : mr_list_collect(list);
}

/* ---- closing: an emission that takes every sink out ---- */

/* Closes the list: later joins fail. True for the first. */
bool mr_list_close(mr_list *list);

/* Takes the next sink out of a closed list; the caller owns the reference. Used between emission begin and end. */
mr_sink *MR_NULLABLE mr_emission_take(mr_emission *emission);

/*
 * Lets go of the sink that mr_emission_take gave last: no event passes it any more, and its reference comes back from
 * mr_emission_end when no other emission can reach it. If nobody has disposed it yet, the first dispose() still wins.
 */
void mr_list_discard(mr_emission *emission, mr_sink *sink);

/* ---- the end of the owner ---- */

/*
 * The next sink that is left in a list that nobody emits on any more; the caller owns the reference. The sink is not
 * disposed: nothing feeds it any longer. NULL when the list is empty and mr_list_free may be called.
 */
mr_sink *MR_NULLABLE mr_list_drain(mr_list *list, mr_emission *cursor);

MR_ASSUME_NONNULL_END

#endif
