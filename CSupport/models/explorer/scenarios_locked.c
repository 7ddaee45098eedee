/*
 * A queue under a lock and its work in progress, as observe(on:capacity:overflow:) uses them: scenarios_mpsc.c with an
 * array under mr_lock in place of the MPSC queue. Checked: one consumer at a time; each value is delivered once, and the
 * values of each producer in order; at the end, no value waits; the queue is freed once, not while it is in use.
 */
#include <string.h>

#include "CMillrace.h"
#include "explorer.h"

typedef struct value_slot {
    mr_slot_flag flag;
    int pusher, number;
} value_slot;

typedef struct operator_sink {
    mr_lock lock;
    int from, to;
    value_slot slots[16];
    mr_wip work;
    int references;
} operator_sink;

#define LIMIT 2

static operator_sink *target;
static int scheduled; /* how many actions wait; each holds a reference */
static handed hand_over; /* the scheduler orders what comes before an action is scheduled before the action */
static int consumers;
static int delivered[MAX_COROUTINES], pushed[MAX_COROUTINES];
static bool drop; /* the operator is released while values wait */

static bool pop(bool delivers) {
    mr_lock_acquire(&target->lock);
    if (target->from == target->to) {
        mr_lock_release(&target->lock);
        return false;
    }
    value_slot copy = target->slots[target->from++], *slot = &copy;
    mr_lock_release(&target->lock);
    if (delivers) {
        CHECK(slot->number == delivered[slot->pusher] + 1, "value %d after %d", slot->number, delivered[slot->pusher]);
        delivered[slot->pusher] = slot->number;
    }
    return true;
}

static bool is_empty(void) {
    mr_lock_acquire(&target->lock);
    bool empty = target->from == target->to;
    mr_lock_release(&target->lock);
    return empty;
}

static void let_go(void) {
    YIELD(target);
    int left = explore_release(&target->references);
    CHECK(left >= 0, "too many releases");
    if (left != 0)
        return;
    while (pop(false))
        ;
    arena_free(target);
}

static void start(void) {
    YIELD(target);
    explore_retain(&target->references);
    scheduled += 1;
    history_release(&hand_over);
}

static void drain(void) {
    CHECK(++consumers == 1, "two consumers at once");
    for (int left = LIMIT; left > 0;)
        if (pop(true))
            left -= 1;
        else {
            consumers -= 1; /* during rest, a producer may start the next consumer */
            if (mr_wip_rest(&target->work))
                return;
            consumers += 1;
        }
    do {
        if (!is_empty()) {
            consumers -= 1;
            start();
            return;
        }
        consumers -= 1;
        if (mr_wip_rest(&target->work))
            return;
        consumers += 1;
    } while (true);
}

static void run_actions(void) {
    while (scheduled != 0) {
        scheduled -= 1;
        history_acquire(&hand_over);
        if (!drop)
            drain();
        let_go();
    }
}

static void push_some(int count) {
    int me = current_coroutine();
    for (int i = 0; i < count; i++) {
        mr_lock_acquire(&target->lock);
        value_slot *slot = &target->slots[target->to++];
        slot->pusher = me;
        slot->number = ++pushed[me];
        mr_lock_release(&target->lock);
        if (mr_wip_signal(&target->work))
            start();
    }
}

static void setup(void) {
    register_all();
    target = arena_allocate(sizeof(operator_sink), 16);
    memset(target, 0, sizeof *target);
    target->references = 3;
    scheduled = consumers = 0;
    hand_over = (handed){0};
    drop = false;
    memset(delivered, 0, sizeof(delivered));
    memset(pushed, 0, sizeof(pushed));
}

static void setup_drop(void) { setup(), drop = true; }
static void setup_two(void) { setup(), target->references = 2; }

static void push_1(void) { push_some(1), run_actions(), let_go(); }
static void push_2(void) { push_some(2), run_actions(), let_go(); }
static void push_4(void) { push_some(4), run_actions(), let_go(); }
static void push_then_go(void) { push_some(2), let_go(), run_actions(); }
static void run_then_go(void) { run_actions(), let_go(); }

static void check(void) {
    run_actions();
    for (int i = 0; i < MAX_COROUTINES; i++)
        CHECK(drop || delivered[i] == pushed[i], "%d of %d values arrived", delivered[i], pushed[i]);
}

const scenario locked_scenarios[] = {
    {"locked-one", 2, 4, setup_two, {push_4, run_then_go}, check},
    {"locked-each", 2, 4, setup_two, {push_1, push_1}, check},
    {"locked-two", 2, 4, setup_two, {push_2, push_2}, check},
    {"locked-three", 3, 3, setup, {push_1, push_2, push_1}, check},
    {"locked-runner", 3, 3, setup, {push_then_go, push_1, run_then_go}, check},
    {"locked-go", 3, 3, setup, {push_then_go, push_then_go, run_then_go}, check},
    {"locked-drop", 3, 3, setup_drop, {push_then_go, push_then_go, push_1}, check},
    {0},
};
