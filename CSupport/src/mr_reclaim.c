#define _GNU_SOURCE /* syscall */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mr_reclaim_parts.h"
#include "mr_mpsc.h"

bool mr_uses_liburcu(void) {
#ifdef MR_RECLAIM_URCU
    return true;
#else
    return false;
#endif
}

/* ---- a barrier in every thread ---- */

/* From <linux/membarrier.h>, which not every system installs. */
#define REGISTER_PRIVATE_EXPEDITED (1 << 4)
#define PRIVATE_EXPEDITED (1 << 3)

/* MR_NO_MEMBARRIER: as on a system without membarrier; for tests. */
#if defined(__linux__) && !defined(MR_NO_MEMBARRIER)
#include <sys/syscall.h>
#include <unistd.h>

static bool membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0) == 0; }
#else
static bool membarrier(int command) {
    (void)command;
    return false;
}
#endif

bool mr_marked_sections;

__attribute__((constructor)) static void begin_marking(void) {
    mr_marked_sections = membarrier(REGISTER_PRIVATE_EXPEDITED);
}

static void pass_barrier(void) {
    // A process that was forked may have to register again.
    if (membarrier(PRIVATE_EXPEDITED) || (membarrier(REGISTER_PRIVATE_EXPEDITED) && membarrier(PRIVATE_EXPEDITED)))
        return;
    fprintf(stderr, "millrace: membarrier fails, which worked when the program began\n");
    abort();
}

/* ---- sections that threads mark in their records ---- */

/* Waits for every section that has begun before this call. */
static void wait_for_sections(void) {
    if (mr_marked_sections)
        pass_barrier();
    // seq_cst: where sections begin with a fence; pairs with the one in mr_reclaim_enter_unmarked
    atomic_thread_fence(mr_seq_cst);
    // Only the calling thread frees records, so none that is found here is freed meanwhile.
    for (mr_thread *thread = mr_threads_first(); thread != NULL; thread = mr_threads_next(thread)) {
        // acquire: pairs with the release in mr_reclaim_leave
        uint32_t number = mr_load(&thread->section, mr_acquire);
        uint32_t turns = 0;
        while ((number & 1) && mr_load(&thread->section, mr_acquire) == number)
            mr_wait(&turns);
    }
}

/* ---- what is to be freed ---- */

static mr_wip work;        /* whether a batch is under way */
static uintptr_t *retired; /* newest first */
static uintptr_t *batch;   /* used by the consumer of `work` only */

static void begin_batch(void) {
    do {
        // seq_cst: see mr_wip; acquire: the nodes
        batch = mr_exchange(&retired, NULL, mr_seq_cst);
        if (batch != NULL) {
            mr_reclaim_begin();
            return;
        }
    } while (!mr_wip_rest(&work));
}

void mr_reclaim_finish(void) {
    wait_for_sections();
    uintptr_t *node = batch;
    while (node != NULL) {
        uintptr_t *next = (uintptr_t *)node[0];
        ((void (*)(uintptr_t *))node[1])(node);
        node = next;
    }
    begin_batch();
}

void mr_reclaim_later(uintptr_t node[2], void (*callback)(uintptr_t *node)) {
    node[1] = (uintptr_t)callback;
    uintptr_t *first = mr_load(&retired, mr_relaxed);
    do {
        node[0] = (uintptr_t)first;
        // seq_cst: before mr_wip_signal; release: the node
    } while (!mr_cas(&retired, &first, node, mr_seq_cst, mr_relaxed));
    if (mr_wip_signal(&work))
        begin_batch();
}

void mr_reclaim_wait(void) {
    uint32_t turns = 0;
    // seq_cst: after what this thread has retired
    while (mr_load(&work.busy, mr_seq_cst) != MR_WIP_IDLE)
        mr_wait(&turns);
}

/* ---- memory ---- */

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
