/*
 * The bounded MPMC queue as observe(on:capacity:overflow:) uses it: producers that drop the oldest value, or their own
 * value, when the queue is full, and consumers. Checked: no value is lost except the dropped ones; no value is taken
 * twice; a push fails only if the queue was full during the push.
 */
#include <string.h>

#include "CMillrace.h"
#include "explorer.h"

typedef struct value_slot {
    mr_mpmc_slot slot;
    int pusher, number;
} value_slot;

static mr_mpmc ring;
static int taken[MAX_COROUTINES][8], pushed[MAX_COROUTINES];
static int waiting, most; /* how many values are certainly in the queue, and its capacity */
static bool sole;         /* only one thread pushes, so the scenario knows whether a push must succeed */

static bool pop(void) {
    value_slot *slot = (value_slot *)mr_mpmc_claim_pop(&ring);
    if (slot == NULL)
        return false;
    waiting -= 1;
    YIELD(slot);
    CHECK(slot->number > 0, "the slot is empty");
    CHECK(++taken[slot->pusher][slot->number] == 1, "value %d was taken twice", slot->number);
    slot->number = 0;
    mr_mpmc_vacate(&slot->slot);
    return true;
}

static bool push(void) {
    int me = current_coroutine();
    int before = waiting;
    value_slot *slot = (value_slot *)mr_mpmc_claim_push(&ring);
    if (slot == NULL) {
        CHECK(!sole || before == most, "a push failed with %d of %d values", before, most);
        return false;
    }
    YIELD(slot);
    CHECK(slot->number == 0, "the slot is not empty");
    slot->pusher = me;
    slot->number = ++pushed[me];
    waiting += 1;
    mr_mpmc_publish(&slot->slot);
    return true;
}

static void setup(uint64_t capacity) {
    register_all();
    mr_mpmc_init(&ring, capacity, sizeof(value_slot), _Alignof(value_slot));
    memset(taken, 0, sizeof(taken));
    memset(pushed, 0, sizeof(pushed));
    waiting = 0;
    most = (int)capacity;
    sole = true;
}

static void setup_1(void) { setup(1); }
static void setup_2(void) { setup(2); }
static void setup_many(void) { setup(2), sole = false; }

static void drop_newest(void) {
    for (int i = 0; i < 3; i++)
        push();
}
static void drop_oldest(void) {
    for (int i = 0; i < 3; i++)
        while (!push())
            pop();
}
static void drop_oldest_once(void) {
    if (!push() && pop())
        push();
}
static void consume(void) {
    for (int i = 0; i < 2; i++)
        pop();
}

static void check(void) {
    while (pop())
        ;
    CHECK(mr_mpmc_is_empty(&ring), "something is left");
    for (int i = 0; i < MAX_COROUTINES; i++)
        for (int number = 1; number <= pushed[i]; number++)
            CHECK(taken[i][number] == 1, "value %d of %d is lost", number, i);
    mr_mpmc_destroy(&ring);
}

const scenario mpmc_scenarios[] = {
    {"mpmc-newest-1", 2, 5, setup_1, {drop_newest, consume}, check},
    {"mpmc-newest-2", 2, 5, setup_2, {drop_newest, consume}, check},
    {"mpmc-oldest-1", 2, 5, setup_1, {drop_oldest, consume}, check},
    {"mpmc-oldest-2", 2, 5, setup_2, {drop_oldest, consume}, check},
    {"mpmc-consumers", 3, 3, setup_2, {drop_oldest, consume, consume}, check},
    {"mpmc-producers", 3, 3, setup_many, {drop_oldest_once, drop_oldest_once, consume}, check},
    {0},
};
