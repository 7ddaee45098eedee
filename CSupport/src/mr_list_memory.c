#include <stdlib.h>

#include "mr_list_parts.h"

_Static_assert(MR_FIRST_CAPACITY > 0, "the first segment holds a sink");
#if UINTPTR_MAX > UINT32_MAX
_Static_assert(offsetof(mr_segment, slots) == 64, "the slots of a segment of its own begin a cache line");
#endif

typedef struct {
    mr_list list;
    mr_segment first; /* its slots follow */
} list_block;

mr_segment *mr_list_first_segment(mr_list *list) { return &((list_block *)list)->first; }

mr_list *mr_list_create(void) {
    list_block *block = mr_allocate(sizeof(list_block) + MR_FIRST_CAPACITY * sizeof(uintptr_t), 16);
    block->first.list = &block->list;
    block->first.capacity = MR_FIRST_CAPACITY;
    block->first.reach = MR_FIRST_CAPACITY;
    block->list.head = &block->first;
    block->list.last = &block->first;
    return &block->list;
}

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgnu-variable-sized-type-not-at-end"
#endif
static struct {
    list_block block;
    uintptr_t slots[1]; /* of the block's first segment */
} closed = {
    .block = {.list = {.head = &closed.block.first, .last = &closed.block.first},
              .first = {.list = &closed.block.list, .capacity = 1, .reach = 1}},
    .slots = {MR_SLOT_END},
};
#ifdef __clang__
#pragma clang diagnostic pop
#endif

_Static_assert(offsetof(list_block, first.slots) == sizeof(list_block), "the closed list has a slot");

mr_list *mr_list_closed(void) { return &closed.block.list; }

static void free_list_memory(mr_list *list) {
    for (mr_segment *segment = list->head; segment != NULL;) {
        mr_segment *next = segment->next;
        MR_TSAN_ACQUIRE(segment);
        if (segment != mr_list_first_segment(list))
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
 * Whether every sink that ever joined has left, and its leave is over: then no disposal that knows the list can be
 * under way. False for a closed list, and for a full first segment: there may be later segments, whose leaves mark no
 * slot as GONE.
 */
static bool is_unused(const mr_list *list) {
    const mr_segment *first = &((const list_block *)list)->first;
    uint32_t used = 0;
    // acquire: pairs with the store of GONE, the last access of each leave
    while (mr_load((uintptr_t *)&first->slots[used], mr_acquire) == MR_SLOT_GONE)
        if (++used == first->capacity)
            return false;
    return mr_load((uintptr_t *)&first->slots[used], mr_acquire) == MR_SLOT_EMPTY;
}

void mr_list_free(mr_list *list) {
    if (is_unused(list)) {
        free_list_memory(list);
        return;
    }
    MR_TSAN_RELEASE(list);
    mr_reclaim_later(list->rcu, free_list);
}

static void free_segment(uintptr_t *node) {
    /* the node is the first member of the segment */
    MR_TSAN_ACQUIRE(node);
    free(node);
}

void mr_segment_free_later(mr_segment *segment) {
    MR_TSAN_RELEASE(segment);
    mr_reclaim_later((uintptr_t *)segment, free_segment);
}
