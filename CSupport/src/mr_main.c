#include "mr_main.h"

#if defined(__APPLE__)
#include <pthread.h>

bool mr_is_main_thread(void) { return pthread_main_np() != 0; }

#elif defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

/* Remembered, since the system takes 300 ns to answer: 0 as long as it has not been asked. */
static __thread signed char mr_is_main;

bool mr_is_main_thread(void) {
    if (mr_is_main == 0) mr_is_main = syscall(SYS_gettid) == getpid() ? 1 : -1;
    return mr_is_main > 0;
}

#else
#include <pthread.h>

static pthread_t main_thread;

/* A program is loaded on its main thread. */
__attribute__((constructor)) static void remember_main_thread(void) { main_thread = pthread_self(); }

bool mr_is_main_thread(void) { return pthread_equal(pthread_self(), main_thread) != 0; }

#endif
