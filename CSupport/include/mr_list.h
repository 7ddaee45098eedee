/*
 * mr_list: the observer list of subjects and everything that shares. In C because slots are shared words, and because
 * what it retires is reclaimed by liburcu.
 *
 * A chain of segments whose slots never move and are never used twice. A sink is published in the first slot that is
 * empty, by a compare-and-swap, so the slots that were given away are always those before the first empty one;
 * disposing marks the sink's word and exchanges the slot for a tombstone. So order needs no keeping and nothing is ever
 * copied. Whoever comes or goes writes one cache line that emitters read, the slot's; seldom a second one, the header of
 * a segment whose last slots have died. A segment whose slots are all dead, and which `last` has moved on from, is
 * unlinked by whoever wins a try-flag.
 *
 * An emission pins the list in its thread's record (mr_pin.h), looks where the slots that were given away end, says so
 * in the pin, and visits those. It marks each slot that it is the first to visit (MR_SLOT_SEEN). A sink that leaves a slot
 * without the mark is reached by no emission: it is given back at once, and nobody looks at pins. Nor does one that leaves
 * a slot which comes after the ends of all emissions under way. Any other is handed to one of the emissions that can reach
 * it, which gives it back when it ends, or hands it on to another one.
 *
 * `era` counts what was handed over. It is increased when the tombstone is in place, so an emission that found it
 * increased before its pin was in place cannot reach the sink. Emissions that overlap without end do not hold a sink for
 * longer than those that began before it left.
 *
 * A slot:
 *
 *     EMPTY ──join──▶ sink ──emission──▶ sink with SEEN        sink ──leave, close──▶ TOMB (──leave──▶ GONE)
 *     EMPTY ──join of a sink that others know──▶ CLAIMED ──▶ sink      sink ──drain──▶ TAKEN
 *     CLAIMED ──leave──▶ TOMB, ──close──▶ TAKEN ──its join──▶ TOMB     EMPTY ──close──▶ END
 *
 * Ownership: a list owns one reference to each sink in it. Whoever takes a sink out of a slot owns that reference:
 * the functions below hand it to their caller as a garbage chain (mr_garbage_next) or by name. No user code runs in
 * here, and no function of this file waits.
 *
 * | overlap      | emit | join | leave | close      | drain/free           |
 * |--------------|------|------|-------|------------|----------------------|
 * | emit         | yes  | yes  | yes   | yes        | no: owner's last use |
 * | join         |      | yes  | yes   | yes        | no                   |
 * | leave        |      |      | yes   | yes        | yes                  |
 * | close        |      |      |       | one winner | no                   |
 *
 * Progress: emitting is wait-free per slot; join, leave, close and the end of an emission are lock-free.
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
#ifndef MR_LONG_CAPACITY
#define MR_LONG_CAPACITY 128 /* but of one that comes after such a segment, or a long one, from which nobody has left */
#endif

/* What a slot can hold besides a sink, whose address is larger. The first two: it has not been given away. */
#define MR_SLOT_EMPTY ((uintptr_t)0)   /* nobody has come here yet, nor to any slot after it */
#define MR_SLOT_END ((uintptr_t)1)     /* the list is closed: nobody comes any more, neither here nor later */
#define MR_SLOT_TOMB ((uintptr_t)2)    /* the sink has been taken out */
#define MR_SLOT_GONE ((uintptr_t)3)    /* a tombstone, whose leave touches the list no more; in the first segment */
#define MR_SLOT_TAKEN ((uintptr_t)8)   /* as TOMB, but the segment must not go yet: see mr_list_drain, mr_list_close */
#define MR_SLOT_CLAIMED ((uintptr_t)9) /* given away, but not published yet */

/* Set beside a sink's address; none of the values above has SEEN. */
#define MR_SLOT_SEEN ((uintptr_t)4)   /* an emission has visited it, and may still be there */
#define MR_SLOT_DIRECT ((uintptr_t)8) /* the sink has MR_DIRECT */
#define MR_SLOT_FLAGS ((uintptr_t)15)

/* Sinks are aligned to 16 bytes, as everything that malloc returns. */
MR_INLINE bool mr_slot_is_sink(uintptr_t slot) { return slot > MR_SLOT_FLAGS; }

typedef struct mr_segment {
    mr_sink node; /* links the segment while it is dead, then while it is with call_rcu */
    uint64_t base;
    struct mr_segment *MR_NULLABLE next;
    struct mr_segment *MR_NULLABLE previous;
    struct mr_list *list;
    uint32_t capacity;
    uint32_t retired;
    uint32_t reach; /* the slots from this one on are dead; less than all once `last` has moved on */
    uintptr_t slots[];
} mr_segment;

typedef struct mr_list {
    mr_segment *last;              /* where the next sink finds a slot, or after it; never a retired segment */
    mr_segment *MR_NULLABLE head;
    uint64_t era;
    mr_sink *MR_NULLABLE dead; /* segments to unlink */
    uint32_t unlinking;
    uintptr_t rcu[2];
} mr_list;

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

/*
 * Adds the sink at the end. Amortised O(1). Sinks that have left and that no emission can reach any more, if it comes upon
 * some, are put in front of `garbage`: the caller releases them.
 */
mr_joining mr_list_join(mr_list *list, mr_sink *sink, mr_sink *MR_NULLABLE *MR_NONNULL garbage);

/* Whether an observer is in the list; walks the slots until it finds one. */
bool mr_list_has_observers(mr_list *list);

/* How many sinks the list holds; walks all slots. */
size_t mr_list_count(mr_list *list);

/* ---- emitting ---- */

typedef struct mr_emission {
    mr_list *MR_NULLABLE list;
    mr_thread *MR_NULLABLE thread;
    mr_segment *MR_NULLABLE segment;
    uint64_t end;
    uintptr_t *MR_NULLABLE slot; /* the next one to visit in the segment */
    uintptr_t *MR_NULLABLE stop; /* the first one not to visit */
    mr_sink *MR_NULLABLE taken;  /* of a closing: what mr_emission_end is to return */
} mr_emission;

/* Whether a slot has been given away. */
MR_INLINE bool mr_slot_is_used(const uintptr_t *slot) {
    // acquire: what came before the sink in it, the sinks before it included, has come
    return mr_load((uintptr_t *)slot, mr_acquire) > MR_SLOT_END;
}

#ifndef MR_SLOTS_AT_A_TIME
#define MR_SLOTS_AT_A_TIME 8
#endif

/* How many slots of a segment have been given away: the number of the first that is EMPTY or END, if there is one. */
MR_INLINE uint32_t mr_segment_used(const mr_segment *segment) {
    uint32_t capacity = segment->capacity, used = 0;
    while (capacity - used >= MR_SLOTS_AT_A_TIME && mr_slot_is_used(&segment->slots[used + MR_SLOTS_AT_A_TIME - 1]))
        used += MR_SLOTS_AT_A_TIME;
    while (used < capacity && mr_slot_is_used(&segment->slots[used]))
        used += 1;
    return used;
}

/* Whether MR_SLOTS_AT_A_TIME slots hold neither a sink nor a claim. */
bool mr_slots_are_vacant(const uintptr_t *slots);

/*
 * As mr_segment_used, for an emission that begins: where the used ones among the last few are all dead, the number of the
 * first of these. Then nothing that the others of these slots become matters, and no branch depends on how many are used,
 * which is news whenever another thread comes and goes.
 */
MR_INLINE uint32_t mr_segment_end(const mr_segment *segment) {
    uint32_t capacity = segment->capacity, used = 0;
    while (capacity - used >= MR_SLOTS_AT_A_TIME && mr_slot_is_used(&segment->slots[used + MR_SLOTS_AT_A_TIME - 1]))
        used += MR_SLOTS_AT_A_TIME;
    if (capacity - used >= MR_SLOTS_AT_A_TIME &&
        MR_UNLIKELY(!mr_slot_is_sink(mr_load((uintptr_t *)&segment->slots[used], mr_seq_cst))) &&
        mr_slots_are_vacant(&segment->slots[used]))
        return used;
    while (used < capacity && mr_slot_is_used(&segment->slots[used]))
        used += 1;
    return used;
}

MR_INLINE uint32_t mr_segment_limit(const mr_segment *segment, uint64_t end) {
    if (segment->base >= end)
        return 0;
    uint64_t below = end - segment->base;
    // relaxed: whichever value it finds, the slots that it leaves out are dead
    uint32_t reach = mr_load((uint32_t *)&segment->reach, mr_relaxed);
    return below < reach ? (uint32_t)below : reach;
}

/* Goes to the first slot of a segment; false if the emission ends before it. */
MR_INLINE bool mr_emission_enter(mr_emission *emission, mr_segment *segment) {
    emission->segment = segment;
    emission->slot = segment->slots;
    emission->stop = segment->slots + mr_segment_limit(segment, emission->end);
    return segment->base < emission->end;
}

/*
 * Pins the list and fixes which sinks the emission reaches. Always inlined: left to the compiler, it was not where a replay
 * subject emits, so that the walk kept its place in memory (62 instructions more for ten observers).
 */
__attribute__((always_inline)) MR_INLINE void mr_emission_begin(mr_emission *emission, mr_list *list) {
    mr_thread *thread = mr_thread_current();
    mr_pin *pin = mr_pin_push(thread);
    // seq_cst: what was handed over before the era that is found here has its tombstone
    uint64_t era = mr_load(&list->era, mr_seq_cst);
    // release: what earlier emissions with this pin did comes before; see mr_pin_is_before
    mr_store(&pin->end, UINT64_MAX, mr_release);
    mr_store(&pin->era, era, mr_release);
    // seq_cst: the pin is visible before any slot is loaded; pairs with the slot exchange and the pin scan of
    // mr_list_leave
    mr_exchange(&pin->list, (uintptr_t)list, mr_seq_cst);
    mr_thread_stay_awake(thread);
    emission->list = list;
    emission->thread = thread;
    emission->taken = NULL;
    // A sink whose join had returned is in this segment or before it. seq_cst: as for the head
    mr_segment *last = mr_load(&list->last, mr_seq_cst);
    emission->end = last->base + mr_segment_end(last);
    mr_store(&pin->end, emission->end, mr_release);
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

/* The sink in a slot that holds one. */
MR_INLINE mr_sink *mr_slot_sink(uintptr_t slot) { return (mr_sink *)(slot & ~MR_SLOT_FLAGS); }

#define MR_SLOT_READY (MR_SLOT_SEEN | MR_SLOT_DIRECT)

/*
 * Whether a slot holds a direct sink and the mark of an emission, as nearly all do that an emission comes to. All flags are
 * known then, so what is read of the sink is at a fixed distance from the slot's value.
 */
MR_INLINE bool mr_slot_is_ready(uintptr_t slot) { return (slot & MR_SLOT_FLAGS) == MR_SLOT_READY; }

/* The sink in a slot that is ready. */
MR_INLINE mr_sink *mr_slot_ready_sink(uintptr_t slot) { return (mr_sink *)(slot - MR_SLOT_READY); }

/*
 * Whether a direct sink may be called, whose word nobody else looks at. Another one may be called as it is, and looks
 * itself. A disposal marks the word before it empties the slot, and of two disposals the second returns in between.
 */
MR_INLINE bool mr_direct_is_open(const mr_sink *sink) {
    return mr_sink_is_open(sink);
}

/*
 * Where to go on from a slot without a mark: the slot itself, marked, if a sink is in it, else one after it, or `stop`.
 * Dead slots beside each other cost little.
 */
uintptr_t *mr_slots_meet(uintptr_t *place, uintptr_t *stop);

/*
 * What is in the slot that the emission has come to. Only before the segment's end. If it is marked, a sink is in it,
 * which stays valid until the emission ends: mr_emission_pass goes on. Else mr_emission_meet does.
 */
MR_INLINE uintptr_t mr_emission_slot(const mr_emission *emission) {
    // seq_cst: comes after the pin; acquire: the sink is complete
    return mr_load(emission->slot, mr_seq_cst);
}

/* Whether an emission has marked a slot. */
MR_INLINE bool mr_slot_is_seen(uintptr_t slot) { return (slot & MR_SLOT_SEEN) != 0; }

/* Goes past a slot. */
MR_INLINE void mr_emission_pass(mr_emission *emission) { emission->slot += 1; }

/* Marks the slot, if a sink is in it, or goes past it and the dead ones after it. */
MR_INLINE void mr_emission_meet(mr_emission *emission) {
    emission->slot = mr_slots_meet(emission->slot, emission->stop);
}

/* Whether the emission has come to the end of its segment. */
MR_INLINE bool mr_emission_is_through(const mr_emission *emission) { return emission->slot == emission->stop; }

/* The slot of the next sink, in order of joining, or 0 at the end. A direct sink in it may not be open. */
MR_INLINE uintptr_t mr_emission_next(mr_emission *emission) {
    do {
        while (!mr_emission_is_through(emission)) {
            uintptr_t slot = mr_emission_slot(emission);
            if (mr_slot_is_seen(slot)) {
                mr_emission_pass(emission);
                return slot;
            }
            mr_emission_meet(emission);
        }
    } while (mr_emission_advance(emission));
    return 0;
}

/* What was handed to an emission that has unpinned: what no other one can reach, in front of `found`. */
mr_sink *MR_NULLABLE mr_pin_settle(mr_pin *pin, mr_sink *MR_NULLABLE found);

/* Unpins; returns what was handed to the emission meanwhile and is the caller's to release. */
MR_INLINE mr_sink *MR_NULLABLE mr_emission_end(mr_emission *emission) {
    mr_thread *thread = emission->thread;
    mr_pin *pin = mr_pin_last(thread);
    mr_sink *found = emission->taken;
    // seq_cst: the unpinning is visible before the stack is read; pairs with push-then-look of mr_list_hand_over
    mr_exchange(&pin->list, 0, mr_seq_cst);
    if (MR_UNLIKELY(mr_load(&pin->garbage, mr_seq_cst) != NULL))
        found = mr_pin_settle(pin, found);
    mr_pin_pop(thread, pin);
    return found;
}

/* ---- closing: an emission that takes every sink out ---- */

/* Closes the list: later joins fail. True for the first. */
bool mr_list_close(mr_list *list);

/*
 * Takes the next sink out of a closed list; the caller owns the reference. Used between emission begin and end, by the one
 * who closed the list.
 */
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
