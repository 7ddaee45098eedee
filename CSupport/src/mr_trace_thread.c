/*
 * The stack of another thread. Only that thread can unwind it, so it is sent a signal, whose handler does.
 *
 * One question at a time: the asking thread holds `lock`. `question` goes around:
 *
 *   0 ──▶ THREAD ──▶ TAKEN ──▶ ANSWERED ──▶ 0
 *             └──────▶ 0: the signal has not come in time; when it comes, it finds no question
 *
 * The asking thread stores THREAD (release) before it sends the signal, and the handler takes the question by
 * compare-and-swap. The handler stores ANSWERED (release), which the asking thread loads (acquire) before it reads
 * `answer`. So each of the two owns `answer` in turn. If a handler has not answered within a second, nobody asks again.
 *
 * The signal is SIGPROF, one of the few that Dispatch does not block in its threads. What handled it before is called for
 * any other SIGPROF.
 */
#define _GNU_SOURCE /* SYS_tgkill */

#include "mr_trace.h"
#include "mr_trace_parts.h"

#include <stdatomic.h>
#include <stdlib.h> /* __GLIBC__ */

#if defined(__GLIBC__) && defined(__linux__)

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { CAPACITY = 96 };

static const uint64_t TAKEN = UINT64_MAX, ANSWERED = UINT64_MAX - 1;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_installed, is_lost; /* under the lock */
static struct sigaction former;

// Not by mr_load and the like: in an explored build, these may switch to another thread.
static _Atomic uint64_t question;
static uintptr_t answer[CAPACITY];
static size_t answer_count, answer_first;

static void take_question(int signal, siginfo_t *info, void *context) {
    int error = errno;
    uint64_t thread = (uint64_t)syscall(SYS_gettid);
    if (atomic_compare_exchange_strong_explicit(&question, &thread, TAKEN, memory_order_acquire, memory_order_relaxed)) {
        answer_count = mr_trace_walk(answer, CAPACITY);
        // In front of the calls are mr_trace_walk, this function, and the system's function to which this one returns.
        answer_first = mr_trace_behind(answer, answer_count, (uintptr_t)__builtin_return_address(0) - 1) + 1;
        atomic_store_explicit(&question, ANSWERED, memory_order_release);
    } else if (former.sa_flags & SA_SIGINFO) {
        former.sa_sigaction(signal, info, context);
    } else if (former.sa_handler != SIG_DFL && former.sa_handler != SIG_IGN) {
        former.sa_handler(signal);
    }
    errno = error;
}

/* Waits until the question has left `state`, for so many milliseconds at most. */
static bool has_left(uint64_t state, int milliseconds) {
    for (int i = 0; i < milliseconds * 10; i++) {
        if (atomic_load_explicit(&question, memory_order_acquire) != state)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    return false;
}

static bool ask(uint64_t thread) {
    if (is_lost)
        return false;
    if (!is_installed) {
        // The first call may allocate, which a handler must not.
        mr_trace_walk(answer, 1);
        struct sigaction own = {.sa_sigaction = take_question, .sa_flags = SA_SIGINFO | SA_RESTART};
        sigemptyset(&own.sa_mask);
        if (sigaction(SIGPROF, &own, &former) != 0)
            return false;
        is_installed = true;
    }
    // Something else has taken the signal over: it would not answer, and the signal's default action ends the process.
    struct sigaction now;
    if (sigaction(SIGPROF, NULL, &now) != 0 || !(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != take_question)
        return false;
    atomic_store_explicit(&question, thread, memory_order_release);
    bool is_sent = syscall(SYS_tgkill, getpid(), (pid_t)thread, SIGPROF) == 0;
    if (!is_sent || !has_left(thread, 100)) {
        uint64_t expected = thread;
        if (atomic_compare_exchange_strong(&question, &expected, 0))
            return false;
    }
    is_lost = !has_left(TAKEN, 1000);
    return !is_lost;
}

size_t mr_trace_capture_thread(uint32_t thread, uintptr_t *addresses, size_t capacity) {
    size_t count = 0;
    pthread_mutex_lock(&lock);
    if (ask(thread)) {
        for (size_t i = answer_first; i < answer_count && count < capacity; i++)
            addresses[count++] = answer[i];
        atomic_store_explicit(&question, 0, memory_order_relaxed);
    }
    pthread_mutex_unlock(&lock);
    return count;
}

#else

size_t mr_trace_capture_thread(uint32_t thread, uintptr_t *addresses, size_t capacity) {
    (void)thread, (void)addresses, (void)capacity;
    return 0;
}

#endif
