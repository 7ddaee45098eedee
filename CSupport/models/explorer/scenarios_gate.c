/*
 * The gate as Coordinator uses it. Threads send events through it, some of them from inside a delivery; one thread
 * closes it, and the last thread frees it. Checked: one thread delivers at a time; each event is delivered once, and
 * the events of each thread in order, except those that are sent from inside; no event waits at the end, nor after the
 * gate was closed, even while a callback is blocked.
 */
#include <string.h>

#include "gate_work.h"

typedef struct event {
    mr_node node;
    int sender, number;
    bool answers; /* its delivery sends another event */
} event;

typedef struct coordinator {
    mr_gate gate;
    int references;
} coordinator;

static coordinator *target;
static int inside; /* the coroutine that delivers, -1 if none */
static int depth;
static int delivered[MAX_COROUTINES], sent[MAX_COROUTINES], answers;
static int waiting;  /* how many nodes have not been freed */
static int current_waits; /* 1 while an event from the queue is being delivered */
static bool ends_sink;    /* the second thread's first event disposes its sink, as the trigger of skip(until:) does */
static bool sink_is_open;
static int done;     /* how many coroutines are done */
static bool closing; /* events may be dropped */
static bool closed;  /* mr_gate_close has returned */
static bool blocks;  /* the first delivery does not return before the other coroutines are done */

static void deliver(int sender, int number, bool answer) {
    CHECK(inside == -1 || inside == current_coroutine(), "two deliver at once");
    inside = current_coroutine();
    depth += 1;
    CHECK(closing ? number > delivered[sender] : number == delivered[sender] + 1, "event %d after %d", number,
          delivered[sender]);
    delivered[sender] = number;
    if (ends_sink && sender == 1)
        sink_is_open = false;
    YIELD(target);
    if (blocks) {
        blocks = false;
        while (done < 2)
            explore_relax();
        CHECK(closed && waiting <= current_waits, "%d events are kept", waiting);
    }
    if (answer) {
        /* An event that is sent from inside is delivered at once, whatever waits. */
        mr_pass pass = mr_gate_enter(&target->gate);
        CHECK(pass == MR_NESTED, "not known to be inside");
        answers += 1;
    }
    if (--depth == 0)
        inside = -1;
}

static void deliver_node(mr_node *node) {
    event *e = (event *)node;
    YIELD(e);
    current_waits = 1; /* the node is freed after the delivery */
    deliver(e->sender, e->number, e->answers);
    current_waits = 0;
    arena_free(e);
    waiting -= 1;
}

static void drop_node(mr_node *node) {
    YIELD(node);
    arena_free(node);
    waiting -= 1;
}

static void leave_event(bool answer) {
    int me = current_coroutine();
    event *e = arena_allocate(sizeof(event), 16);
    e->sender = me;
    e->number = sent[me];
    e->answers = answer;
    waiting += 1;
    submit(&target->gate, &e->node);
}

static void send(bool answer) {
    int me = current_coroutine();
    sent[me] += 1;
    if (enter_gate(&target->gate) == MR_ENTERED) {
        deliver(me, sent[me], answer);
        leave_gate(&target->gate);
    } else {
        leave_event(answer);
    }
}

/*
 * An inner source sends an element and completes (InnerSink.completed). The element may wait, and the source's own
 * thread may deliver it when it enters with the completion. That thread may also have to leave before it has delivered
 * all events that wait.
 */
static void send_and_complete(void) {
    send(false);
    YIELD(target);
    if (!sink_is_open)
        return;
    int me = current_coroutine();
    if (enter_gate(&target->gate) == MR_ENTERED) {
        if (sink_is_open) {
            sent[me] += 1;
            deliver(me, sent[me], false);
        }
        leave_gate(&target->gate);
        return;
    }
#ifdef MR_BUG_GATE_BUSY_WITHOUT_SUBMIT
    if (!sink_is_open)
        return;
#endif
    sent[me] += 1;
    leave_event(false);
}

static void let_go(void) {
    done += 1;
    YIELD(target);
    if (explore_release(&target->references) == 0)
        arena_free(target);
}

static void setup(void) {
    register_all();
    target = arena_allocate(sizeof(coordinator), 16);
    target->references = 3;
    inside = -1;
    depth = answers = waiting = current_waits = done = 0;
    closing = closed = blocks = ends_sink = false;
    memset(delivered, 0, sizeof(delivered));
    memset(sent, 0, sizeof(sent));
}

static void setup_two(void) { setup(), target->references = 2; }

static void send_1(void) { send(false), let_go(); }
static void send_2(void) { send(false), send(false), let_go(); }
static void send_3(void) { send(false), send(false), send(false), let_go(); }
static void answer_2(void) { send(true), send(true), let_go(); }

/* A thread disposes: the events that wait are dropped, even while a callback is blocked. */
static void dispose(void) {
    closing = true;
    close_gate(&target->gate);
    closed = true;
    let_go();
}

static void check_closed(void) {
    for (int i = 0; i < MAX_COROUTINES; i++)
        CHECK(delivered[i] <= sent[i], "%d of %d events were delivered", delivered[i], sent[i]);
    CHECK(waiting == 0, "%d events are kept", waiting);
    CHECK(!arena_is_live(target), "the coordinator was not freed");
}

static void setup_ending(void) { setup_two(), ends_sink = sink_is_open = true; }
static void complete(void) { send_and_complete(), let_go(); }

static void setup_blocked(void) { setup(), blocks = true; }

static void check(void) {
    for (int i = 0; i < MAX_COROUTINES; i++)
        CHECK(delivered[i] == sent[i], "%d of %d events were delivered", delivered[i], sent[i]);
    CHECK(!arena_is_live(target), "the coordinator was not freed");
}

const scenario gate_scenarios[] = {
    {"gate-two", 2, 4, setup_two, {send_3, send_3}, check},
    {"gate-three", 3, 3, setup, {send_2, send_2, send_2}, check},
    {"gate-one-each", 3, 3, setup, {send_1, send_1, send_2}, check},
    {"gate-answers", 3, 3, setup, {answer_2, send_2, answer_2}, check},
    {"gate-ending", 2, 4, setup_ending, {send_3, complete}, check},
    {"gate-close", 3, 3, setup, {send_1, send_2, dispose}, check_closed},
    {"gate-close-blocked", 3, 3, setup_blocked, {send_3, send_2, dispose}, check_closed},
    {0},
};
