/*
 * `switchLatest` as SwitchCoordinator does it: the outer source goes on to another inner source, and completes, while
 * the previous inner source still emits and ends, and while another thread disposes. What the coordinator knows of its
 * sources is plain, and used inside the gate. Checked: no element follows an element of a later source. Completion is
 * delivered once, and only when the outer source and the latest inner source have ended, after all elements of that
 * inner source.
 */
#include <string.h>

#include "gate_work.h"

#define SOURCES 3

typedef struct event {
    mr_node node;
    enum { ELEMENT, END, BEGIN, OUTER_END } kind;
    uint64_t number; /* the number of the inner source */
} event;

static mr_lifecycle word; /* the coordinator's lifecycle word */
static mr_gate gate;
static uint64_t newest; /* the outer source's thread alone uses it here; a lock guards it in Swift */
static uint64_t latest; /* this and the next two: inside the gate */
static bool latest_is_active, outer_has_ended;
static mr_lifecycle inner[SOURCES + 1]; /* the inner sinks, by number */

static int inside; /* the coroutine that delivers, -1 if none */
static uint64_t last_passed;
static int sent[SOURCES + 1], passed[SOURCES + 1], finished;
static bool outer_ended, source_ended[SOURCES + 1], disposed;
static int arrivals; /* see met */

static void begin(void) {
    CHECK(inside == -1, "two deliver at once");
    inside = current_coroutine();
}

static void over(void) { inside = -1; }

/* ---- what SwitchCoordinator and its SwitchedSink do inside the gate ---- */

static void finish(void) {
    if (!mr_lifecycle_stop(&word))
        return;
    begin();
    uint64_t number = latest;
    CHECK(outer_ended, "completed before the outer source");
    CHECK(source_ended[number], "completed before the latest source");
    CHECK(passed[number] == sent[number], "completed before all of the latest source had passed");
    finished += 1;
    YIELD(NULL);
    over();
}

static void pass(uint64_t number) {
    if (!mr_lifecycle_is_open(&word) || latest != number)
        return;
    begin();
    CHECK(finished == 0, "an element after the end");
    CHECK(number >= last_passed, "an element of %d after one of %d", (int)number, (int)last_passed);
    last_passed = number;
    passed[number] += 1;
    YIELD(NULL);
    over();
}

static void end(uint64_t number) {
    if (!mr_lifecycle_is_open(&inner[number]))
        return;
    mr_lifecycle_dispose(&inner[number]);
    if (latest != number)
        return;
    latest_is_active = false;
    if (outer_has_ended)
        finish();
}

static void handle(event e) {
    CHECK(inside == -1, "two inside");
    switch (e.kind) {
    case ELEMENT:
        pass(e.number);
        break;
    case END:
        end(e.number);
        break;
    case BEGIN:
        latest = e.number;
#ifndef MR_BUG_SWITCH_STAYS_ENDED
        latest_is_active = true;
#endif
        break;
    case OUTER_END:
        outer_has_ended = true;
        if (!latest_is_active)
            finish();
    }
}

/* ---- the gate; scenarios_gate.c checks more of it ---- */

static void deliver_node(mr_node *node) {
    event e = *(event *)node;
    arena_free(node);
    handle(e);
}

static void drop_node(mr_node *node) { arena_free(node); }

static void serialize(int kind, uint64_t number) {
    if (enter_gate(&gate) == MR_ENTERED) {
        handle((event){.kind = kind, .number = number});
        leave_gate(&gate);
        return;
    }
    event *e = arena_allocate(sizeof(event), 16);
    e->kind = kind;
    e->number = number;
    submit(&gate, &e->node);
}

/* ---- the sources ---- */

static void send(uint64_t number) {
    if (!mr_lifecycle_is_open(&inner[number]))
        return;
    sent[number] += 1;
    serialize(ELEMENT, number);
}

static void send_end(uint64_t number) {
    source_ended[number] = true;
    if (mr_lifecycle_is_open(&inner[number]))
        serialize(END, number);
}

static void follow(void) {
    uint64_t number = ++newest;
    if (number > 1)
        mr_lifecycle_dispose(&inner[number - 1]); /* group.remove */
    serialize(BEGIN, number);
}

static void complete_outer(void) {
    if (!mr_lifecycle_is_open(&word))
        return;
    outer_ended = true;
    serialize(OUTER_END, 0);
}

/*
 * Called by the source's own thread, and by the outer source's thread when it has subscribed to the source. The second
 * caller gets true, and runs the source.
 */
static bool met(void) {
    YIELD(NULL);
    return ++arrivals == 2;
}

static void run_2(void) { send(2), send_end(2); }

static void outer_follow_end(void) {
    follow();
    if (met())
        run_2();
    complete_outer();
}

static void outer_end(void) { complete_outer(); }
static void inner_1(void) { send(1), send(1), send_end(1); }
static void inner_1_end(void) { send_end(1); }
static void inner_1_one(void) { send(1), send_end(1); }

static void inner_2(void) {
    if (met())
        run_2();
}

static void outer_follow_two(void) { follow(), send(2), follow(), send(3), send_end(3), complete_outer(); }

static void dispose_all(void) {
    if (mr_lifecycle_dispose(&word) != MR_DISPOSED)
        disposed = true;
    mr_lifecycle_dispose(&inner[newest]);
}

static void setup(void) {
    register_all();
    word = (mr_lifecycle){0};
    gate = (mr_gate){0};
    newest = latest = 1; /* the first source is there */
    latest_is_active = true;
    outer_has_ended = false;
    memset(inner, 0, sizeof(inner));
    memset(sent, 0, sizeof(sent));
    memset(passed, 0, sizeof(passed));
    memset(source_ended, 0, sizeof(source_ended));
    last_passed = 0;
    inside = -1;
    finished = arrivals = 0;
    outer_ended = disposed = false;
}

static void setup_none(void) {
    setup();
    newest = latest = 0;
    latest_is_active = false;
    source_ended[0] = true;
}

static void check_quiet(void) {
    CHECK(gate.owner == 0 && !mr_gate_waits(&gate), "something waits at the gate");
    CHECK(finished <= 1, "completed %d times", finished);
}

static void check(void) {
    check_quiet();
    CHECK(finished == 1, "never completed");
}

static void check_disposed(void) {
    check_quiet();
    CHECK(disposed, "dispose() had no effect");
}

const scenario switch_scenarios[] = {
    {"switch-end-end", 2, 4, setup, {outer_end, inner_1}, check},
    {"switch-none", 1, 0, setup_none, {outer_end}, check},
    {"switch-follow", 3, 3, setup, {outer_follow_end, inner_1_one, inner_2}, check},
    {"switch-follow-end", 3, 3, setup, {outer_follow_end, inner_1_end, inner_2}, check},
    {"switch-follow-two", 2, 3, setup, {outer_follow_two, inner_1}, check},
    {"switch-dispose", 4, 2, setup, {outer_follow_end, inner_1_one, inner_2, dispose_all}, check_disposed},
    {0},
};
