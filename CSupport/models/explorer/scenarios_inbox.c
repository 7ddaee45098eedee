/*
 * The inbox as observe(on:) uses it: several threads push, whoever pushes into an idle inbox schedules an action, which
 * some thread runs, and which stops after a number of events and schedules the next. Whoever lets go of the operator
 * last frees what waits, and the inbox. Checked: one consumer at a time; each event delivered once, in each pusher's
 * order; nothing waits at the end; all nodes are freed.
 */
#include <string.h>

#include "CMillrace.h"
#include "explorer.h"

typedef struct event {
    mr_node node;
    int pusher, number;
} event;

typedef struct operator_sink {
    mr_inbox inbox;
    int references;
    bool open;
} operator_sink;

#define LIMIT 2

static operator_sink *target;
static int scheduled; /* actions that wait, each with a reference */
static int consumers;
static int delivered[MAX_COROUTINES], pushed[MAX_COROUTINES];
static bool drop; /* the operator goes while events wait */

static event *pop(void) {
    mr_node *spent, *node = mr_inbox_pop(&target->inbox, &spent);
    if (spent != NULL)
        arena_free(spent);
    return (event *)node;
}

static void let_go(void) {
    YIELD(target);
    CHECK(target->references > 0, "too many releases");
    if (--target->references != 0)
        return;
    while (pop() != NULL)
        ;
    mr_node *last = mr_inbox_last_spent(&target->inbox);
    if (last != NULL)
        arena_free(last);
    arena_free(target);
}

static void start(void) {
    YIELD(target);
    target->references += 1;
    scheduled += 1;
}

static void deliver(const event *e) {
    CHECK(e->number == delivered[e->pusher] + 1, "event %d after %d", e->number, delivered[e->pusher]);
    delivered[e->pusher] = e->number;
    YIELD(e);
}

static void drain(void) {
    CHECK(++consumers == 1, "two consumers at once");
    int count = 0;
    do {
        event *e;
        while ((e = pop()) != NULL) {
            YIELD(e);
            deliver(e);
            if (++count == LIMIT) {
                consumers -= 1; /* a pusher may start the next one inside rest */
                if (mr_inbox_rest(&target->inbox))
                    start();
                return;
            }
        }
        consumers -= 1;
        if (!mr_inbox_rest(&target->inbox))
            return;
        consumers += 1;
    } while (true);
}

static void run_actions(void) {
    while (scheduled != 0) {
        scheduled -= 1;
        if (!drop)
            drain();
        let_go();
    }
}

static void push_some(int count) {
    int me = current_coroutine();
    for (int i = 0; i < count; i++) {
        event *e = arena_allocate(sizeof(event), 16);
        e->pusher = me;
        e->number = ++pushed[me];
        if (mr_inbox_push(&target->inbox, &e->node))
            start();
    }
}

static void setup(void) {
    register_all();
    target = arena_allocate(sizeof(operator_sink), 16);
    mr_inbox_init(&target->inbox);
    target->references = 3;
    scheduled = consumers = 0;
    drop = false;
    memset(delivered, 0, sizeof(delivered));
    memset(pushed, 0, sizeof(pushed));
}

static void setup_drop(void) { setup(), drop = true; }
static void setup_two(void) { setup(), target->references = 2; }

static void push_1(void) { push_some(1), run_actions(), let_go(); }
static void push_2(void) { push_some(2), run_actions(), let_go(); }
static void push_then_go(void) { push_some(2), let_go(), run_actions(); }
static void run_then_go(void) { run_actions(), let_go(); }

static void check(void) {
    run_actions();
    for (int i = 0; i < MAX_COROUTINES; i++)
        CHECK(drop || delivered[i] == pushed[i], "%d of %d events arrived", delivered[i], pushed[i]);
}

const scenario inbox_scenarios[] = {
    {"inbox-two", 2, 4, setup_two, {push_2, push_2}, check},
    {"inbox-three", 3, 3, setup, {push_1, push_2, push_1}, check},
    {"inbox-runner", 3, 3, setup, {push_then_go, push_1, run_then_go}, check},
    {"inbox-go", 3, 3, setup, {push_then_go, push_then_go, run_then_go}, check},
    {"inbox-drop", 3, 3, setup_drop, {push_then_go, push_then_go, push_1}, check},
    {0},
};
