#define _GNU_SOURCE /* pthread_getattr_np */

#include "mr_stack.h"

#include <pthread.h>

#define RESERVE ((size_t)128 << 10)

/* The stack's lowest address and its size; a size of 0: not asked yet. */
static _Thread_local uintptr_t lowest;
static _Thread_local size_t size;

static void ask(void) {
#if defined(__APPLE__)
    size = pthread_get_stacksize_np(pthread_self());
    lowest = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - size;
#else
    pthread_attr_t attributes;
    void *address = NULL;
    size = 1; /* where the system does not know, no address is on the stack */
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    pthread_attr_getstack(&attributes, &address, &size);
    pthread_attr_destroy(&attributes);
    lowest = (uintptr_t)address;
#endif
}

/* How many bytes of the stack are left below the caller. False on a stack that the system does not know. */
static MR_NOINLINE bool find_left(size_t *left) {
    if (size == 0)
        ask();
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    *left = here - lowest;
    return here >= lowest && *left <= size;
}

bool mr_stack_is_nearly_used_up(void) {
    size_t left;
    return find_left(&left) && left < (size / 8 < RESERVE ? size / 8 : RESERVE);
}

bool mr_stack_is_half_free(void) {
    size_t left;
    return find_left(&left) && left > size / 2;
}
