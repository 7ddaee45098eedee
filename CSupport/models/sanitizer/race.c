/*
 * Threads that race on one list of the real core, for the thread sanitizer. The sanitizer must report nothing for the
 * core as it is. It must report each bug that check.sh seeds, which shows that it understands the core's annotations
 * and atomics.
 *
 * The core is compiled with the explorer's hook, which here gives up the processor now and then, and with the smallest
 * segments. So threads meet inside each operation, and segments are retired all the time.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "CMillrace.h"

static _Thread_local uint64_t random_state;
static _Thread_local bool sleeps; /* the thread sometimes sleeps inside an operation */

static uint32_t draw(void) { /* splitmix64 */
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

void mr_explore_yield(const void *word, const char *file, int line) {
    (void)word, (void)file, (void)line;
    uint32_t chance = draw() % 32;
    if (sleeps && chance == 0)
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    else if (chance == 0)
        sched_yield();
}

/* A subscription. Its owner and the list hold a reference each. `payload` stands for plain memory of the user's. */
typedef struct object {
    mr_lifecycle cell;
    uint32_t references;
    long payload;
} object;

static object *make(void) {
    object *o = calloc(1, sizeof(object));
    if (o == NULL)
        abort();
    o->references = 2;
    o->payload = 1;
    o->cell.tag = draw() % 2 ? MR_DIRECT : 0; /* a direct sink is published in one step, another sink in two */
    return o;
}

static void release(object *o) {
    if (atomic_fetch_sub_explicit(MR_ATOMIC(&o->references), 1, memory_order_acq_rel) != 1)
        return;
    o->payload = 0;
    free(o);
}

static void release_chain(mr_lifecycle *chain) {
    while (chain != NULL) {
        object *o = (object *)chain;
        chain = mr_garbage_next(chain);
        release(o);
    }
}

static void dispose(object *o) {
    uintptr_t taken = mr_lifecycle_dispose(&o->cell);
    if (taken & MR_LISTED)
        release_chain((mr_lifecycle *)(taken & ~MR_FLAGS));
}

/* ---- a list that many threads use ---- */

static mr_list *list;
static uint32_t stop;
static long rounds;

static void join(object *o) {
    mr_lifecycle *garbage = NULL;
    if (mr_list_join(list, &o->cell, &garbage) != MR_JOINED)
        abort();
    release_chain(garbage);
}

static bool running(void) { return atomic_load_explicit(MR_ATOMIC(&stop), memory_order_relaxed) == 0; }

static void *emitter(void *argument) {
    random_state = (uintptr_t)argument;
    long sum = 0;
    while (running()) {
        mr_emission emission = {0};
        mr_emission_begin(&emission, list);
        uintptr_t slot;
        while ((slot = mr_emission_next(&emission)) != 0) {
            const object *o = (const object *)mr_slot_sink(slot);
            sum += o->payload + o->cell.slot; /* the whole sink is complete */
        }
        release_chain(mr_emission_end(&emission));
    }
    return (void *)sum;
}

/* Only counts sinks. It releases nothing that other threads acquire, so only the core orders what it does. */
static void *counter(void *argument) {
    random_state = (uintptr_t)argument;
    sleeps = true;
    size_t sum = 0;
    while (running())
        sum += mr_list_count(list);
    return (void *)sum;
}

static void *churner(void *argument) {
    random_state = (uintptr_t)argument;
    object *present[4] = {NULL};
    for (long i = 0; i < rounds; i++) {
        object **place = &present[draw() % 4];
        if (*place != NULL) {
            dispose(*place);
            release(*place);
        }
        *place = make();
        join(*place);
    }
    for (int i = 0; i < 4; i++)
        if (present[i] != NULL) {
            dispose(present[i]);
            release(present[i]);
        }
    return NULL;
}

static void end_list(void) {
    mr_emission cursor = {0};
    mr_lifecycle *cell;
    while ((cell = mr_list_drain(list, &cursor)) != NULL)
        release((object *)cell);
    mr_list_free(list);
}

static void churn(void) {
    pthread_t threads[6];
    list = mr_list_create();
    for (uintptr_t i = 0; i < 6; i++)
        pthread_create(&threads[i], NULL, i < 2 ? churner : i < 4 ? emitter : counter, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    atomic_store_explicit(MR_ATOMIC(&stop), 1, memory_order_relaxed);
    for (int i = 2; i < 6; i++)
        pthread_join(threads[i], NULL);
    end_list();
}

/* ---- the end of a list's owner, while two threads dispose each sink ---- */

static pthread_barrier_t barrier;
static object *few[2];

static void *disposer(void *argument) {
    random_state = (uintptr_t)argument;
    for (long i = 0; i < rounds / 4; i++) {
        pthread_barrier_wait(&barrier);
        object *mine[2] = {few[0], few[1]}; /* this thread's references */
        dispose(mine[0]);
        if (i % 2)
            dispose(mine[1]);
        release(mine[0]);
        release(mine[1]);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void ends(void) {
    pthread_t threads[2];
    random_state = 100;
    pthread_barrier_init(&barrier, NULL, 3);
    for (uintptr_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, disposer, (void *)(i + 10));
    for (long i = 0; i < rounds / 4; i++) {
        list = mr_list_create();
        /* a list with one sink has room in its segment: once that sink has left, the list is freed at once */
        bool alone = i % 3 != 0;
        for (int j = 0; j < 2; j++) {
            few[j] = make();
            few[j]->references = alone && j == 1 ? 2 : 3; /* one for each disposer, and one for the list */
            if (!(alone && j == 1))
                join(few[j]);
        }
        pthread_barrier_wait(&barrier);
        for (uint32_t turns = draw() % 8; turns != 0; turns--)
            sched_yield(); /* so that sometimes all sinks have left, and sometimes not */
        end_list();
        pthread_barrier_wait(&barrier);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? atol(argv[1]) : 8000;
    if (!mr_tsan_annotated()) {
        fprintf(stderr, "this build is not annotated for the thread sanitizer\n");
        return 2;
    }
    churn();
    ends();
    /* what was retired is freed while the sanitizer still watches */
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    return 0;
}
