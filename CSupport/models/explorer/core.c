/* The sources of the core. The explorer's functions replace the system's. */
#define _GNU_SOURCE /* pthread_getattr_np */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MR_EMPTYING_STACK 1 /* only the number of nested emptyings limits them, not the stack that they take */
#include "CMillrace.h"
#include "explorer.h"

int explore_lock(void *mutex);
int explore_unlock(void *mutex);
int explore_once(pthread_once_t *once, void (*function)(void));
int explore_key_create(pthread_key_t *key, void (*destructor)(void *));
int explore_setspecific(pthread_key_t key, const void *value);

#define free arena_free
#define pthread_mutex_lock explore_lock
#define pthread_mutex_unlock explore_unlock
#define pthread_once explore_once
#define pthread_key_create explore_key_create
#define pthread_setspecific explore_setspecific
#define nanosleep(time, rest) explore_relax()
#define mr_cpu_relax explore_relax

#include "mr_mpsc.c"
#include "mr_base.c"
#include "mr_platform.c"
#include "mr_release.c"
#include "mr_subject.c"
#include "mr_lock.c"
#include "mr_list.c"
#include "mr_list_collect.c"
#include "mr_list_memory.c"
#include "mr_list_segments.c"
#include "mr_list_vacant.c"
#include "mr_pin.c"

/* For a gate, each coroutine is a thread. */
uintptr_t mr_gate_self(void) { return (uintptr_t)(current_coroutine() + 1) << 4; }

void *core_get_thread(void) { return mr_thread_self; }
void core_set_thread(void *thread) { mr_thread_self = thread; }
bool core_has_ended(void) { return thread_has_ended; }
void core_set_ended(bool ended) { thread_has_ended = ended; }
/* A table of threads keeps how far it has been used. */
void core_reset(void) { first_table.words = 0; }
void core_register(void) { mr_thread_register(); }
