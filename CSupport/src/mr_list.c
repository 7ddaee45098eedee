#include "mr_list_parts.h"

/* ---- joining ---- */

/* The first unused slot: EMPTY or, in a closed list, END. Inside a section. */
static uintptr_t *find_slot(mr_list *list, mr_segment **segment, mr_lifecycle **found) {
    // seq_cst, acquire: the segment is complete, and was not retired when the section began
    if (*segment == NULL)
        *segment = mr_load(&list->last, mr_seq_cst);
    for (;;) {
        uint32_t used = mr_segment_used(*segment);
        if (MR_LIKELY(used < (*segment)->capacity))
            return &(*segment)->slots[used];
        *segment = mr_segment_advance(list, *segment, found);
    }
}

/* Puts `value` into the first empty slot. False: the list is closed. */
static bool claim(mr_list *list, mr_segment **segment, uintptr_t **slot, uintptr_t value, mr_lifecycle **garbage) {
    for (*segment = NULL;;) {
        *slot = find_slot(list, segment, garbage);
        uintptr_t found = MR_SLOT_EMPTY;
        // seq_cst: an emission that begins after we return finds the slot used; acquire: the thread that closed the
        // list stored its terminal event before
        if (mr_cas(*slot, &found, value, mr_seq_cst, mr_acquire))
            return true;
        if (found == MR_SLOT_END)
            return false;
    }
}

/* Joins a sink that no other thread knows: the slot publishes what is stored in the sink before. */
static mr_joining join_unknown(mr_list *list, mr_lifecycle *sink, uint64_t *end, mr_lifecycle **garbage) {
    mr_segment *segment = NULL;
    for (;;) {
        uintptr_t *slot = find_slot(list, &segment, garbage);
        uintptr_t found = mr_load(slot, mr_acquire);
        if (found == MR_SLOT_EMPTY) {
            sink->slot = (uint32_t)(slot - segment->slots);
            *end = segment->base + sink->slot + 1;
            mr_store(&sink->word, (uintptr_t)segment | MR_LISTED, mr_release);
            // seq_cst: an emission that begins after the join finds the sink; release: publishes it; pairs with the
            // slot load of an emission; acquire, on failure: see mr_list_close
            if (mr_cas(slot, &found, (uintptr_t)sink | MR_SLOT_DIRECT, mr_seq_cst, mr_acquire))
                break;
        }
        if (found == MR_SLOT_END) {
            mr_store(&sink->word, 0, mr_relaxed);
            MR_TSAN_RELEASE(segment);
            return MR_JOIN_CLOSED;
        }
    }
    MR_TSAN_RELEASE(segment);
    return MR_JOINED;
}

/* Joins a sink that other threads may dispose meanwhile: its word leads to the slot before the slot holds the sink. */
static mr_joining join_known(mr_list *list, mr_lifecycle *sink, uint64_t *end, mr_lifecycle **garbage) {
    mr_segment *segment;
    uintptr_t *slot;
    if (!claim(list, &segment, &slot, MR_SLOT_CLAIMED, garbage)) {
        MR_TSAN_RELEASE(segment);
        return MR_JOIN_CLOSED;
    }
    uint32_t index = (uint32_t)(slot - segment->slots);
    uintptr_t entry = (uintptr_t)sink | (mr_lifecycle_is_direct(sink) ? MR_SLOT_DIRECT : 0);
    uintptr_t found = MR_SLOT_CLAIMED;
    mr_joining result;
    bool is_vain = true; /* this call empties the slot */
    sink->slot = index;
    *end = segment->base + index + 1;
    if (mr_lifecycle_attach_word(sink, (void *)((uintptr_t)segment | MR_LISTED)) != MR_ATTACHED) {
        result = MR_JOIN_DISPOSED; /* before the word named the slot: this call empties the slot */
    } else if (mr_cas(slot, &found, entry, mr_seq_cst, mr_acquire)) { // as in join_unknown
        result = MR_JOINED;
        is_vain = false;
    } else if (found == MR_SLOT_TAKEN) {
        mr_lifecycle_detach(sink, segment);
        result = MR_JOIN_CLOSED;
    } else {
        result = MR_JOIN_DISPOSED; /* disposed between the two steps: the disposer has emptied the slot */
        is_vain = false;
    }
    if (is_vain) {
        // seq_cst: see mr_segment_retire
        mr_store(slot, MR_SLOT_TOMB, mr_seq_cst);
        *garbage = mr_segment_retire(list, segment, index, *garbage);
    }
    MR_TSAN_RELEASE(segment);
    return result;
}

/* Also stores the number after the slot in `end`; no number that is of use if the list is closed. */
static mr_joining join(mr_list *list, mr_lifecycle *sink, uint64_t *end, mr_lifecycle **garbage) {
    if (MR_UNLIKELY((uintptr_t)sink & MR_SLOT_FLAGS))
        mr_refuse_address(sink);
    mr_thread_meet(); /* a thread with a record marks its sections in it */
    mr_section section = mr_reclaim_enter();
    bool unknown = mr_lifecycle_is_direct(sink) && mr_load(&sink->word, mr_relaxed) == 0;
    mr_joining result = unknown ? join_unknown(list, sink, end, garbage) : join_known(list, sink, end, garbage);
    MR_TSAN_RELEASE(list);
    mr_reclaim_leave(section);
    return result;
}

mr_joining mr_list_join(mr_list *list, mr_lifecycle *sink, mr_lifecycle **garbage) {
    uint64_t end;
    return join(list, sink, &end, garbage);
}

mr_joining mr_list_join_under_lock(mr_list *list, mr_lifecycle *sink, mr_lifecycle **garbage) {
    return join(list, sink, &list->end, garbage);
}

void mr_list_mark_direct(mr_lifecycle *sink) {
    // The list is alive, and the section begins before the word is read, so the segment is not freed.
    mr_section section = mr_reclaim_enter();
    // acquire: the segment is complete
    uintptr_t word = mr_load(&sink->word, mr_acquire);
    if (word & MR_LISTED) {
        mr_segment *segment = (mr_segment *)(word & ~MR_FLAGS);
        uintptr_t *slot = &segment->slots[sink->slot];
        uintptr_t value = mr_load(slot, mr_relaxed);
        // release: pairs with the slot load of an emission
        while (mr_slot_is_sink(value) && !mr_cas(slot, &value, value | MR_SLOT_DIRECT, mr_release, mr_relaxed))
            ;
        MR_TSAN_RELEASE(segment);
    }
    mr_reclaim_leave(section);
}

/* ---- leaving ---- */

/*
 * Exchanges the sink in the slot, or its claim, for a tombstone. Returns what was in the slot; TOMB if another thread
 * has taken it.
 */
static uintptr_t place_tombstone(mr_segment *segment, uint32_t index) {
    uintptr_t *slot = &segment->slots[index];
    uintptr_t value = mr_load(slot, mr_acquire);
    while (mr_slot_is_sink(value) || value == MR_SLOT_CLAIMED)
        // seq_cst: the tombstone is in place before the pins are read; pairs with the pin exchange of mr_emission_begin
        if (mr_cas(slot, &value, MR_SLOT_TOMB, mr_seq_cst, mr_acquire))
            return value;
    return MR_SLOT_TOMB;
}

/* Takes a sink out of its slot, if it is still there. Returns what the caller releases. Inside a section. */
static mr_lifecycle *take_out(mr_segment *segment, mr_lifecycle *sink) {
    mr_list *list = segment->list;
    uint32_t slot = sink->slot;
    uintptr_t taken = place_tombstone(segment, slot);
    if (taken == MR_SLOT_TOMB) /* a closing, or the end of the owner, has it */
        return NULL;
    mr_lifecycle *found = NULL;
    if (taken & MR_SLOT_SEEN) /* only sinks have that flag */
        found = mr_list_hand_over(list, sink, segment->base + slot, NULL, NULL);
    else if (taken != MR_SLOT_CLAIMED)
        found = sink;
    found = mr_segment_retire(list, segment, slot, found);
    bool in_first = segment->base == 0;
    MR_TSAN_RELEASE(segment);
    MR_TSAN_RELEASE(list);
    // release: this leave's last access to the list; mr_list_free relies on it
    if (in_first)
        mr_store(&segment->slots[slot], MR_SLOT_GONE, mr_release);
    return found;
}

uintptr_t mr_list_leave(mr_lifecycle *sink) {
    /*
     * The section begins before the word is read. Only the thread that marks the word follows it to the segment. The
     * segment then stays until the section ends or, if it is the first segment of a list that is not closed, until the
     * slot is marked GONE.
     */
    mr_section section = mr_reclaim_enter();
    uintptr_t result;
    uintptr_t old = mr_load(&sink->word, mr_acquire);
    do {
        if (old & MR_DISPOSED) {
            result = MR_DISPOSED;
            goto out;
        }
        // seq_cst: see mr_lifecycle_leave_group; acquire: the segment is complete
    } while (!mr_cas(&sink->word, &old, MR_DISPOSED | MR_STOPPED, mr_seq_cst, mr_acquire));
    if (old & MR_LISTED)
        result = (uintptr_t)take_out((mr_segment *)(old & ~MR_FLAGS), sink) | MR_LISTED;
    else /* the sink is in no list any more */
        result = old & ~MR_FLAGS;
out:
    mr_reclaim_leave(section);
    return result;
}

/* ---- closing, and the end of the owner ---- */

bool mr_list_close(mr_list *list) {
    mr_section section = mr_reclaim_enter();
    mr_segment *segment;
    uintptr_t *slot;
    // release: a thread that finds the list closed finds the terminal event that was stored before
    bool first = claim(list, &segment, &slot, MR_SLOT_END, NULL);
    MR_TSAN_RELEASE(segment);
    MR_TSAN_RELEASE(list);
    mr_reclaim_leave(section);
    return first;
}

/*
 * Exchanges the sink in the slot for `left` and returns it; NULL if there is none. A claim becomes TAKEN, and its join
 * then gives the slot up.
 */
static mr_lifecycle *take_slot(uintptr_t *slot, uintptr_t left) {
    uintptr_t value = mr_load(slot, mr_acquire);
    while (mr_slot_is_sink(value) || value == MR_SLOT_CLAIMED) {
        bool is_sink = mr_slot_is_sink(value);
        if (mr_cas(slot, &value, is_sink ? left : MR_SLOT_TAKEN, mr_seq_cst, mr_acquire))
            return is_sink ? (mr_lifecycle *)(value & ~MR_SLOT_FLAGS) : NULL;
    }
    return NULL;
}

/*
 * Takes the next sink out of its slot and leaves `left` there; NULL at the end. If `retire` is true, this also unlinks
 * each segment that it has passed and that is dead, since mr_list_close does not.
 */
static mr_lifecycle *take(mr_emission *emission, uintptr_t left, bool retire) {
    for (;;) {
        while (emission->slot != emission->stop) {
            mr_lifecycle *sink = take_slot(emission->slot, left);
            emission->slot += 1;
            if (sink != NULL)
                return sink;
        }
        mr_segment *passed = emission->segment;
        bool is_over = !mr_emission_advance(emission);
        if (retire) {
            mr_section section = mr_reclaim_enter();
            emission->taken = mr_segment_retire(emission->list, passed, 0, emission->taken);
            mr_reclaim_leave(section);
        }
        if (is_over)
            return NULL;
    }
}

mr_lifecycle *mr_emission_take(mr_emission *emission) { return take(emission, MR_SLOT_TOMB, true); }

void mr_list_discard(mr_emission *emission, mr_lifecycle *sink) {
    mr_list *list = emission->list;
    mr_section section = mr_reclaim_enter();
    mr_segment *segment = emission->segment;
    uint32_t slot = (uint32_t)(emission->slot - segment->slots) - 1;
    // Our own pin does not count: the sink waits in `taken` anyway.
    mr_lifecycle *taken =
        mr_list_hand_over(list, sink, segment->base + slot, mr_pin_last(emission->thread), emission->taken);
    emission->taken = mr_segment_retire(list, segment, slot, taken);
    MR_TSAN_RELEASE(list);
    mr_reclaim_leave(section);
}

mr_lifecycle *mr_list_drain(mr_list *list, mr_emission *cursor) {
    // A leave under way may retire the segments that we have passed. The segment we stop at stays, since TAKEN, which
    // we leave in the slot, does not count as dead.
    mr_section section = mr_reclaim_enter();
    if (cursor->list == NULL) {
        mr_segment *last = mr_load(&list->last, mr_seq_cst);
        cursor->list = list;
        cursor->end = last->base + mr_segment_used(last);
        mr_emission_enter(cursor, mr_load(&list->head, mr_acquire));
    }
    mr_lifecycle *sink = take(cursor, MR_SLOT_TAKEN, false);
    if (sink != NULL)
        mr_lifecycle_detach(sink, cursor->segment);
    MR_TSAN_RELEASE(cursor->segment);
    mr_reclaim_leave(section);
    return sink;
}

/* ---- looking ---- */

static size_t count(mr_list *list, size_t enough) {
    size_t found = 0;
    mr_section section = mr_reclaim_enter();
    for (mr_segment *segment = mr_load(&list->head, mr_acquire); segment != NULL && found < enough;) {
        uint32_t used = mr_segment_used(segment);
        for (uint32_t i = 0; i < used && found < enough; i++)
            found += mr_slot_is_sink(mr_load(&segment->slots[i], mr_acquire));
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
