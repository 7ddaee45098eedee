#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "mr_lock.h"

// The explorer runs one thread at a time, and a thread that the kernel puts to sleep would end its run.
#if defined(__linux__) && !defined(MR_EXPLORE)
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef SYS_futex
#define HAS_FUTEX 1
#endif

/* From <linux/futex.h>, which not every system installs: for one process alone. */
#define WAIT 128
#define WAKE 129

/* What SYS_futex takes as a time: two longs. In a C library of 32 bits, a timespec may be longer. */
typedef struct kernel_time {
    long seconds, nanoseconds;
} kernel_time;
#endif

#define LOOKS_BEFORE_SLEEP 64
#define LONGEST_SLEEP 1000000 /* nanoseconds */

/* Waits until the lock may be free. */
static void wait_a_moment(mr_lock *lock, uint32_t *looks) {
#ifdef HAS_FUTEX
    if (*looks < LOOKS_BEFORE_SLEEP) {
        *looks += 1;
        mr_cpu_relax();
        return;
    }
    kernel_time limit = {.nanoseconds = LONGEST_SLEEP};
    mr_fetch_add(&lock->waiters, 1, mr_relaxed);
    int before = errno;
    // The kernel compares `held` once more. However the wait ends, the caller looks again.
    long result = syscall(SYS_futex, &lock->held, WAIT, 1, &limit, NULL, 0);
    bool works = result == 0 || errno == EAGAIN || errno == ETIMEDOUT || errno == EINTR;
    errno = before;
    mr_fetch_add(&lock->waiters, -1, mr_relaxed);
    if (!works)
        mr_wait(looks); /* a sandbox may forbid futexes */
#else
    (void)lock;
    mr_wait(looks);
#endif
}

MR_NOINLINE void mr_lock_wait(mr_lock *lock) {
    uint32_t looks = 0;
    do {
        // relaxed: spins on its own copy of the cache line; the exchange decides
        while (mr_load(&lock->held, mr_relaxed) != 0)
            wait_a_moment(lock, &looks);
        // acquire: as in mr_lock_acquire
    } while (mr_exchange(&lock->held, 1, mr_acquire) != 0);
}

MR_NOINLINE void mr_lock_wake(mr_lock *lock) {
#ifdef HAS_FUTEX
    int before = errno;
    syscall(SYS_futex, &lock->held, WAKE, 1, NULL, NULL, 0);
    errno = before;
#else
    (void)lock;
#endif
}
