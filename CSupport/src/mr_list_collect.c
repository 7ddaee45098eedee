#include <stdlib.h>

#include "mr_list_parts.h"

/*
 * A node holds a sink or a segment that was taken out of a list while an emission could reach it. The node waits in the
 * stack of the pin of such an emission.
 *
 * A thread pushes a node and then loads the pin again. If the pin still reaches the sink, its emission will find the
 * node, since an emission unpins before it looks at its stack. Otherwise the emission may have looked already. The
 * thread then takes the whole stack back and finds another place for each node in it, including those that other
 * threads have pushed. So each node has one owner at any time: a thread in a section, or an emission. When an
 * emission has ended and another uses its pin, a late node may still be in the stack: the thread that pushed it, or the
 * later emission, deals with it.
 */
typedef struct mr_waiting {
    struct mr_waiting *next;
    mr_lifecycle *sink;       /* or NULL */
    mr_segment *segment; /* or NULL */
    const void *list;    /* only compared: the list may be gone */
    uint64_t end;        /* emissions with a smaller `end` do not reach it */
    uint64_t era;        /* nor do emissions that began in a later era */
} mr_waiting;

static void link_sink(mr_lifecycle *sink, mr_lifecycle *next) {
    uintptr_t old = mr_load(&sink->word, mr_relaxed);
    // Only the owner links the sink, but its flags may change meanwhile.
    while (!mr_cas(&sink->word, &old, (uintptr_t)next | (old & MR_FLAGS), mr_relaxed, mr_relaxed))
        ;
}

/* Each thread keeps one node, so that a sink that disposes itself in its callback costs no allocation. */
static mr_waiting *make_waiting(void) {
    mr_thread *thread = mr_thread_self;
    mr_waiting *node = thread == NULL ? NULL : mr_swap_private(&thread->waiting, NULL);
    return node != NULL ? node : mr_allocate(sizeof(mr_waiting), _Alignof(mr_waiting));
}

static void drop_waiting(mr_waiting *node) {
    mr_thread *thread = mr_thread_self;
    free(thread == NULL ? node : mr_swap_private(&thread->waiting, node));
}

static mr_lifecycle *let_go(mr_waiting *node, mr_lifecycle *found) {
    if (node->segment != NULL) {
        mr_segment_free_later(node->segment);
    } else {
        link_sink(node->sink, found);
        found = node->sink;
    }
    drop_waiting(node);
    return found;
}

static void push(mr_pin *pin, mr_waiting *node) {
    node->next = mr_load(&pin->garbage, mr_relaxed);
    // seq_cst: before the pin is loaded again; pairs with mr_emission_end, which unpins and then loads the stack.
    // release: the node
    while (!mr_cas(&pin->garbage, &node->next, node, mr_seq_cst, mr_relaxed))
        ;
}

/*
 * Hands each node to an emission that can reach it. Returns `found`, with the sinks in front that no emission can
 * reach. The pin `except` does not count for the first node.
 */
static mr_lifecycle *settle(mr_waiting *nodes, const mr_pin *except, mr_lifecycle *found) {
    while (nodes != NULL) {
        mr_waiting *node = nodes;
        const void *list = node->list;
        uint64_t end = node->end, era = node->era;
        nodes = node->next;
        mr_pin *pin = mr_pin_find(list, end, era, except);
        except = NULL;
        if (pin == NULL) {
            found = let_go(node, found);
            continue;
        }
        push(pin, node);
        // seq_cst: after the push
        if (mr_load(&pin->list, mr_seq_cst) == (uintptr_t)list && mr_pin_can_reach(pin, end, era))
            continue;
        // acquire: the nodes
        mr_waiting *back = mr_exchange(&pin->garbage, NULL, mr_seq_cst);
        for (mr_waiting *next; back != NULL; back = next) {
            next = back->next;
            back->next = nodes;
            nodes = back;
        }
    }
    return found;
}

mr_lifecycle *mr_pin_settle(mr_pin *pin, mr_lifecycle *found) {
    mr_section section = mr_reclaim_enter();
    // acquire: the nodes
    mr_waiting *nodes = mr_exchange(&pin->garbage, NULL, mr_seq_cst);
    found = settle(nodes, NULL, found);
    mr_reclaim_leave(section);
    return found;
}

static mr_lifecycle *hand_over(mr_list *list, mr_lifecycle *sink, mr_segment *segment, uint64_t end, const mr_pin *except,
                          mr_lifecycle *found) {
    mr_waiting *node = make_waiting();
    *node = (mr_waiting){.sink = sink, .segment = segment, .list = list, .end = end};
    // seq_cst: an emission that loads the increased era finds the tombstone, or the segment unlinked
    node->era = mr_fetch_add(&list->era, 1, mr_seq_cst);
    return settle(node, except, found);
}

mr_lifecycle *mr_list_hand_over(mr_list *list, mr_lifecycle *sink, uint64_t slot, const mr_pin *except, mr_lifecycle *found) {
    if (mr_pin_find(list, slot + 1, UINT64_MAX, except) != NULL)
        return hand_over(list, sink, NULL, slot + 1, except, found);
    if (found != NULL) /* if `found` is NULL, the sink needs no link: its word has none yet */
        link_sink(sink, found);
    return sink;
}

mr_lifecycle *mr_list_hand_over_segment(mr_list *list, mr_segment *segment, mr_lifecycle *found) {
    if (mr_pin_find(list, 0, UINT64_MAX, NULL) != NULL)
        return hand_over(list, NULL, segment, 0, NULL, found);
    mr_segment_free_later(segment);
    return found;
}
