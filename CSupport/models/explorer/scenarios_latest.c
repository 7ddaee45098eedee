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
static mr_latest latest;
static mr_lifecycle inner[SOURCES + 1]; /* the inner sinks, by number */

static int inside; /* the coroutine that delivers, -1 if none */
static uint64_t followed_at[SOURCES + 2], last_passed;
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
    uint64_t number = latest.word >> MR_LATEST_SHIFT;
    CHECK(outer_ended, "completed before the outer source");
    CHECK(source_ended[number], "completed before the latest source");
    CHECK(passed[number] == sent[number], "completed before all of the latest source had passed");
    finished += 1;
    YIELD(NULL);
    over();
}

static void pass(uint64_t number) {
    uint64_t began = now();
    if (!mr_lifecycle_is_open(&word) || !mr_latest_is_latest(&latest, number))
        return;
    begin();
    CHECK(finished == 0, "an element after the end");
    CHECK(number >= last_passed, "an element of %d after one of %d", (int)number, (int)last_passed);
    CHECK(followed_at[number + 1] == 0 || followed_at[number + 1] > began, "an element of a source that was left");
    last_passed = number;
    passed[number] += 1;
    YIELD(NULL);
    over();
}

static void end(uint64_t number) {
    if (!mr_lifecycle_is_open(&inner[number]))
        return;
    mr_lifecycle_dispose(&inner[number]);
    if (mr_latest_ended(&latest, number))
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
    uint64_t number = mr_latest_next(&latest);
    followed_at[number] = now() + 1;
    if (number > 1)
        mr_lifecycle_dispose(&inner[number - 1]); /* group.remove */
    return number;
}

static void complete_outer(void) {
    if (!mr_lifecycle_is_open(&word))
        return;
    outer_ended = true;
    if (mr_latest_outer_ended(&latest))
        serialize(0, true);
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
    mr_lifecycle_dispose(&inner[latest.word >> MR_LATEST_SHIFT]);
}

static void setup(void) {
    register_all();
    word = (mr_lifecycle){0};
    gate = (mr_gate){0};
    latest = (mr_latest){0};
    memset(inner, 0, sizeof(inner));
    memset(followed_at, 0, sizeof(followed_at));
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
    latest = (mr_latest){0};
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

const scenario latest_scenarios[] = {
    {"latest-end-end", 2, 8, setup, {outer_end, inner_1}, check},
    {"latest-none", 1, 0, setup_none, {outer_end}, check},
    {"latest-follow", 3, 4, setup, {outer_follow_end, inner_1_one, inner_2}, check},
    {"latest-follow-end", 3, 4, setup, {outer_follow_end, inner_1_end, inner_2}, check},
    {"latest-follow-two", 2, 4, setup, {outer_follow_two, inner_1}, check},
    {"latest-dispose", 4, 3, setup, {outer_follow_end, inner_1_one, inner_2, dispose_all}, check_disposed},
    {0},
};
