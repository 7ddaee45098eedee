/*
 * `switchLatest` as SwitchCoordinator does it: the outer source goes on to another inner source, and completes, while
 * the previous inner source still emits and ends, and while another thread disposes. Checked: an element passes only if
 * its source is the latest source when the element comes through the gate, so no element follows an element of a later
 * source. Completion is delivered once, and only when the outer source and the latest inner source have ended, after
 * all elements of that inner source.
 */
#include <string.h>

#include "gate_work.h"

#define SOURCES 3

typedef struct event {
    mr_node node;
    uint64_t number; /* the number of the source; 0: the outer source has ended, after the latest inner source */
    bool ends;
} event;

static mr_lifecycle word; /* the coordinator's lifecycle word */
static mr_gate gate;
static mr_lock lock;
static mr_counter latest; /* the number; changed under the lock */
static bool latest_is_active, outer_has_ended; /* under the lock */
static mr_lifecycle inner[SOURCES + 1]; /* the inner sinks, by number */

static int inside; /* the coroutine that delivers, -1 if none */
static uint64_t last_passed;
static moment followed[SOURCES + 2];
static int sent[SOURCES + 1], passed[SOURCES + 1], finished;
static bool outer_ended, source_ended[SOURCES + 1], disposed;
static int arrivals; /* see met */

static void begin(void) {
    CHECK(inside == -1, "two deliver at once");
    inside = current_coroutine();
}

static void over(void) { inside = -1; }

/* ---- what SwitchCoordinator knows of its sources ---- */

static uint64_t latest_next(void) {
    mr_lock_acquire(&lock);
    uint64_t number = (uint64_t)mr_counter_advance(&latest, 1);
    latest_is_active = true;
    mr_lock_release(&lock);
    return number;
}

static bool is_latest(uint64_t number) { return (uint64_t)mr_counter_value(&latest) == number; }

static bool latest_ended(uint64_t number) {
    mr_lock_acquire(&lock);
    bool ends = is_latest(number);
#ifdef MR_BUG_SWITCH_ENDS_BLINDLY
    ends = true;
#endif
    if (ends)
        latest_is_active = false;
    bool is_last = ends && outer_has_ended;
    mr_lock_release(&lock);
    return is_last;
}

static bool latest_outer_ended(void) {
#ifdef MR_BUG_SWITCH_OUTER_LOOKS_FIRST
    bool was_active = latest_is_active;
    YIELD(NULL);
#endif
    mr_lock_acquire(&lock);
    outer_has_ended = true;
#ifndef MR_BUG_SWITCH_OUTER_LOOKS_FIRST
    bool was_active = latest_is_active;
#endif
    mr_lock_release(&lock);
    return !was_active;
}

/* ---- what SwitchCoordinator and its SwitchedSink do inside the gate ---- */

static void finish(void) {
    if (!mr_lifecycle_stop(&word))
        return;
    begin();
    uint64_t number = (uint64_t)latest.value;
    CHECK(outer_ended, "completed before the outer source");
    CHECK(source_ended[number], "completed before the latest source");
    CHECK(passed[number] == sent[number], "completed before all of the latest source had passed");
    finished += 1;
    YIELD(NULL);
    over();
}

static void pass(uint64_t number) {
    bool was_left = explore_is_past(followed[number + 1]);
    if (!mr_lifecycle_is_open(&word) || !is_latest(number))
        return;
    begin();
    CHECK(finished == 0, "an element after the end");
    CHECK(number >= last_passed, "an element of %d after one of %d", (int)number, (int)last_passed);
    CHECK(!was_left, "an element of a source that was left");
    last_passed = number;
    passed[number] += 1;
    YIELD(NULL);
    over();
}

static void end(uint64_t number) {
    if (!mr_lifecycle_is_open(&inner[number]))
        return;
    mr_lifecycle_dispose(&inner[number]);
    if (latest_ended(number))
        finish();
}

static void handle(uint64_t number, bool ends) {
    if (number == 0)
        finish();
    else if (ends)
        end(number);
    else
        pass(number);
}

/* ---- the gate; scenarios_gate.c checks more of it ---- */

static void deliver_node(mr_node *node) {
    event e = *(event *)node;
    arena_free(node);
    handle(e.number, e.ends);
}

static void drop_node(mr_node *node) { arena_free(node); }

static void serialize(uint64_t number, bool ends) {
    if (enter_gate(&gate) == MR_ENTERED) {
        handle(number, ends);
        leave_gate(&gate);
        return;
    }
    event *e = arena_allocate(sizeof(event), 16);
    e->number = number;
    e->ends = ends;
    submit(&gate, &e->node);
}

/* ---- the sources ---- */

static void send(uint64_t number) {
    if (!mr_lifecycle_is_open(&inner[number]))
        return;
    sent[number] += 1;
    serialize(number, false);
}

static void send_end(uint64_t number) {
    source_ended[number] = true;
    if (mr_lifecycle_is_open(&inner[number]))
        serialize(number, true);
}

static uint64_t follow(void) {
    uint64_t number = latest_next();
    followed[number] = explore_moment();
    if (number > 1)
        mr_lifecycle_dispose(&inner[number - 1]); /* group.remove */
    return number;
}

static void complete_outer(void) {
    if (!mr_lifecycle_is_open(&word))
        return;
    outer_ended = true;
    if (latest_outer_ended())
        serialize(0, true);
}

/*
 * Called by the source's own thread, and by the outer source's thread when it has subscribed to the source. The second
 * caller gets true, and runs the source.
 */
static bool met(void) {
    YIELD(NULL);
    return explore_arrive(&arrivals) == 2;
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
    mr_lifecycle_dispose(&inner[latest.value]);
}

static void setup(void) {
    register_all();
    word = (mr_lifecycle){0};
    gate = (mr_gate){0};
    lock = (mr_lock){0};
    latest = (mr_counter){0};
    latest_is_active = outer_has_ended = false;
    memset(inner, 0, sizeof(inner));
    memset(followed, 0, sizeof(followed));
    memset(sent, 0, sizeof(sent));
    memset(passed, 0, sizeof(passed));
    memset(source_ended, 0, sizeof(source_ended));
    last_passed = 0;
    inside = -1;
    finished = arrivals = 0;
    outer_ended = disposed = false;
    follow();
}

static void setup_none(void) {
    setup();
    latest = (mr_counter){0};
    latest_is_active = outer_has_ended = false;
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
    {"switch-end-end", 2, 5, setup, {outer_end, inner_1}, check},
    {"switch-none", 1, 0, setup_none, {outer_end}, check},
    {"switch-follow", 3, 3, setup, {outer_follow_end, inner_1_one, inner_2}, check},
    {"switch-follow-end", 3, 3, setup, {outer_follow_end, inner_1_end, inner_2}, check},
    {"switch-follow-two", 2, 3, setup, {outer_follow_two, inner_1}, check},
    {"switch-dispose", 4, 2, setup, {outer_follow_end, inner_1_one, inner_2, dispose_all}, check_disposed},
    {0},
};
