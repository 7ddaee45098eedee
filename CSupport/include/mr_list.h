/*
 * mr_list: the observer list of subjects and of what shares through a subject. In C because slots are shared words, and
 * because mr_reclaim frees what the list retires.
 *
 * The list is a chain of segments. Slots never move and are never used twice. A join publishes its sink in the first
 * empty slot with a compare-and-swap, so the used slots are always those before the first empty one. A disposal marks
 * the sink's word and exchanges the slot for a tombstone. So the slots are in order of joining, and nothing is ever
 * copied. Besides the sink's own word, a join or a leave writes one cache line that emitters read: the line of the
 * slot. A join under the owner's lock also writes `end`. A join that finds its segment full also writes `last` and, if
 * there is no next segment yet, the link to the segment that it adds. A leave also raises `era` and writes the pin of
 * an emission if that emission can reach the sink. Rarely, a leave writes the header of a segment whose last slots have
 * died. A slot is dead if it holds a tombstone, and a segment is dead if all its slots are. Once a segment is dead and
 * `last` has moved on from it, the thread that wins a try-flag unlinks the segment.
 *
 * An emission pins the list in its thread's record (mr_pin.h). It then finds the end of the used slots, writes that
 * end into the pin, and visits the slots before it. It marks each slot that no emission has visited before
 * (MR_SLOT_SEEN). No emission reaches a sink that leaves a slot without the mark: the sink is given back at once, and
 * no pins are read for it. If the slot is marked, the leaver reads the pins. If the slot comes after the ends of all
 * emissions under way, the sink is given back too. Otherwise the sink is handed to one of the emissions that can reach
 * it. That emission gives the sink back when it ends, or hands it on to another one.
 *
 * `era` counts the sinks and segments that were handed over. It is increased after the tombstone is in place. So an
 * emission that loaded the increased era before it pinned the list cannot reach the sink. Even where emissions overlap
 * without end, a sink is therefore held at most until all emissions that began before it left have ended.
 *
 * The states of a slot:
 *
 *     EMPTY ──join──▶ sink ──emission──▶ sink with SEEN        sink ──leave, close──▶ TOMB (──leave──▶ GONE)
 *     EMPTY ──join of a sink that is not direct──▶ CLAIMED ──▶ sink    sink ──drain──▶ TAKEN
 *     CLAIMED ──its join, if the sink is disposed already──▶ TOMB
 *     sink, with or without SEEN ──mr_list_mark_direct──▶ the same with DIRECT
 *     CLAIMED ──leave──▶ TOMB, ──close──▶ TAKEN ──its join──▶ TOMB     EMPTY ──close──▶ END
 *
 * Ownership: a list owns one reference to each sink in it. The thread that takes a sink out of a slot owns that
 * reference, or hands it to an emission. The functions below return to their caller what nobody needs any more, in a
 * garbage chain (mr_garbage_next) or as the sink itself. They run no user code.
 *
 * | overlap      | emit | join | leave | close      | drain/free           |
 * |--------------|------|------|-------|------------|----------------------|
 * | emit         | yes  | yes  | yes   | yes        | no: owner's last use |
 * | join         |      | yes  | yes   | yes        | no                   |
 * | leave        |      |      | yes   | yes        | yes                  |
 * | close        |      |      |       | one winner | no                   |
 * | mark         | yes  | yes  | yes   | yes        | no                   |
 *
 * Progress: emitting is wait-free per slot; join, leave, close, marking and the end of an emission are lock-free. There
 * are exceptions: the first join or emission of a thread makes the thread's record, under a mutex (mr_pin.h). A join or
 * a closing that finds its segment full allocates, and so may a call that hands something over, as a leave or a discard
 * does. What is retired may start the thread that frees memory.
 * Reclamation: a segment is freed after a grace period, and so is a list, unless the slots of its first segment show that
 * no leave can still touch it (mr_list_memory.c): such a list is freed at once. Join, leave and marking run in read-side
 * sections of their own. Orderings: ORDERING.md.
 */
#ifndef MR_LIST_H
#define MR_LIST_H

#include "mr_base.h"
#include "mr_pin.h"
#include "mr_lifecycle.h"

MR_ASSUME_NONNULL_BEGIN

#ifndef MR_FIRST_CAPACITY
#define MR_FIRST_CAPACITY 8 /* slots of the segment that a list is allocated with */
#endif
#ifndef MR_SEGMENT_CAPACITY
#define MR_SEGMENT_CAPACITY 32 /* slots of each other segment, unless it is long */
#endif
/* Slots of a segment that is added behind a full segment that is not the first one, if no slot of that one is dead. */
#ifndef MR_LONG_CAPACITY
#define MR_LONG_CAPACITY 128
#endif

/* What a slot can hold besides a sink, whose address is larger. A slot with EMPTY or END is unused. */
#define MR_SLOT_EMPTY ((uintptr_t)0)   /* no sink has joined here, nor at any slot after it */
#define MR_SLOT_END ((uintptr_t)1)     /* the list is closed: no sink joins here or at a later slot */
#define MR_SLOT_TOMB ((uintptr_t)2)    /* the sink has been taken out */
#define MR_SLOT_GONE ((uintptr_t)3)    /* a tombstone whose leave no longer touches the list; first segment only */
#define MR_SLOT_TAKEN ((uintptr_t)8)   /* as TOMB, but the segment is not dead yet: mr_list_drain, mr_emission_take */
#define MR_SLOT_CLAIMED ((uintptr_t)9) /* used, but its sink is not published yet */

/* Flags beside a sink's address; none of the values above has SEEN. */
#define MR_SLOT_SEEN ((uintptr_t)4)   /* an emission has visited the slot, and may still be there */
#define MR_SLOT_DIRECT ((uintptr_t)8) /* the sink has MR_DIRECT, or mr_list_mark_direct was called */
#define MR_SLOT_FLAGS ((uintptr_t)15)

/* Sinks are aligned to 16 bytes: see MR_SINK_ALIGNMENT. */
MR_INLINE bool mr_slot_is_sink(uintptr_t slot) { return slot > MR_SLOT_FLAGS; }

typedef struct mr_segment {
    mr_lifecycle node; /* only a link: while the segment is dead, then while it waits for a grace period */
    uint64_t base;
    struct mr_segment *MR_NULLABLE next;
    struct mr_segment *MR_NULLABLE previous;
    struct mr_list *list;
    uint32_t capacity;
    uint32_t retired;
    uint32_t reach; /* the slots from this one on are dead; `capacity` until `last` has moved on */
    uintptr_t slots[];
} mr_segment;

typedef struct mr_list {
    mr_segment *last;              /* the next sink finds a slot in it or after it; never a retired segment */
    mr_segment *MR_NULLABLE head;
    _Alignas(8) uint64_t era;
    mr_lifecycle *MR_NULLABLE dead; /* segments to unlink */
    uint32_t unlinking;
    _Alignas(8) uint64_t end; /* under the owner's lock, if all sinks join under it: the number after the last used slot */
    uintptr_t rcu[2];
} mr_list;

/* A list with room for MR_FIRST_CAPACITY sinks; aborts when memory is out. */
mr_list *mr_list_create(void);

/* A list that was closed before any sink joined; static, never freed. */
mr_list *mr_list_closed(void);

/*
 * Frees the list. The caller has drained the list, and no emission, join or close is under way; a leave may be.
 */
void mr_list_free(mr_list *list);

typedef enum mr_joining {
    MR_JOINED = 0,        /* the list owns the reference now */
    MR_JOIN_CLOSED = 1,   /* closed: the caller owns the reference, and delivers the terminal event */
    MR_JOIN_DISPOSED = 2, /* the sink was disposed meanwhile: the caller owns the reference and drops it */
} mr_joining;

/*
 * Adds the sink at the end. Amortised O(1). If it finds sinks that have left and that no emission can reach any more,
 * it puts them in front of `garbage`: the caller releases them.
 */
mr_joining mr_list_join(mr_list *list, mr_lifecycle *sink, mr_lifecycle *MR_NULLABLE *MR_NONNULL garbage);

/* The same under the owner's lock, for a list that is only joined under it; not for the closed list. */
mr_joining mr_list_join_under_lock(mr_list *list, mr_lifecycle *sink, mr_lifecycle *MR_NULLABLE *MR_NONNULL garbage);

/*
 * Marks the slot of a sink that has joined, if the sink is still there: emissions that find the mark call the sink
 * directly. What the caller did before comes before what such an emission does. The list's owner is alive, and no drain
 * is under way.
 */
void mr_list_mark_direct(mr_lifecycle *sink);

/* Whether a sink is in the list; walks the slots until it finds one. */
bool mr_list_has_observers(mr_list *list);

/* How many sinks are in the list; walks all used slots. */
size_t mr_list_count(mr_list *list);

/* ---- emitting ---- */

typedef struct mr_emission {
    mr_list *MR_NULLABLE list;
    mr_thread *MR_NULLABLE thread;
    mr_segment *MR_NULLABLE segment;
    uint64_t end;
    uintptr_t *MR_NULLABLE slot; /* the next one to visit in the segment */
    uintptr_t *MR_NULLABLE stop; /* the first one not to visit */
    mr_lifecycle *MR_NULLABLE taken;  /* of a closing: what mr_emission_end returns */
} mr_emission;

/* Whether a slot is used: a sink has joined there, or is joining. */
MR_INLINE bool mr_slot_is_used(const uintptr_t *slot) {
    // acquire: all that came before the sink in the slot is visible, including the sinks in earlier slots
    return mr_load((uintptr_t *)slot, mr_acquire) > MR_SLOT_END;
}

#ifndef MR_SLOTS_AT_A_TIME
#define MR_SLOTS_AT_A_TIME 8
#endif

/* How many slots of a segment are used: the index of the first slot that is EMPTY or END, if there is one. */
MR_INLINE uint32_t mr_segment_used(const mr_segment *segment) {
    uint32_t capacity = segment->capacity, used = 0;
    while (capacity - used >= MR_SLOTS_AT_A_TIME && mr_slot_is_used(&segment->slots[used + MR_SLOTS_AT_A_TIME - 1]))
        used += MR_SLOTS_AT_A_TIME;
    while (used < capacity && mr_slot_is_used(&segment->slots[used]))
        used += 1;
    return used;
}

/* Whether MR_SLOTS_AT_A_TIME slots hold no sink, no claim and no MR_SLOT_TAKEN. */
bool mr_slots_are_vacant(const uintptr_t *slots);

/*
 * As mr_segment_used, for an emission that begins. If the last, partly used group has only dead slots, the emission
 * ends before the group. So no branch depends on how many of the group's slots are used, which changes whenever another
 * thread joins and leaves.
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
    // relaxed: an old value of `reach` is larger, so the emission only looks at more dead slots
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
 * Pins the list. This function and the next four are always inlined: the compiler alone does not inline them where a
 * replay subject emits, and the walk then keeps its position in memory.
 */
__attribute__((always_inline)) MR_INLINE mr_pin *mr_emission_pin(mr_emission *emission, mr_list *list,
                                                                 mr_thread *thread) {
    mr_pin *pin = mr_pin_push(thread);
    // seq_cst: a sink that was handed over before this era has its tombstone in place, and a segment is unlinked
    uint64_t era = mr_load(&list->era, mr_seq_cst);
    // release: what earlier emissions with this pin did comes before; see mr_pin_can_reach
    mr_store(&pin->end, UINT64_MAX, mr_release);
    mr_store(&pin->era, era, mr_release);
    // seq_cst: the pin is visible before any slot is loaded; pairs with the slot exchange and the pin scan of
    // mr_list_leave
    mr_exchange(&pin->list, (uintptr_t)list, mr_seq_cst);
    mr_thread_stay_awake(thread);
    emission->list = list;
    emission->thread = thread;
    emission->taken = NULL;
    return pin;
}

/* Goes to the first slot. The emission reaches the sinks in slots with numbers below `end`. */
__attribute__((always_inline)) MR_INLINE void mr_emission_start(mr_emission *emission, mr_pin *pin, uint64_t end) {
    emission->end = end;
    mr_store(&pin->end, end, mr_release);
    // seq_cst: comes after the pin, so that the segment cannot be one that was retired before the pin was visible;
    // acquire: pairs with the release that linked it
    mr_emission_enter(emission, mr_load(&emission->list->head, mr_seq_cst));
}

/* Pins the list and fixes which sinks the emission reaches. */
__attribute__((always_inline)) MR_INLINE void mr_emission_begin(mr_emission *emission, mr_list *list) {
    mr_pin *pin = mr_emission_pin(emission, list, mr_thread_current());
    // A sink whose join had returned is in this segment or before it. seq_cst: as for the head
    mr_segment *last = mr_load(&list->last, mr_seq_cst);
    mr_emission_start(emission, pin, last->base + mr_segment_end(last));
}

/*
 * Before the owner's lock is acquired: makes what the emission needs, so that it begins without an allocation. A thread
 * that is ending may have no record; it makes one when the emission begins.
 */
__attribute__((always_inline)) MR_INLINE void mr_emission_prepare(mr_emission *emission) {
    emission->thread = mr_thread_prepared();
}

/* As mr_emission_begin, under the owner's lock, for a list that is only joined under it. Nothing has to be searched for. */
__attribute__((always_inline)) MR_INLINE void mr_emission_begin_under_lock(mr_emission *emission, mr_list *list) {
    mr_thread *prepared = emission->thread;
    mr_pin *pin = mr_emission_pin(emission, list, MR_LIKELY(prepared != NULL) ? prepared : mr_thread_current());
    mr_emission_start(emission, pin, list->end);
}

/* Goes to the next segment; false at the end. */
MR_INLINE bool mr_emission_advance(mr_emission *emission) {
    // acquire: the segment is complete; seq_cst: as for the head, it was not retired before the pin was visible
    mr_segment *segment = mr_load(&emission->segment->next, mr_seq_cst);
    return segment != NULL && mr_emission_enter(emission, segment);
}

/* The sink in a slot that holds one. */
MR_INLINE mr_lifecycle *mr_slot_sink(uintptr_t slot) { return (mr_lifecycle *)(slot & ~MR_SLOT_FLAGS); }

#define MR_SLOT_READY (MR_SLOT_SEEN | MR_SLOT_DIRECT)

/*
 * Whether a slot holds a direct sink and the mark of an emission, as in a release build most slots do whose observers
 * subscribed to the subject itself. All flags are known then, so the sink's fields are at a fixed distance from the
 * slot's value.
 */
MR_INLINE bool mr_slot_is_ready(uintptr_t slot) { return (slot & MR_SLOT_FLAGS) == MR_SLOT_READY; }

/* The sink in a slot that is ready. */
MR_INLINE mr_lifecycle *mr_slot_ready_sink(uintptr_t slot) { return (mr_lifecycle *)(slot - MR_SLOT_READY); }

/*
 * Whether a direct sink may be called. The emission checks direct sinks, since nothing else does; every other sink
 * finds out by itself whether its subscription is open before it passes anything on (a live ReplayingSink leaves that
 * to the sink below). The slot alone does not suffice: a disposal marks the word before it empties the slot, and a
 * second disposal of the same sink may return in between.
 */
MR_INLINE bool mr_direct_is_open(const mr_lifecycle *sink) {
    return mr_lifecycle_is_open(sink);
}

/*
 * Where an emission goes on from a slot without a mark. If a sink is in the slot, this marks it and returns it;
 * otherwise it returns a later slot, or `stop`. Dead slots beside each other cost little.
 */
uintptr_t *mr_slots_meet(uintptr_t *slot, uintptr_t *stop);

/*
 * What is in the slot that the emission has reached; not to be called at the segment's end. If the slot is marked, it
 * holds a sink that stays valid until the emission ends, and mr_emission_pass goes on. Otherwise mr_emission_meet goes
 * on.
 */
MR_INLINE uintptr_t mr_emission_slot(const mr_emission *emission) {
    // seq_cst: comes after the pin; acquire: the sink is complete
    return mr_load(emission->slot, mr_seq_cst);
}

/* Whether an emission has marked a slot. */
MR_INLINE bool mr_slot_is_seen(uintptr_t slot) { return (slot & MR_SLOT_SEEN) != 0; }

/* Goes past the slot. */
MR_INLINE void mr_emission_pass(mr_emission *emission) { emission->slot += 1; }

/* Marks the slot if a sink is in it; otherwise goes past it and the dead slots after it. */
MR_INLINE void mr_emission_meet(mr_emission *emission) {
    emission->slot = mr_slots_meet(emission->slot, emission->stop);
}

/* Whether the emission has reached the end of its segment. */
MR_INLINE bool mr_emission_is_through(const mr_emission *emission) { return emission->slot == emission->stop; }

/* The slot of the next sink, in order of joining, or 0 at the end. If the sink is direct, it may have been disposed. */
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

/*
 * Takes what was handed to an emission that has unpinned. Returns `found`, with the sinks in front that no other
 * emission can reach.
 */
mr_lifecycle *MR_NULLABLE mr_pin_settle(mr_pin *pin, mr_lifecycle *MR_NULLABLE found);

/* Unpins. Returns the sinks that were handed to the emission and that the caller releases. */
MR_INLINE mr_lifecycle *MR_NULLABLE mr_emission_end(mr_emission *emission) {
    mr_thread *thread = emission->thread;
    mr_pin *pin = mr_pin_last(thread);
    mr_lifecycle *found = emission->taken;
    // seq_cst: the unpinning is visible before the stack is read; pairs with mr_list_hand_over, which pushes and then
    // reads the pin
    mr_exchange(&pin->list, 0, mr_seq_cst);
    if (MR_UNLIKELY(mr_load(&pin->garbage, mr_seq_cst) != NULL))
        found = mr_pin_settle(pin, found);
    mr_pin_pop(thread, pin);
    return found;
}

/* ---- closing: an emission that takes every sink out ---- */

/* Closes the list: later joins fail. True for the first caller. */
bool mr_list_close(mr_list *list);

/*
 * Takes the next sink out of a closed list; the caller owns the reference. The thread that closed the list calls it
 * between mr_emission_begin and mr_emission_end.
 */
mr_lifecycle *MR_NULLABLE mr_emission_take(mr_emission *emission);

/*
 * Gives up the list's reference to the sink that mr_emission_take returned last. mr_emission_end returns the reference,
 * unless another emission can reach the sink: then the sink is handed to that emission. `sink` is disposed: its word
 * links the garbage. If the sink that was taken is not disposed, the caller detaches it and hands over a disposed
 * stand-in.
 */
void mr_list_discard(mr_emission *emission, mr_lifecycle *sink);

/* ---- the end of the owner ---- */

/*
 * Takes the next sink out of a list on which there will be no more emissions; the caller owns the reference. The sink
 * is not disposed, but nothing feeds it any more. NULL when the list is empty and mr_list_free may be called.
 */
mr_lifecycle *MR_NULLABLE mr_list_drain(mr_list *list, mr_emission *cursor);

MR_ASSUME_NONNULL_END

#endif
