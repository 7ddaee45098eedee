#include <stdlib.h>

#include "mr_list_parts.h"

static bool is_tomb(const mr_segment *segment, uint32_t slot) {
    uintptr_t value = mr_load((uintptr_t *)&segment->slots[slot], mr_seq_cst);
    return value == MR_SLOT_TOMB || value == MR_SLOT_GONE;
}

/*
 * How many slots the segment after a full one gets. If all sinks have stayed, it is long, since an emission pays for
 * each segment. If sinks come and go, it is short: emissions pass it quickly, and all its slots die early.
 */
static uint32_t capacity_after(const mr_segment *full) {
    if (full->capacity < MR_SEGMENT_CAPACITY)
        return MR_SEGMENT_CAPACITY;
    for (uint32_t slot = 0; slot < full->capacity; slot++)
        if (is_tomb(full, slot))
            return MR_SEGMENT_CAPACITY;
    return MR_LONG_CAPACITY;
}

static mr_segment *make_segment(mr_list *list, mr_segment *previous) {
    uint32_t capacity = capacity_after(previous);
    mr_segment *segment = mr_allocate(sizeof(mr_segment) + capacity * sizeof(uintptr_t), 64);
    segment->base = previous->base + previous->capacity;
    segment->previous = previous;
    segment->list = list;
    segment->capacity = capacity;
    segment->reach = capacity;
    return segment;
}

static void push_dead(mr_list *list, mr_segment *segment) {
    mr_lifecycle *first = mr_load(&list->dead, mr_relaxed);
    do
        mr_store(&segment->node.word, (uintptr_t)first, mr_relaxed);
    // seq_cst: before `unlinking` is loaded; release: publishes the link
    while (!mr_cas(&list->dead, &first, &segment->node, mr_seq_cst, mr_relaxed));
}

/* Unlinks the segments on the `dead` stack. Returns `found`, with garbage in front. Inside a section. */
static mr_lifecycle *unlink_dead(mr_list *list, mr_lifecycle *found) {
    while (mr_load(&list->dead, mr_seq_cst) != NULL) {
        if (mr_exchange(&list->unlinking, 1, mr_seq_cst) != 0)
            return found; /* the thread that holds the flag looks again once it has cleared it */
        mr_lifecycle *chain = mr_exchange(&list->dead, NULL, mr_seq_cst);
        while (chain != NULL) {
            mr_segment *segment = (mr_segment *)chain;
            chain = (mr_lifecycle *)mr_load(&chain->word, mr_relaxed);
            mr_segment *next = mr_load(&segment->next, mr_acquire); /* never NULL: `last` is further on */
            mr_segment *previous = mr_load(&segment->previous, mr_acquire);
            // release: a walk that arrives at `next` from here finds it complete; seq_cst: before the pin scan
            if (previous != NULL)
                mr_store(&previous->next, next, mr_seq_cst);
            else
                mr_store(&list->head, next, mr_seq_cst);
            mr_store(&next->previous, previous, mr_release);
            if (segment != mr_list_first_segment(list))
                found = mr_list_hand_over_segment(list, segment, found);
        }
        mr_store(&list->unlinking, 0, mr_seq_cst);
    }
    return found;
}

/* Whether none of the slots from `slot` up to `end` holds a sink or will hold one. */
static bool are_tombs(const mr_segment *segment, uint32_t slot, uint32_t end) {
    for (; slot < end; slot++)
        if (!is_tomb(segment, slot))
            return false;
    return true;
}

/* Whether no slot of the segment holds a sink or will hold one. `slot` is likely to be dead. */
static bool is_dead(const mr_segment *segment, uint32_t slot) {
    // relaxed: whichever value is loaded, the slots from there on are dead
    uint32_t reach = mr_load((uint32_t *)&segment->reach, mr_relaxed);
    // The search begins at the next slot, where it usually ends early: if sinks leave in order, the next slot is
    // alive. If they leave in reverse order, the next slot is out of reach, and the first slot is alive.
    return are_tombs(segment, slot + 1, reach) && are_tombs(segment, 0, slot < reach ? slot + 1 : reach);
}

/*
 * Makes emissions stop before the dead slots at the end of a segment that `last` has moved on from. Each slot is passed
 * once here, so a disposal costs O(1) on average. If two threads store at the same time, the larger value may win: then
 * emissions look at some dead slots until the next sink leaves the segment.
 */
static void narrow(mr_segment *segment) {
    uint32_t before = mr_load(&segment->reach, mr_relaxed), reach = before;
    while (reach > 0 && is_tomb(segment, reach - 1))
        reach -= 1;
    if (reach != before)
        mr_store(&segment->reach, reach, mr_relaxed);
}

/* Whether `last` has moved on from the segment. */
static bool is_behind_last(mr_list *list, const mr_segment *segment) {
    // seq_cst: after the slot died, whereas mr_segment_advance moves `last` and then loads the slots
    mr_segment *last = mr_load(&list->last, mr_seq_cst);
    bool is_behind = segment->base < last->base;
    MR_TSAN_RELEASE(last);
    return is_behind;
}

mr_lifecycle *mr_segment_retire(mr_list *list, mr_segment *segment, uint32_t slot, mr_lifecycle *found) {
    if (MR_LIKELY(!is_behind_last(list, segment)))
        return found;
    if (!is_dead(segment, slot)) {
        narrow(segment);
        return found;
    }
    // acq_rel: exactly one caller unlinks the segment; a late caller may come when it already waits to be freed
    if (mr_exchange(&segment->retired, 1, mr_acq_rel) != 0)
        return found;
    push_dead(list, segment);
    return unlink_dead(list, found);
}

mr_segment *mr_segment_advance(mr_list *list, mr_segment *segment, mr_lifecycle **found) {
    mr_segment *next = mr_load(&segment->next, mr_acquire);
    if (next == NULL) {
        mr_segment *fresh = make_segment(list, segment);
        // release: publishes the segment; acquire: the segment of another thread is complete
        if (mr_cas(&segment->next, &next, fresh, mr_seq_cst, mr_acquire))
            next = fresh;
        else
            free(fresh);
    }
    mr_segment *full = segment;
    // seq_cst: before the slots are loaded, see mr_segment_retire; release: publishes the segment
    if (mr_cas(&list->last, &full, next, mr_seq_cst, mr_relaxed) && found != NULL) {
        *found = mr_segment_retire(list, segment, 0, *found);
    }
    MR_TSAN_RELEASE(segment);
    return next;
}
