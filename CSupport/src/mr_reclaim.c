#include "mr_reclaim.h"

#include "mr_pin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <urcu/urcu-bp.h>

bool mr_tsan_annotated(void) {
#ifdef MR_TSAN
    return true;
#else
    return false;
#endif
}

void mr_reclaim_enter(void) { urcu_bp_read_lock(); }
void mr_reclaim_leave(void) { urcu_bp_read_unlock(); }

_Static_assert(sizeof(struct rcu_head) <= 2 * sizeof(uintptr_t), "the two words set aside must hold an rcu_head");

void mr_reclaim_later(uintptr_t node[2], void (*callback)(uintptr_t *node)) {
#ifdef MR_BUG_CALLBACK_AT_ONCE
    callback(node);
#else
    urcu_bp_call_rcu((struct rcu_head *)node, (void (*)(struct rcu_head *))(void (*)(void))callback);
#endif
}

void mr_reclaim_wait(void) { urcu_bp_barrier(); }

#ifdef MR_FAIL_ALLOCATION
/* Tests make the k-th allocation of the core fail. */
long mr_fail_allocation = -1;
#endif

void *mr_allocate(size_t size, size_t alignment) {
    void *memory = NULL;
#ifdef MR_FAIL_ALLOCATION
    if (mr_fail_allocation >= 0 && mr_fail_allocation-- == 0)
        goto failed;
#endif
    if (alignment <= _Alignof(max_align_t))
        memory = malloc(size);
    else if (posix_memalign(&memory, alignment, size) != 0)
        memory = NULL;
    if (memory != NULL)
        return memset(memory, 0, size);
#ifdef MR_FAIL_ALLOCATION
failed:
#endif
    fprintf(stderr, "millrace: out of memory (%zu bytes)\n", size);
    abort();
}
