#include "mr_release.h"

#include <stdlib.h>

#include "mr_platform.h"
#include "mr_reclaim.h"

_Thread_local uint32_t mr_release_depth;
_Thread_local bool mr_release_pending;

static _Thread_local struct {
    void **objects;
    size_t count, capacity;
} queue;

MR_NOINLINE bool mr_release_queue(void *object) {
    if (queue.count == queue.capacity) {
        size_t capacity = queue.capacity == 0 ? 16 : queue.capacity * 2;
        void **objects = mr_allocate(capacity * sizeof(void *), _Alignof(max_align_t));
        for (size_t i = 0; i < queue.count; i++)
            objects[i] = queue.objects[i];
        free(queue.objects);
        queue.objects = objects;
        queue.capacity = capacity;
    }
    queue.objects[queue.count++] = object;
    mr_release_pending = true;
    return false;
}

MR_NOINLINE void mr_release_drain(void (*release)(void *)) {
    mr_release_depth += 1; /* so that what we release does not drain in turn */
    while (queue.count != 0)
        release(queue.objects[--queue.count]);
    free(queue.objects); /* a thread that ends leaves nothing behind */
    queue.objects = NULL;
    queue.capacity = 0;
    mr_release_pending = false;
    mr_release_depth -= 1;
}

/* The emptyings that nest on this thread, and items that the innermost one takes before its own. */
static _Thread_local struct {
    uint32_t depth;
    mr_item *first, *last;
    uintptr_t begin; /* where on the stack the outermost emptying began; stacks grow downwards */
} emptying;

mr_item *mr_item_create(void *content) {
    mr_item *item = mr_allocate(sizeof(mr_item), _Alignof(mr_item));
    item->content = content;
    return item;
}

void mr_item_free(mr_item *item) { free(item); }

/* Whether the stack has room for another nested emptying; half of the stack is left to what emptyings call. */
static MR_NOINLINE bool has_room(void) {
    return emptying.begin - (uintptr_t)__builtin_frame_address(0) < MR_EMPTYING_STACK && mr_stack_is_half_free();
}

mr_item *mr_emptying_begin(mr_item *first, mr_item *last) {
    if (MR_UNLIKELY(emptying.depth >= MR_EMPTYING_DEPTH) && !has_room()) {
        if (emptying.first == NULL)
            emptying.first = first;
        else
            emptying.last->next = first;
        emptying.last = last;
        return NULL;
    }
    if (emptying.depth == 0)
        emptying.begin = (uintptr_t)__builtin_frame_address(0);
    emptying.depth += 1;
    return first;
}

mr_item *mr_emptying_next(mr_item *item) {
    mr_item *next = item->next;
    free(item);
    if (MR_UNLIKELY(emptying.first != NULL)) {
        emptying.last->next = next;
        next = emptying.first;
        emptying.first = NULL;
    }
    if (next == NULL)
        emptying.depth -= 1;
    return next;
}
