#define _GNU_SOURCE /* pthread_getattr_np */
#include "mr_bag.h"

#include <pthread.h>
#include <stdlib.h>

#include "mr_reclaim.h"

/* The emptyings that nest on this thread, and items that the innermost one takes before its own. */
static _Thread_local struct {
    uint32_t depth;
    mr_bag_link *first, *last;
    uintptr_t begin;         /* where on the stack the outermost emptying began; stacks grow downwards */
    uintptr_t lowest, above; /* the thread's stack; both 0: not asked for yet, both 1: unknown */
} emptying;

mr_bag_item *mr_bag_item_create(void *content) {
    mr_bag_item *item = mr_allocate(sizeof(mr_bag_item), _Alignof(mr_bag_item));
    item->content = content;
    return item;
}

void mr_bag_item_free(mr_bag_item *item) { free(item); }

static void find_stack(void) {
    emptying.lowest = emptying.above = 1;
#if defined(__APPLE__)
    emptying.above = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    emptying.lowest = emptying.above - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
        emptying.lowest = (uintptr_t)lowest;
        emptying.above = emptying.lowest + size;
    }
    pthread_attr_destroy(&attributes);
#endif
}

/* Whether the stack has room for another nested emptying; half of the stack is left to what emptyings call. */
static MR_NOINLINE bool has_room(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (emptying.above == 0)
        find_stack();
    return here < emptying.above && here > emptying.lowest + (emptying.above - emptying.lowest) / 2 &&
           emptying.begin - here < MR_BAG_STACK;
}

mr_bag_item *mr_bag_empty_begin(mr_bag *bag) {
    bool swept;
    mr_bag_link *newest = mr_bag_close(bag, &swept);
    if (newest == NULL)
        return NULL;
    mr_bag_link *oldest = mr_bag_reverse(newest);
    if (MR_UNLIKELY(emptying.depth >= MR_BAG_DEPTH) && !has_room()) {
        if (emptying.first == NULL)
            emptying.first = oldest;
        else
            emptying.last->next = oldest;
        emptying.last = newest;
        return NULL;
    }
    if (emptying.depth == 0)
        emptying.begin = (uintptr_t)__builtin_frame_address(0);
    emptying.depth += 1;
    return (mr_bag_item *)oldest;
}

mr_bag_item *mr_bag_empty_next(mr_bag_item *item) {
    mr_bag_link *next = item->link.next;
    free(item);
    if (MR_UNLIKELY(emptying.first != NULL)) {
        emptying.last->next = next;
        next = emptying.first;
        emptying.first = NULL;
    }
    if (next == NULL)
        emptying.depth -= 1;
    return (mr_bag_item *)next;
}
