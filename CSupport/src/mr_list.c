#include "mr_list.h"

#include <stdlib.h>
#include <string.h>

#include "mr_reclaim.h"

/* In `dead`: the segment is on its way out. Not in its node, which is lent to the reclamation in the end. */
#define RETIRED ((uint32_t)0x80000000)

/* mr_list_leave touches a segment of less than the first one's capacity no more once it has counted its slot. */
_Static_assert(MR_FIRST_CAPACITY <= MR_SEGMENT_CAPACITY, "the first segment is the smallest");
_Static_assert(MR_FIRST_CAPACITY > 0, "the first segment holds a sink");

/* ---- memory ---- */

typedef struct {
    mr_list list;
    mr_segment first; /* its slots follow */
} list_block;

static mr_segment *first_segment(mr_list *list) { return &((list_block *)list)->first; }

static mr_segment *make_segment(mr_list *list, mr_segment *previous, uint64_t base) {
    mr_segment *segment = mr_allocate(sizeof(mr_segment) + MR_SEGMENT_CAPACITY * sizeof(uintptr_t), 16);
    segment->node.word = MR_LISTED;
    segment->base = base;
    segment->previous = previous;
    segment->list = list;
    segment->capacity = MR_SEGMENT_CAPACITY;
    return segment;
}

mr_list *mr_list_create(void) {
    list_block *block = mr_allocate(sizeof(list_block) + MR_FIRST_CAPACITY * sizeof(uintptr_t), 16);
    block->first.node.word = MR_LISTED;
    block->first.list = &block->list;
    block->first.capacity = MR_FIRST_CAPACITY;
    block->list.head = &block->first;
    block->list.last = &block->first;
    return &block->list;
}

static list_block closed_block = {
    .list = {.tail = MR_LIST_CLOSED, .head = &closed_block.first, .last = &closed_block.first},
    .first = {.node = {.word = MR_LISTED}, .list = &closed_block.list},
};

mr_list *mr_list_closed(void) { return &closed_block.list; }

static void free_segment(uintptr_t *node) {
    /* the callback's node is the segment's own, its first member */
    MR_TSAN_ACQUIRE(node);
    free(node);
}

static void free_list_memory(mr_list *list) {
    for (mr_segment *segment = list->head; segment != NULL;) {
        mr_segment *next = segment->next;
        MR_TSAN_ACQUIRE(segment);
        if (segment != first_segment(list))
            free(segment);
        segment = next;
    }
    free(list);
}

static void free_list(uintptr_t *node) {
    mr_list *list = (mr_list *)((char *)node - offsetof(mr_list, rcu));
    MR_TSAN_ACQUIRE(list);
    free_list_memory(list);
}

/*
 * Whether every sink that ever joined has left by itself and its leave is over: then no disposal can be under way that
 * knows the list. Not for a closed list, whose places are counted by the closing, nor for a full segment, which the
 * last leave goes on with.
 */
static bool is_abandoned(const mr_list *list) {
    const mr_segment *first = &((const list_block *)list)->first;
    uint64_t claimed = mr_load((uint64_t *)&list->tail, mr_acquire);
    return !(claimed & MR_LIST_CLOSED) && (claimed >> 1) < first->capacity &&
           // acquire: pairs with the count, the last touch of each leave
           mr_load((uint32_t *)&first->dead, mr_acquire) == (claimed >> 1);
}

void mr_list_free(mr_list *list) {
    if (is_abandoned(list)) {
        free_list_memory(list);
        return;
    }
    MR_TSAN_RELEASE(list);
    mr_reclaim_later(list->rcu, free_list);
}

/* ---- stacks of nodes: sinks that were taken out, and segments ---- */

#define SINK_FLAGS (MR_DISPOSED | MR_STOPPED)

/* A segment's node has LISTED alone; a sink in a stack is DISPOSED at least. */
static bool is_segment(const mr_sink *node) {
    return !(mr_load((uintptr_t *)&node->word, mr_relaxed) & MR_DISPOSED);
}

/* Only the node's owner links it; but a sink's flags may change meanwhile: see mr_list_leave. */
static void link_node(mr_sink *node, mr_sink *next) {
    uintptr_t old = mr_load(&node->word, mr_relaxed);
    while (!mr_cas(&node->word, &old, (uintptr_t)next | (old & MR_FLAGS), mr_relaxed, mr_relaxed))
        ;
}

static void push(mr_sink **stack, mr_sink *node) {
    mr_sink *first = mr_load(stack, mr_relaxed);
    do {
        link_node(node, first);
        // seq_cst: the push comes before the pin scan that follows; release: publishes the node's link
    } while (!mr_cas(stack, &first, node, mr_seq_cst, mr_relaxed));
}

/* Sends the segments of a batch to call_rcu and returns its sinks in front of `rest`. */
static mr_sink *sort_batch(mr_sink *batch, mr_sink *rest) {
    while (batch != NULL) {
        mr_sink *next = mr_garbage_next(batch);
        if (is_segment(batch)) {
            MR_TSAN_RELEASE(batch);
#ifdef MR_BUG_FREE_WITHOUT_GRACE_PERIOD
            free(batch);
#else
            mr_reclaim_later((uintptr_t *)batch, free_segment);
#endif
        } else {
            link_node(batch, rest);
            rest = batch;
        }
        batch = next;
    }
    return rest;
}

/*
 * Takes back what is deferred if nobody pins the list, which is how it is when a single emission ends. Inside a section.
 * False: somebody does; what was taken is deferred again, and the caller goes on with phases.
 */
static bool collect_unpinned(mr_list *list, mr_sink **found) {
    if (mr_load(&list->batch, mr_seq_cst) != NULL || mr_pinned(list))
        return false;
    mr_sink *chain = mr_exchange(&list->deferred, NULL, mr_seq_cst);
#ifndef MR_BUG_TAKE_WITHOUT_LOOK
    // seq_cst: after the exchange. Whoever pins from now on finds the tombstones of all that was taken.
    if (chain != NULL && mr_pinned(list)) {
        while (chain != NULL) {
            mr_sink *next = mr_garbage_next(chain);
            push(&list->deferred, chain);
            chain = next;
        }
        return false;
    }
#endif
    *found = sort_batch(chain, *found);
    return true;
}

/*
 * Takes back what waits, as far as no pin is in the way. Inside a section.
 *
 * `deferred` becomes the batch when the batch before is gone, and the phase flips: emissions that pin from then on
 * carry the new phase and find the tombstones. So the batch is free when no pin carries the old phase.
 */
static mr_sink *collect(mr_list *list, mr_sink *found) {
    while (!collect_unpinned(list, &found)) {
        if (mr_exchange(&list->collecting, 1, mr_seq_cst) != 0)
            return found; /* whoever holds the flag looks again after letting go of it */
        mr_sink *batch = mr_load(&list->batch, mr_seq_cst);
        uintptr_t phase = mr_load(&list->phase, mr_relaxed);
        if (batch == NULL) {
            batch = mr_exchange(&list->deferred, NULL, mr_seq_cst);
            if (batch != NULL) {
                // seq_cst: in this order, so that an emission which unpins later finds the batch
                mr_store(&list->batch, batch, mr_seq_cst);
#ifndef MR_BUG_NO_PHASE_FLIP
                phase ^= 1;
                mr_store(&list->phase, phase, mr_seq_cst);
#endif
            }
        }
        bool blocked = batch != NULL && mr_pinned_in_phase(list, phase ^ 1);
        if (batch != NULL && !blocked) {
            mr_store(&list->batch, NULL, mr_seq_cst);
            found = sort_batch(batch, found);
        }
        mr_store(&list->collecting, 0, mr_seq_cst);
#ifndef MR_BUG_NO_SECOND_LOOK
        if (blocked) {
            if (!mr_pinned_in_phase(list, phase ^ 1))
                continue; /* it unpinned while we held the flag and could not collect itself */
            return found;
        }
        if (mr_load(&list->deferred, mr_seq_cst) != NULL)
            continue;
#endif
        return found;
    }
    return found;
}

mr_sink *mr_list_collect(mr_list *list) {
    mr_section section = mr_reclaim_enter();
    mr_sink *found = collect(list, NULL);
    mr_reclaim_leave(section);
    return found;
}

/* ---- segments ---- */

/* Unlinks the segments on the `dead` stack. Inside a section. */
static void unlink_dead(mr_list *list) {
    while (mr_load(&list->dead, mr_seq_cst) != NULL) {
        if (mr_exchange(&list->unlinking, 1, mr_seq_cst) != 0)
            return; /* whoever holds the flag looks again after letting go of it */
        mr_sink *chain = mr_exchange(&list->dead, NULL, mr_seq_cst);
        while (chain != NULL) {
            mr_segment *segment = (mr_segment *)chain;
            chain = mr_garbage_next(chain);
            mr_segment *next = mr_load(&segment->next, mr_acquire); /* never NULL: the last one is not unlinked */
            mr_segment *previous = mr_load(&segment->previous, mr_acquire);
            mr_segment *hint = segment;
#ifndef MR_BUG_UNLINK_FORGETS_HINT
            mr_cas(&list->last, &hint, next, mr_acq_rel, mr_relaxed);
#endif
            // release: a walk that arrives at `next` from here finds it complete; seq_cst: before the pin scan of whoever
            // collects the segment
            if (previous != NULL)
                mr_store(&previous->next, next, mr_seq_cst);
            else
                mr_store(&list->head, next, mr_seq_cst);
#ifndef MR_BUG_UNLINK_ONE_WAY
            mr_store(&next->previous, previous, mr_release);
#endif
            if (segment != first_segment(list))
#ifdef MR_BUG_SEGMENT_NOT_DEFERRED
                mr_reclaim_later((uintptr_t *)segment, free_segment);
#else
                push(&list->deferred, &segment->node);
#endif
        }
        mr_store(&list->unlinking, 0, mr_seq_cst);
#ifdef MR_BUG_UNLINK_WITHOUT_LOOK
        return;
#endif
    }
}

/* Sends a segment out if all of it is dead and another follows; either fact may come last. Inside a section. */
static bool retire_if_dead(mr_list *list, mr_segment *segment) {
    uint32_t dead = mr_load(&segment->dead, mr_seq_cst);
    if (dead != segment->capacity || mr_load(&segment->next, mr_seq_cst) == NULL)
        return false;
    // acq_rel: one caller alone sends it out; a late one may come when the segment has long been with call_rcu
#ifndef MR_BUG_RETIRE_TWICE
    if (!mr_cas(&segment->dead, &dead, dead | RETIRED, mr_acq_rel, mr_relaxed))
        return false;
#endif
    push(&list->dead, &segment->node);
    unlink_dead(list);
    return true;
}

/*
 * Counts a slot that is of no use any more. Each is counted once: by the leave that put a tombstone into it, or, where
 * the closing has marked it, by mr_list_discard for a sink and by the join for a place that was still empty. True if
 * segments have become garbage. Inside a section.
 */
static bool count_dead(mr_list *list, mr_segment *segment) {
    // seq_cst: see retire_if_dead
    uint32_t dead = mr_fetch_add(&segment->dead, 1, mr_seq_cst) + 1;
    return MR_UNLIKELY(dead == MR_SEGMENT_CAPACITY || dead == MR_FIRST_CAPACITY) && dead == segment->capacity &&
           retire_if_dead(list, segment);
}

/* The segment that holds a claimed index; appends what is missing. Inside a section. */
static mr_segment *find_segment(mr_list *list, uint64_t index) {
    mr_segment *segment = mr_load(&list->last, mr_acquire);
    while (segment->base > index) { /* the wanted one is linked and not dead, so no `previous` leads past it */
        MR_TSAN_RELEASE(segment);
        segment = mr_load(&segment->previous, mr_acquire);
    }
    while (index - segment->base >= segment->capacity) {
        mr_segment *next = mr_load(&segment->next, mr_acquire);
        if (next == NULL) {
            mr_segment *fresh = make_segment(list, segment, segment->base + segment->capacity);
#ifdef MR_BUG_RELAXED_PUBLISH
            if (mr_cas(&segment->next, &next, fresh, mr_relaxed, mr_relaxed)) {
#else
            // seq_cst: then `dead` is read, while mr_list_leave raises `dead` and then reads `next`; release:
            // publishes the segment
            if (mr_cas(&segment->next, &next, fresh, mr_seq_cst, mr_acquire)) {
#endif
                next = fresh;
#ifndef MR_BUG_APPEND_NEVER_RETIRES
                retire_if_dead(list, segment);
#endif
            } else {
                free(fresh);
            }
        }
        MR_TSAN_RELEASE(segment);
        segment = next;
    }
    mr_segment *last = mr_load(&list->last, mr_acquire);
    while (last->base < segment->base && !mr_cas(&list->last, &last, segment, mr_acq_rel, mr_acquire))
        ;
    return segment;
}

/* ---- joining and leaving ---- */

/* Gives a sink its segment; false if it was disposed meanwhile. */
static bool attach(mr_sink *sink, mr_segment *segment, bool direct) {
    void *upstream = (void *)((uintptr_t)segment | MR_LISTED);
    if (direct && mr_load(&sink->word, mr_relaxed) == 0) {
        // It ends a chain, so nobody else knows it before it is published in its slot, which releases this.
        mr_store(&sink->word, (uintptr_t)upstream, mr_release);
        return true;
    }
    return mr_sink_attach(sink, upstream) == MR_ATTACHED;
}

mr_joining mr_list_join(mr_list *list, mr_sink *sink) {
    if (mr_load(&list->tail, mr_acquire) & MR_LIST_CLOSED)
        return MR_JOIN_CLOSED;
    mr_joining result;
    mr_thread_current(); /* a thread with a record marks its sections there */
    mr_section section = mr_reclaim_enter();
    // seq_cst: the index is below the tail of every emission that begins after we return; acquire: whoever closed the
    // list left its terminal event before
    uint64_t claimed = mr_fetch_add(&list->tail, 2, mr_seq_cst);
    if (claimed & MR_LIST_CLOSED) {
        mr_reclaim_leave(section);
        return MR_JOIN_CLOSED;
    }
    mr_segment *segment = find_segment(list, claimed >> 1);
    uint32_t slot = (uint32_t)((claimed >> 1) - segment->base);
    sink->slot = slot;
    bool direct = mr_sink_is_direct(sink);
    uintptr_t entry = (uintptr_t)sink | (direct ? MR_SLOT_DIRECT : 0);
    uintptr_t found = MR_SLOT_EMPTY;
    if (!attach(sink, segment, direct)) {
        /* disposed before it came here: nobody else knows of the slot */
        mr_cas(&segment->slots[slot], &found, MR_SLOT_TOMB, mr_seq_cst, mr_acquire);
        count_dead(list, segment);
        result = MR_JOIN_DISPOSED;
#ifdef MR_BUG_RELAXED_SLOT
    } else if (mr_cas(&segment->slots[slot], &found, entry, mr_relaxed, mr_relaxed)) {
#else
        // seq_cst; release: publishes the sink; pairs with the slot load of an emission
    } else if (mr_cas(&segment->slots[slot], &found, entry, mr_seq_cst, mr_acquire)) {
#endif
        result = MR_JOINED;
    } else if (found == MR_SLOT_CLOSED) {
        mr_sink_detach(sink, segment);
        count_dead(list, segment);
        result = MR_JOIN_CLOSED;
    } else { /* disposed between the two steps; the disposer has counted the slot */
        result = MR_JOIN_DISPOSED;
    }
    MR_TSAN_RELEASE(segment);
    MR_TSAN_RELEASE(list);
    mr_reclaim_leave(section);
    return result;
}

/* Puts a tombstone where the sink, or nothing yet, is in its slot; what was there, TOMB if somebody else took it. */
static uintptr_t bury(mr_segment *segment, uint32_t index) {
    uintptr_t *slot = &segment->slots[index];
    uintptr_t value = mr_load(slot, mr_acquire);
    while (value != MR_SLOT_TOMB && value != MR_SLOT_CLOSED)
#ifdef MR_BUG_BURY_LOAD_STORE
        if (mr_store(slot, MR_SLOT_TOMB, mr_seq_cst), true)
#else
        // seq_cst: the tombstone is in place before the pins are read; pairs with the pin exchange of mr_emission_begin
        if (mr_cas(slot, &value, MR_SLOT_TOMB, mr_seq_cst, mr_acquire))
#endif
            return value;
    return MR_SLOT_TOMB;
}

/*
 * Gives a sink that has just been taken out of its slot, if no emission can reach it, else defers it. Inside a section.
 */
static mr_sink *let_go(mr_list *list, mr_sink *sink) {
    if (MR_LIKELY(!mr_pinned(list)))
        /* There may be what a join retired: a join cannot collect, since it has nobody to give sinks to. */
        return MR_LIKELY(!mr_list_has_garbage(list)) ? sink : collect(list, sink);
    push(&list->deferred, sink);
#ifdef MR_BUG_DEFER_WITHOUT_LOOK
    return NULL;
#endif
    // An emission that ends from now on finds it; those that ended before the push may have missed it.
    return mr_pinned(list) ? NULL : collect(list, NULL);
}

uintptr_t mr_list_leave(mr_sink *sink) {
    /*
     * The section begins before the word is read. Whoever marks the word has the segment for itself until it has counted
     * the slot, or, where the list is closed or drained, until the section ends; nobody else follows the word.
     */
#ifndef MR_BUG_LEAVE_WITHOUT_SECTION
    mr_section section = mr_reclaim_enter();
#endif
    uintptr_t result;
    uintptr_t old = mr_load(&sink->word, mr_acquire), new;
    do {
        if ((old & (MR_DISPOSED | MR_LISTED)) == MR_DISPOSED) {
            result = MR_DISPOSED;
            goto out;
        }
        new = old & MR_DISPOSED ? old & ~MR_LISTED /* may be a link by now */ : SINK_FLAGS;
        // seq_cst: see mr_sink_leave_group; acquire: the segment is complete
    } while (!mr_cas(&sink->word, &old, new, mr_seq_cst, mr_acquire));
    if ((old & (MR_DISPOSED | MR_LISTED)) != MR_LISTED) { /* the list has let go of it */
        result = old & MR_DISPOSED ? 0 : old & ~MR_FLAGS;
        goto out;
    }
    mr_segment *segment = (mr_segment *)(old & ~MR_FLAGS);
    mr_list *list = segment->list;
    mr_sink *found = NULL;
    uintptr_t taken = bury(segment, sink->slot);
    if (taken != MR_SLOT_TOMB) { /* else the closing or the owner's end has it */
        if (taken != MR_SLOT_EMPTY)
            found = let_go(list, sink);
        // The last touch of the list but where the segment is full: mr_list_free relies on it.
        if (count_dead(list, segment))
            found = collect(list, found);
    }
    MR_TSAN_RELEASE(segment);
    MR_TSAN_RELEASE(list);
    result = (uintptr_t)found | MR_LISTED;
out:
#ifndef MR_BUG_LEAVE_WITHOUT_SECTION
    mr_reclaim_leave(section);
#endif
    return result;
}

/* ---- closing, and the end of the owner ---- */

bool mr_list_close(mr_list *list) {
    // seq_cst; release: whoever finds the list closed finds the terminal event that was stored before
    uint64_t claimed = mr_fetch_or(&list->tail, MR_LIST_CLOSED, mr_seq_cst);
    if (claimed & MR_LIST_CLOSED)
        return false;
    if (claimed >> 1 != 0) { /* whoever has claimed an index and not published yet must find its slot closed */
        mr_section section = mr_reclaim_enter();
#ifndef MR_BUG_CLOSE_APPENDS_NOTHING
        find_segment(list, (claimed >> 1) - 1);
#endif
        mr_reclaim_leave(section);
    }
    return true;
}

/* What the slot held, leaving `left`; NULL where that was no sink. */
static mr_sink *take_slot(uintptr_t *slot, uintptr_t left) {
    uintptr_t value = mr_load(slot, mr_acquire);
#ifdef MR_BUG_CLOSE_SKIPS_EMPTY
    if (value == MR_SLOT_EMPTY)
        return NULL;
#endif
    while (value != MR_SLOT_TOMB && value != MR_SLOT_CLOSED)
#ifdef MR_BUG_TAKE_LOAD_STORE
        if (mr_store(slot, left, mr_seq_cst), true)
#else
        if (mr_cas(slot, &value, left, mr_seq_cst, mr_acquire))
#endif
            return (mr_sink *)(value & ~MR_SLOT_DIRECT);
    return NULL;
}

static mr_sink *take(mr_emission *emission, uintptr_t left) {
    for (;;) {
        while (emission->slot != emission->stop) {
            mr_sink *sink = take_slot(emission->slot, left);
            emission->slot += 1;
            if (sink != NULL)
                return sink;
        }
        if (!mr_emission_advance(emission))
            return NULL;
    }
}

mr_sink *mr_emission_take(mr_emission *emission) { return take(emission, MR_SLOT_CLOSED); }

void mr_list_discard(mr_emission *emission, mr_sink *sink) {
    mr_list *list = emission->list;
    mr_section section = mr_reclaim_enter();
    uintptr_t old = mr_load(&sink->word, mr_acquire);
    while (!(old & MR_DISPOSED) && !mr_cas(&sink->word, &old, SINK_FLAGS | MR_LISTED, mr_acq_rel, mr_acquire))
        ;
    count_dead(list, emission->segment);
    MR_TSAN_RELEASE(list);
    mr_reclaim_leave(section);
    push(&list->deferred, sink);
}

mr_sink *mr_list_drain(mr_list *list, mr_emission *cursor) {
    // A leave under way may retire the segments that we pass. The one we stop at stays: its slot that we emptied is
    // never counted as dead.
    mr_section section = mr_reclaim_enter();
    if (cursor->list == NULL) {
        cursor->list = list;
        cursor->end = mr_load(&list->tail, mr_acquire) >> 1;
        mr_emission_enter(cursor, mr_load(&list->head, mr_acquire));
    }
    mr_sink *sink = take(cursor, MR_SLOT_TOMB);
    if (sink != NULL)
        mr_sink_detach(sink, cursor->segment);
    MR_TSAN_RELEASE(cursor->segment);
    mr_reclaim_leave(section);
    return sink;
}

/* ---- looking ---- */

static size_t count(mr_list *list, size_t enough) {
    size_t found = 0;
    uint64_t end = mr_load(&list->tail, mr_acquire) >> 1;
    mr_section section = mr_reclaim_enter();
    for (mr_segment *segment = mr_load(&list->head, mr_acquire); segment != NULL && found < enough;) {
        uint32_t limit = mr_segment_limit(segment, end);
        for (uint32_t i = 0; i < limit && found < enough; i++)
            found += mr_load(&segment->slots[i], mr_acquire) > MR_SLOT_CLOSED;
        mr_segment *next = mr_load(&segment->next, mr_acquire);
        MR_TSAN_RELEASE(segment);
        segment = next;
    }
    MR_TSAN_RELEASE(list);
    mr_reclaim_leave(section);
    return found;
}

bool mr_list_has_observers(mr_list *list) { return count(list, 1) != 0; }

size_t mr_list_count(mr_list *list) { return count(list, SIZE_MAX); }
