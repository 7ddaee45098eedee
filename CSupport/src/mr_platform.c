#define _GNU_SOURCE /* pthread_getattr_np */

#include "mr_platform.h"

#include <pthread.h>

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined(__APPLE__)
bool mr_is_main_thread(void) { return pthread_main_np() != 0; }

#elif defined(__linux__)
/* Remembered, since the system takes 300 ns to answer: 0 as long as it has not been asked. */
static __thread signed char mr_is_main;

bool mr_is_main_thread(void) {
    if (mr_is_main == 0) mr_is_main = syscall(SYS_gettid) == getpid() ? 1 : -1;
    return mr_is_main > 0;
}

#else
static pthread_t main_thread;

/* A program is loaded on its main thread. */
__attribute__((constructor)) static void remember_main_thread(void) { main_thread = pthread_self(); }

bool mr_is_main_thread(void) { return pthread_equal(pthread_self(), main_thread) != 0; }

#endif

#if __has_attribute(swiftcall)
#define SWIFTCALL __attribute__((swiftcall))
#else
#define SWIFTCALL /* a compiler that does not know Swift's calls builds the models, which never call this */
#endif

/* Where Swift's calls are those of C, as on RISC-V, clang knows the attribute and says that it is ignored. */
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wignored-attributes"
#endif

/* Weak, since a program in C alone has no Swift runtime, and an old runtime has no such function. */
__attribute__((weak)) SWIFTCALL bool swift_task_isCurrentExecutorWithFlags(uintptr_t identity,
                                                                            uintptr_t implementation, uint64_t flags);

#ifdef __clang__
#pragma clang diagnostic pop
#endif

bool mr_is_on_executor(uintptr_t identity, uintptr_t implementation) {
    if (!swift_task_isCurrentExecutorWithFlags)
        return true;
    /* Without flags, it returns false instead of stopping the program. */
    return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}

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
#if defined(__linux__) && !defined(__GLIBC__)
    /* musl tells of the main thread's stack only what is mapped at this moment; the stack grows up to its limit. */
    if (mr_is_main_thread()) {
        struct rlimit limit;
        uintptr_t top = lowest + size;
        bool is_limited = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < top; /* RLIM_INFINITY is not */
        size = is_limited ? (size_t)limit.rlim_cur : 1;
        lowest = top - size;
    }
#endif
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
