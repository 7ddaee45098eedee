/*
 * Reclamation at the first moment at which it is allowed, so that each schedule finds the same memory in use: what is
 * retired is freed as soon as the last section has ended that was open then. The thread that ends that section frees.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "mr_reclaim.h"

#define ELSEWHERE MOST_THREADS /* all other threads of the program */

/* The first of these is what `node` points to; the rest is in a block of its own. */
typedef struct retired {
    struct retired *next;
    uintptr_t *node;
    void (*callback)(uintptr_t *);
    uint32_t waits_for; /* a bit for each thread, and one for all others */
} retired;

static uint32_t lock;
static retired *first;
static uint32_t open[ELSEWHERE + 1]; /* sections */
static _Thread_local uint32_t nested; /* of a thread that is not the machine's */

static void enter_lock(void) {
    while (atomic_exchange_explicit(MR_ATOMIC(&lock), 1, mr_acquire) != 0)
        sched_yield();
}

static void leave_lock(void) { atomic_store_explicit(MR_ATOMIC(&lock), 0, mr_release); }

static int number_of(const explored *self) { return self == NULL ? ELSEWHERE : self->number; }

/* Under the lock, which this leaves and enters again. */
static void free_ready(void) {
    for (;;) {
        retired **link = &first;
        while (*link != NULL && (*link)->waits_for != 0)
            link = &(*link)->next;
        retired *ready = *link;
        if (ready == NULL)
            return;
        *link = ready->next;
        leave_lock();
        ready->callback(ready->node);
        free(ready);
        enter_lock();
    }
}

mr_section mr_reclaim_enter(void) {
    explored *self = mr_explored_self;
    uint32_t *depth = self == NULL ? &nested : &self->sections;
    if (*depth == 0) {
        static const char here[] = "mr_reclaim_enter";
        mr_explore_load(here, here, 0);
    }
    if ((*depth)++ == 0) {
        enter_lock();
        open[number_of(self)] += 1;
        leave_lock();
    }
    return NULL;
}

void mr_reclaim_leave(mr_section section) {
    (void)section;
    explored *self = mr_explored_self;
    uint32_t *depth = self == NULL ? &nested : &self->sections;
    if (--*depth != 0)
        return;
    int number = number_of(self);
    enter_lock();
    if (--open[number] == 0)
        for (retired *each = first; each != NULL; each = each->next)
            each->waits_for &= ~(1u << number);
    free_ready();
    leave_lock();
}

void mr_reclaim_later(uintptr_t node[2], void (*callback)(uintptr_t *node)) {
    retired *fresh = mr_allocate(sizeof(retired), _Alignof(retired));
    *fresh = (retired){.node = node, .callback = callback};
    enter_lock();
    for (int i = 0; i <= ELSEWHERE; i++)
        if (open[i] != 0)
            fresh->waits_for |= 1u << i;
    fresh->next = first;
    first = fresh;
    free_ready();
    leave_lock();
}

void mr_reclaim_wait(void) {
    enter_lock();
    free_ready();
    bool is_empty = first == NULL;
    leave_lock();
    while (!is_empty) {
        sched_yield();
        enter_lock();
        is_empty = first == NULL;
        leave_lock();
    }
}

bool mr_uses_liburcu(void) { return false; }

void *mr_allocate(size_t size, size_t alignment) {
    void *memory = NULL;
    if (posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, size) == 0)
        return memset(memory, 0, size);
    fprintf(stderr, "millrace: out of memory (%zu bytes)\n", size);
    abort();
}
