/*
 * Where threads may sleep in the system: mutexes, conditions, semaphores and futexes of the code under test. The program's
 * calls come here first, since a function of the program goes before one of the C library with the same name.
 *
 * A mutex is a word like any other: a thread that finds it held waits until another one leaves it, which the machine knows.
 * Around every other call that may sleep, another thread runs. Calls that are not here are noticed by the controller.
 */
#include "machine.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif

/* ---- the C library's own ---- */

static struct {
    int (*lock)(pthread_mutex_t *), (*trylock)(pthread_mutex_t *), (*unlock)(pthread_mutex_t *);
    int (*wait)(pthread_cond_t *, pthread_mutex_t *);
    int (*timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    int (*sem_wait)(sem_t *), (*sem_timedwait)(sem_t *, const struct timespec *);
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    long (*syscall)(long, ...);
} system_own;

static void *find(const char *name) {
#if defined(__x86_64__) && defined(__GLIBC__)
    // Of these, glibc has older ones, too, for other layouts.
    void *found = strncmp(name, "pthread_cond", 12) == 0 ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : NULL;
    if (found != NULL)
        return found;
#endif
    return dlsym(RTLD_NEXT, name);
}

/* Before any of them is called, which may be before any constructor. */
static inline void look_up(void) {
    if (MR_LIKELY(system_own.lock != NULL))
        return;
    system_own.trylock = find("pthread_mutex_trylock");
    system_own.unlock = find("pthread_mutex_unlock");
    system_own.wait = find("pthread_cond_wait");
    system_own.timedwait = find("pthread_cond_timedwait");
    system_own.sem_wait = find("sem_wait");
    system_own.sem_timedwait = find("sem_timedwait");
    system_own.create = find("pthread_create");
    system_own.syscall = find("syscall");
    system_own.lock = find("pthread_mutex_lock");
}

long system_futex(uint32_t *word, int operation, uint32_t value, long nanoseconds) {
    look_up();
    struct timespec limit = {.tv_nsec = nanoseconds};
    return system_own.syscall(SYS_futex, word, operation | 128, value, nanoseconds != 0 ? &limit : NULL, NULL, 0);
}

bool system_sleeps(const explored *thread) {
    char text[256];
    ssize_t length = pread(thread->stat, text, sizeof(text) - 1, 0);
    if (length <= 0)
        return false;
    text[length] = 0;
    // the state follows the program's name, which is in parentheses and may hold any character
    const char *name = strrchr(text, ')');
    return name != NULL && name[1] == ' ' && name[2] != 'R';
}

/* ---- mutexes that threads of the schedule hold ---- */

#define MOST_HELD 64

typedef struct held {
    pthread_mutex_t *mutex;
    int thread, times;
} held;

static held holdings[MOST_HELD]; /* under the machine's lock */

void system_reset(void) { memset(holdings, 0, sizeof(holdings)); }

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

static held *find_held(pthread_mutex_t *mutex) {
    for (int i = 0; i < MOST_HELD; i++)
        if (holdings[i].mutex == mutex)
            return &holdings[i];
    return NULL;
}

static void note_held(explored *self, pthread_mutex_t *mutex) {
    machine_enter(self->machine);
    held *found = find_held(mutex);
    if (found == NULL)
        found = find_held(NULL);
    if (found != NULL) {
        found->times = found->mutex == mutex && found->thread == self->number ? found->times + 1 : 1;
        found->mutex = mutex;
        found->thread = self->number;
    }
    machine_leave(self->machine);
}

/* True: the thread does not hold it any more. */
static bool note_left(explored *self, pthread_mutex_t *mutex) {
    machine_enter(self->machine);
    held *found = find_held(mutex);
    bool is_free = found == NULL || --found->times == 0;
    if (found != NULL && is_free)
        found->mutex = NULL;
    machine_leave(self->machine);
    return is_free;
}

/* The place of a call: where it returns to. */
#define STEP(self, word, name) machine_step(self, word, name, (int)(uintptr_t)__builtin_return_address(0), true)

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    look_up();
    explored *self = machine_self();
    if (self == NULL)
        return system_own.lock(mutex);
    STEP(self, mutex, "pthread_mutex_lock");
    for (;;) {
        int result = system_own.trylock(mutex);
        if (result != EBUSY) {
            note_held(self, mutex);
            return result;
        }
        machine_enter(self->machine);
        if (find_held(mutex) != NULL) {
            machine_wait(self, mutex, false);
            continue;
        }
        machine_leave(self->machine);
        // Another thread of the program has it.
        machine_go_outside(self);
        result = system_own.lock(mutex);
        machine_come_back(self);
        note_held(self, mutex);
        return result;
    }
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    look_up();
    explored *self = machine_self();
    if (self == NULL)
        return system_own.trylock(mutex);
    STEP(self, mutex, "pthread_mutex_trylock");
    int result = system_own.trylock(mutex);
    if (result == 0)
        note_held(self, mutex);
    return result;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    look_up();
    explored *self = machine_self();
    bool leaves = self != NULL && note_left(self, mutex);
    int result = system_own.unlock(mutex);
    if (leaves)
        mr_explore_wake(mutex);
    return result;
}

/* ---- calls that sleep ---- */

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    look_up();
    explored *self = machine_self();
    if (self == NULL)
        return system_own.wait(condition, mutex);
    if (note_left(self, mutex))
        mr_explore_wake(mutex);
    machine_go_outside(self);
    int result = system_own.wait(condition, mutex);
    machine_come_back(self);
    note_held(self, mutex);
    return result;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *limit) {
    look_up();
    explored *self = machine_self();
    if (self == NULL)
        return system_own.timedwait(condition, mutex, limit);
    if (note_left(self, mutex))
        mr_explore_wake(mutex);
    machine_go_outside(self);
    int result = system_own.timedwait(condition, mutex, limit);
    machine_come_back(self);
    note_held(self, mutex);
    return result;
}

int sem_wait(sem_t *semaphore) {
    look_up();
    explored *self = machine_self();
    if (self == NULL)
        return system_own.sem_wait(semaphore);
    STEP(self, semaphore, "sem_wait");
    if (sem_trywait(semaphore) == 0)
        return 0;
    machine_go_outside(self);
    int result = system_own.sem_wait(semaphore);
    machine_come_back(self);
    return result;
}

int sem_timedwait(sem_t *semaphore, const struct timespec *limit) {
    look_up();
    explored *self = machine_self();
    if (self == NULL)
        return system_own.sem_timedwait(semaphore, limit);
    STEP(self, semaphore, "sem_timedwait");
    if (sem_trywait(semaphore) == 0)
        return 0;
    machine_go_outside(self);
    int result = system_own.sem_timedwait(semaphore, limit);
    int number = errno;
    machine_come_back(self);
    errno = number;
    return result;
}

/* From <linux/futex.h>: waits, waits for a mutex of the kernel's, and waits with a set of bits. */
static bool may_sleep(long operation) {
    long command = operation & 127;
    return command == 0 || command == 6 || command == 9 || command == 11 || command == 13;
}

/* Swift's Mutex, Dispatch and others sleep in futexes. */
long syscall(long number, ...) {
    look_up();
    va_list list;
    va_start(list, number);
    long a[6];
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    explored *self = number == SYS_futex && may_sleep(a[1]) ? machine_self() : NULL;
    if (self == NULL)
        return system_own.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    machine_go_outside(self);
    long result = system_own.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    int error = errno;
    machine_come_back(self);
    errno = error;
    return result;
}

#endif

/* ---- threads that are made meanwhile ---- */

const void *system_processors;

/* They do not belong on the one processor of the machine's threads. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    look_up();
    int result = system_own.create(thread, attributes, start, argument);
    if (result == 0 && system_processors != NULL && (mr_explored_self != NULL || machine_is_controlled_here()))
        pthread_setaffinity_np(*thread, sizeof(cpu_set_t), system_processors);
    return result;
}
