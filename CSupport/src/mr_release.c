#include "mr_release.h"

#include <stdlib.h>

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
