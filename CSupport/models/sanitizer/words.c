/*
 * Pairs of threads that hand plain memory over through one of the core's small words, for the thread sanitizer. The
 * sanitizer must report nothing, and must report each ordering that check.sh weakens. A phase is what two threads do
 * with one word. It has many rounds, each between two barriers.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CMillrace.h"

static _Thread_local uint64_t random_state;

static uint32_t draw(void) { /* splitmix64 */
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

void mr_explore_yield(const void *word, const char *file, int line) {
    (void)word, (void)file, (void)line;
    if (draw() % 16 == 0)
        sched_yield();
}

uintptr_t mr_gate_self(void) {
    static _Thread_local char name[8] __attribute__((aligned(8)));
    return (uintptr_t)name;
}

static void require(bool condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "%s\n", what);
        exit(3);
    }
}

/* Plain memory: what each of the two threads did before it used the word. */
static long done[2];

/* Which thread was told that it is the last. In some phases, exactly one of the two must be. */
static int lasts[2];

/* The calling thread was told that it is the last: it must see what the other thread did. */
static void comes_last(int me) {
    require(done[0] + done[1] == 2, "the last one does not see what the other did");
    lasts[me] = 1;
}

static void one_was_last(void) { require(lasts[0] + lasts[1] == 1, "not one of the two was the last"); }

/* ---- phases: setup, what each thread does, and what must hold afterwards ---- */

static mr_lazy once;

static void once_setup(void) {
    free(once.object);
    once = (mr_lazy){0};
}

static void once_meet(int me) {
    (void)me;
    long *object = mr_lazy_get(&once);
    if (object == NULL) {
        long *fresh = malloc(sizeof(long));
        *fresh = 1;
        object = mr_lazy_publish(&once, fresh);
        if (object != fresh)
            free(fresh);
    }
    require(*object == 1, "a half-made object");
}

static mr_counter count;

static void count_setup(void) { count = (mr_counter){0}; }

static void count_meet(int me) {
    done[me] = 1;
    if (mr_counter_add(&count, 1) == 1)
        comes_last(me);
}

static mr_lock lock;
static long guarded;

static void lock_setup(void) { guarded = 0; }

static void lock_check(void) { require(guarded == 6, "two were inside the lock"); }

static void lock_meet(int me) {
    (void)me;
    for (int i = 0; i < 3; i++) {
        mr_lock_acquire(&lock);
        guarded += 1;
        mr_lock_release(&lock);
    }
}

/*
 * A gate that the first thread inside opens wide when no event waits. The thread then marks the sink's slot, so that
 * emitters need not look at the gate any more.
 */
static mr_gate replay;
static mr_list *replay_list;
static _Alignas(16) mr_lifecycle replaying; /* as all memory that malloc returns */
static long heard;

typedef struct event {
    mr_node node;
    long number;
} event;

static void hear(long number) {
    require(number == heard + 1, "out of order");
    heard = number;
}

static void hear_and_free(mr_node *node) {
    hear(((event *)node)->number);
    free(node);
}

static void replay_setup(void) {
    replay = (mr_gate){.owner = 1}; /* the name of no thread; stands for the second thread, which is inside */
    replaying = (mr_lifecycle){0};
    replay_list = mr_list_create();
    mr_lifecycle *garbage = NULL;
    require(mr_list_join(replay_list, &replaying, &garbage) == MR_JOINED, "not joined");
    heard = 0;
}

static void replay_check(void) {
    require(heard == 3, "not everything was heard");
    mr_emission cursor = {0};
    while (mr_list_drain(replay_list, &cursor) != NULL)
        ;
    mr_list_free(replay_list);
}

static void replay_meet(int me) {
    if (me == 0) {
        for (long number = 1; number <= 3; number++) {
            mr_emission emission = {0};
            mr_emission_begin(&emission, replay_list);
            uintptr_t slot = mr_emission_next(&emission);
            if (mr_slot_is_ready(slot) || mr_gate_is_open_wide(&replay)) {
                hear(number);
            } else {
                event *e = malloc(sizeof(event));
                e->number = number;
                if (mr_gate_push(&replay, &e->node) != 0)
                    hear_and_free(&e->node);
            }
            mr_emission_end(&emission);
        }
    } else {
        heard = 0; /* the snapshot */
        mr_node *node;
        do
            while ((node = mr_gate_next(&replay)) != NULL)
                hear_and_free(node);
        while (!mr_gate_open_wide(&replay));
        mr_list_mark_direct(&replaying);
    }
}

/* A gate without events: a thread that finds it busy goes on. */
static mr_gate gate;

static void gate_setup(void) { gate = (mr_gate){0}; }

static void gate_meet(int me) {
    (void)me;
    for (int i = 0; i < 3; i++)
        if (mr_gate_enter(&gate) == MR_ENTERED) {
            guarded += 1;
            mr_gate_free(&gate);
        }
}

/* A sink that one thread puts into a group while the other thread ends it. */
static _Alignas(16) mr_lifecycle sink;
static long key;
static int found[2];

static void group_setup(void) {
    sink = (mr_lifecycle){0};
    key = 0;
    found[0] = found[1] = 0;
}

static void group_check(void) { require(found[0] + found[1] >= 1, "neither of the two has seen the other"); }

static void group_meet(int me) {
    if (me == 0) {
        key = 1;
        found[0] = mr_lifecycle_join_group(&sink);
    } else {
        mr_lifecycle_dispose(&sink);
        found[1] = mr_lifecycle_leave_group(&sink);
        require(!found[1] || key == 1, "the key is not there");
    }
}

/* A coordinator that one thread subscribes to a subject while the other thread disposes it. */
static mr_list *list;

static void list_setup(void) {
    if (list != NULL) {
        mr_emission cursor = {0};
        while (mr_list_drain(list, &cursor) != NULL)
            ;
        mr_list_free(list);
    }
    list = mr_list_create();
    sink = (mr_lifecycle){0};
}

static void list_meet(int me) {
    if (me == 0) {
        mr_lifecycle *garbage = NULL;
        mr_list_join(list, &sink, &garbage);
    } else {
        mr_lifecycle_dispose(&sink);
        mr_lifecycle_claim(&sink);
    }
}

/* One thread makes a chain of sinks and attaches it to a sink; the other disposes that sink and the chain above it. */
static struct link {
    mr_lifecycle sink;
    long made;
} chain[3];

static void chain_setup(void) { sink = (mr_lifecycle){0}; }

static void chain_meet(int me) {
    if (me == 0) {
        for (int i = 0; i < 3; i++)
            chain[i] = (struct link){.made = 1};
        for (int i = 0; i + 1 < 3; i++)
            mr_lifecycle_attach_private(&chain[i].sink, &chain[i + 1]);
        mr_lifecycle_attach(&sink, &chain[0]);
    } else {
        int disposed = 0;
        uintptr_t upstream = mr_lifecycle_dispose(&sink);
        for (; upstream != 0; disposed++) {
            struct link *link = (struct link *)upstream;
            require(link->made == 1, "a half-made sink");
            link->made = 0;
            upstream = mr_lifecycle_dispose(&link->sink);
        }
        require(disposed == 0 || disposed == 3, "a part of a chain");
    }
}

static const struct phase {
    const char *name;
    void (*setup)(void);
    void (*meet)(int me);
    void (*check)(void);
} phases[] = {
    {"once", once_setup, once_meet, NULL},
    {"count", count_setup, count_meet, one_was_last},
    {"lock", lock_setup, lock_meet, lock_check},
    {"replay", replay_setup, replay_meet, replay_check},
    {"gate", gate_setup, gate_meet, NULL},
    {"group", group_setup, group_meet, group_check},
    {"list", list_setup, list_meet, NULL},
    {"chain", chain_setup, chain_meet, NULL},
};

#define PHASES (sizeof(phases) / sizeof(phases[0]))

/*
 * Two barriers: with one, a thread that wakes up late from the barrier at the beginning of a round would acquire what
 * the other thread released at the end of the round.
 */
static pthread_barrier_t begins, ends;
static long rounds;
static const char *only; /* the only phase to run, or NULL */

static void *run(void *argument) {
    int me = (int)(intptr_t)argument;
    random_state = (uint64_t)me + 1;
    for (size_t i = 0; i < PHASES; i++) {
        if (only != NULL && strcmp(only, phases[i].name) != 0)
            continue;
        for (long round = 0; round < rounds; round++) {
            if (me == 0) {
                done[0] = done[1] = lasts[0] = lasts[1] = 0;
                phases[i].setup();
            }
            pthread_barrier_wait(&begins);
            for (uint32_t turns = draw() % 4; turns != 0; turns--)
                sched_yield(); /* so that sometimes the one thread comes first, sometimes the other */
            phases[i].meet(me);
            pthread_barrier_wait(&ends);
            if (me == 0 && phases[i].check != NULL)
                phases[i].check();
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    only = argc > 1 ? argv[1] : NULL;
    rounds = only == NULL ? 1000 : 20000; /* a seeded bug must be found in a run of one phase, even on a busy machine */
    if (!mr_tsan_annotated()) {
        fprintf(stderr, "this build is not annotated for the thread sanitizer\n");
        return 2;
    }
    pthread_t other;
    pthread_barrier_init(&begins, NULL, 2);
    pthread_barrier_init(&ends, NULL, 2);
    pthread_create(&other, NULL, run, (void *)(intptr_t)1);
    run((void *)(intptr_t)0);
    pthread_join(other, NULL);
    return 0;
}
