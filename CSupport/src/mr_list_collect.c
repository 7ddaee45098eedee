#include <stdlib.h>

#include "mr_list_parts.h"

/* ---- stacks of nodes: sinks that were taken out, and segments ---- */

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

void mr_list_push(mr_sink **stack, mr_sink *node) {
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
            mr_reclaim_later((uintptr_t *)batch, mr_segment_free);
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
            mr_list_push(&list->deferred, chain);
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
mr_sink *mr_list_take_back(mr_list *list, mr_sink *found) {
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
    mr_sink *found = mr_list_take_back(list, NULL);
    mr_reclaim_leave(section);
    return found;
}
