#define _GNU_SOURCE /* syscall */

#include "mr_reclaim.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <urcu/urcu-bp.h>

#include "mr_wip.h"

/* MR_NO_MEMBARRIER: as on a system without membarrier; for tests. */
#if defined(__linux__) && !defined(MR_NO_MEMBARRIER)
#define MEMBARRIER
#endif

#ifdef MEMBARRIER
#include <sys/syscall.h>
#include <unistd.h>
#endif

mr_section mr_reclaim_enter_urcu(void) {
    urcu_bp_read_lock();
    return NULL;
}

void mr_reclaim_leave_urcu(void) { urcu_bp_read_unlock(); }

/* ---- sections that threads mark in their records ---- */

bool mr_marked_sections;

#ifdef MEMBARRIER
/* From <linux/membarrier.h>, which not every system installs. */
#define REGISTER_PRIVATE_EXPEDITED (1 << 4)
#define PRIVATE_EXPEDITED (1 << 3)

static bool membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0) == 0; }

__attribute__((constructor)) static void begin_marking(void) {
    mr_marked_sections = membarrier(REGISTER_PRIVATE_EXPEDITED);
}
#endif

#define TURNS_BEFORE_SLEEP 1000

/* Waits for every section that has begun before this call. */
static void wait_for_sections(void) {
#ifdef MEMBARRIER
    // A process that was forked may have to register again.
    if (!membarrier(PRIVATE_EXPEDITED) && !(membarrier(REGISTER_PRIVATE_EXPEDITED) && membarrier(PRIVATE_EXPEDITED))) {
        fprintf(stderr, "millrace: membarrier fails, which worked when the program began\n");
        abort();
    }
#endif
    // Only the calling thread frees records, so none that is found here is freed meanwhile.
    for (mr_thread *thread = mr_threads_first(); thread != NULL; thread = mr_threads_next(thread)) {
        // acquire: pairs with the release in mr_reclaim_leave
        uint32_t number = mr_load(&thread->section, mr_acquire);
        uint32_t turns = 0;
        while ((number & 1) && mr_load(&thread->section, mr_acquire) == number)
            if (++turns < TURNS_BEFORE_SLEEP)
                sched_yield();
            else
                nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); /* the thread was stopped, as by a debugger */
    }
}

/* ---- what is to be freed ---- */

static mr_wip wake;        /* whether liburcu holds `head` */
static uintptr_t *retired;  /* newest first */
static uintptr_t *waiting;  /* what the grace period under way is for; used by the consumer of `wake` only */
static struct rcu_head head;

static void wait_for_grace_period(void);

/* On liburcu's thread. */
static void finish(struct rcu_head *unused) {
    (void)unused;
    MR_TSAN_ACQUIRE(&head);
    wait_for_sections();
    uintptr_t *node = waiting;
    while (node != NULL) {
        uintptr_t *next = (uintptr_t *)node[0];
        ((void (*)(uintptr_t *))node[1])(node);
        node = next;
    }
    wait_for_grace_period();
}

static void wait_for_grace_period(void) {
    do {
        // seq_cst: see mr_wip; acquire: the nodes
        waiting = mr_exchange(&retired, NULL, mr_seq_cst);
        if (waiting != NULL) {
            MR_TSAN_RELEASE(&head);
            urcu_bp_call_rcu(&head, finish);
            return;
        }
    } while (!mr_wip_rest(&wake));
}

static void retire(uintptr_t node[2], void (*callback)(uintptr_t *node)) {
    node[1] = (uintptr_t)callback;
    uintptr_t *first = mr_load(&retired, mr_relaxed);
    do {
        node[0] = (uintptr_t)first;
        // seq_cst: before mr_wip_signal; release: the node
    } while (!mr_cas(&retired, &first, node, mr_seq_cst, mr_relaxed));
    if (mr_wip_signal(&wake))
        wait_for_grace_period();
}

_Static_assert(sizeof(struct rcu_head) <= 2 * sizeof(uintptr_t), "the two words set aside must hold an rcu_head");

void mr_reclaim_later(uintptr_t node[2], void (*callback)(uintptr_t *node)) {
    if (mr_marked_sections)
        retire(node, callback);
    else
        urcu_bp_call_rcu((struct rcu_head *)node, (void (*)(struct rcu_head *))(void (*)(void))callback);
}

void mr_reclaim_wait(void) {
    // Memory that was retired during a grace period waits for the next one.
    do
        urcu_bp_barrier();
    while (mr_load(&wake.busy, mr_seq_cst) != MR_WIP_IDLE);
}

#ifdef MR_FAIL_ALLOCATION
/* Tests make the k-th allocation of the core fail. */
long mr_fail_allocation = -1;
#endif

/*
 * Above this size calloc is cheaper: fresh pages of the system are zero already, and cost nothing until they are used.
 */
#define LARGE ((size_t)65536)

void *mr_allocate(size_t size, size_t alignment) {
    void *memory = NULL;
#ifdef MR_FAIL_ALLOCATION
    if (mr_fail_allocation >= 0 && mr_fail_allocation-- == 0)
        goto failed;
#endif
    bool zeroed = alignment <= _Alignof(max_align_t) && size > LARGE;
    if (zeroed)
        memory = calloc(1, size);
    else if (alignment <= _Alignof(max_align_t))
        memory = malloc(size);
    else if (posix_memalign(&memory, alignment, size) != 0)
        memory = NULL;
    if (memory != NULL)
        return zeroed ? memory : memset(memory, 0, size);
#ifdef MR_FAIL_ALLOCATION
failed:
#endif
    fprintf(stderr, "millrace: out of memory (%zu bytes)\n", size);
    abort();
}
