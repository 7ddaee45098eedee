/*
 * The gate as Coordinator uses it: threads send events through it, some of them from inside a delivery, and whoever lets
 * go of the coordinator last frees it. Checked: one thread delivers at a time; each event is delivered once, in its
 * thread's order but for those that are sent from inside; nothing waits at the end.
 */
#include <string.h>

#include "CMillrace.h"
#include "explorer.h"

typedef struct event {
    mr_node node;
    int sender, number;
    bool answers; /* its delivery sends another */
} event;

typedef struct coordinator {
    mr_gate gate;
    int references;
} coordinator;

static coordinator *target;
static int inside; /* the coroutine that delivers, -1 if none */
static int depth;
static int delivered[MAX_COROUTINES], sent[MAX_COROUTINES], answers;

uintptr_t mr_gate_self(void) { return (uintptr_t)(current_coroutine() + 1) << 4; }

static void deliver(int sender, int number, bool answer) {
    CHECK(inside == -1 || inside == current_coroutine(), "two deliver at once");
    inside = current_coroutine();
    depth += 1;
    CHECK(number == delivered[sender] + 1, "event %d after %d", number, delivered[sender]);
    delivered[sender] = number;
    YIELD(target);
    if (answer) {
        /* From inside: delivered before this returns, whatever waits. */
        mr_pass pass = mr_gate_enter(&target->gate);
        CHECK(pass == MR_NESTED, "not known to be inside");
        answers += 1;
    }
    if (--depth == 0)
        inside = -1;
}

static void drain(void) {
    mr_node *first;
    while ((first = mr_gate_take(&target->gate)) != NULL)
        while (first != NULL) {
            event *e = (event *)first;
            first = first->next;
            YIELD(e);
            deliver(e->sender, e->number, e->answers);
            arena_free(e);
        }
}

static void leave(void) {
    while (mr_gate_leave(&target->gate)) {
        if (mr_gate_enter(&target->gate) != MR_ENTERED)
            return;
        drain();
    }
}

static void send(bool answer) {
    int me = current_coroutine();
    sent[me] += 1;
    if (mr_gate_enter(&target->gate) == MR_ENTERED) {
        if (mr_gate_waits(&target->gate))
            drain();
        deliver(me, sent[me], answer);
        leave();
        return;
    }
    event *e = arena_allocate(sizeof(event), 16);
    e->sender = me;
    e->number = sent[me];
    e->answers = answer;
    mr_gate_push(&target->gate, &e->node);
    if (mr_gate_enter(&target->gate) == MR_ENTERED) {
        drain();
        leave();
    }
}

static void let_go(void) {
    YIELD(target);
    if (--target->references == 0)
        arena_free(target);
}

static void setup(void) {
    register_all();
    target = arena_allocate(sizeof(coordinator), 16);
    target->references = 3;
    inside = -1;
    depth = answers = 0;
    memset(delivered, 0, sizeof(delivered));
    memset(sent, 0, sizeof(sent));
}

static void setup_two(void) { setup(), target->references = 2; }

static void send_1(void) { send(false), let_go(); }
static void send_2(void) { send(false), send(false), let_go(); }
static void send_3(void) { send(false), send(false), send(false), let_go(); }
static void answer_2(void) { send(true), send(true), let_go(); }

static void check(void) {
    for (int i = 0; i < MAX_COROUTINES; i++)
        CHECK(delivered[i] == sent[i], "%d of %d events were delivered", delivered[i], sent[i]);
    CHECK(!arena_is_live(target), "the coordinator was not freed");
}

const scenario gate_scenarios[] = {
    {"gate-two", 2, 5, setup_two, {send_3, send_3}, check},
    {"gate-three", 3, 3, setup, {send_2, send_2, send_2}, check},
    {"gate-one-each", 3, 4, setup, {send_1, send_1, send_2}, check},
    {"gate-answers", 3, 3, setup, {answer_2, send_2, answer_2}, check},
    {0},
};
