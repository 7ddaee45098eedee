/*
 * Subjects with memory. A subscriber takes its snapshot and joins the list under the lock. It receives what is emitted
 * meanwhile through its gate, which it opens wide when no event waits any more. Checked: one thread at a time is inside
 * the lock, and one thread at a time calls an observer; each observer receives its snapshot and then every later
 * number, in order and once.
 */
#include "gate_work.h"

typedef struct watcher {
    mr_lifecycle cell;
    mr_gate gate;
    int heard;
    bool begun, busy;
} watcher;

typedef struct event {
    mr_node node;
    watcher *watcher;
    int number;
} event;

static mr_lock lock;
static mr_list *list;
static int value; /* under the lock */
static int last;  /* the last of the numbers that are emitted */
static bool inside;
static watcher *watchers[MAX_COROUTINES];

static void enter(void) {
    mr_lock_acquire(&lock);
    CHECK(!inside, "two are inside the lock");
    inside = true;
    YIELD(NULL);
}

static void leave(void) {
    inside = false;
    mr_lock_release(&lock);
}

static void hear(watcher *w, int number) {
    CHECK(!w->busy, "two call one observer");
    w->busy = true;
    YIELD(w);
    CHECK(!w->begun || number == w->heard + 1, "%d after %d", number, w->heard);
    w->begun = true;
    w->heard = number;
    w->busy = false;
}

static void deliver_node(mr_node *node) {
    event e = *(event *)node;
    arena_free(node);
    hear(e.watcher, e.number);
}

static void drop_node(mr_node *node) { (void)node, fail("an event was dropped"); }

/* ReplayingSink.goOn */
static void go_on(watcher *w) {
    do {
        if (do_batch(&w->gate) && mr_gate_open_wide(&w->gate)) {
            mr_gate_free(&w->gate);
            return;
        }
        if (mr_gate_leave(&w->gate) && another_came(&w->gate))
            return;
    } while (mr_gate_enter(&w->gate) == MR_ENTERED);
}

/* ReplayingSink.take and enqueue */
static void take(watcher *w, int number) {
    if (mr_gate_is_open_wide(&w->gate)) {
        hear(w, number);
        return;
    }
    event *e = arena_allocate(sizeof(event), 16);
    e->watcher = w;
    e->number = number;
    if (mr_gate_push(&w->gate, &e->node) != 0)
        deliver_node(&e->node);
    else if (mr_gate_enter(&w->gate) == MR_ENTERED)
        go_on(w);
}

static void emit(int number) {
    mr_emission emission = {0};
    enter();
    value = number;
    mr_emission_begin(&emission, list);
    leave();
    uintptr_t slot;
    while ((slot = mr_emission_next(&emission)) != 0)
        take((watcher *)mr_slot_sink(slot), number);
    CHECK(mr_emission_end(&emission) == NULL, "somebody has left");
}

static void emit_all(void) {
    for (int number = 1; number <= last; number++)
        emit(number);
}

static void subscribe(void) {
    watcher *w = arena_allocate(sizeof(watcher), 16);
    watchers[current_coroutine()] = w;
    mr_gate_init_inside(&w->gate);
    enter();
    int snapshot = value;
    mr_lifecycle *garbage = NULL;
    CHECK(mr_list_join(list, &w->cell, &garbage) == MR_JOINED && garbage == NULL, "not joined");
    leave();
    hear(w, snapshot);
    go_on(w);
}

static void setup(int numbers) {
    register_all();
    lock = (mr_lock){0};
    list = mr_list_create();
    value = 0;
    last = numbers;
    inside = false;
    for (int i = 0; i < MAX_COROUTINES; i++)
        watchers[i] = NULL;
}

static void one_number(void) { setup(1); }
static void three_numbers(void) { setup(3); }

static void check(void) {
    mr_emission cursor = {0};
    while (mr_list_drain(list, &cursor) != NULL)
        ;
    mr_list_free(list);
    for (int i = 0; i < MAX_COROUTINES; i++)
        if (watchers[i] != NULL) {
            CHECK(watchers[i]->heard == last, "%d of %d numbers were heard", watchers[i]->heard, last);
            CHECK(watchers[i]->gate.queue == MR_GATE_OPEN, "something waits for ever");
            arena_free(watchers[i]);
        }
}

static int entries;
static void lock_setup(void) { setup(0), entries = 0; }
static void enter_leave(void) { enter(), entries += 1, leave(), enter(), entries += 1, leave(); }

static void lock_check(void) {
    CHECK(entries == 6 && lock.held == 0, "%d of 6 entries", entries);
    check();
}

const scenario replay_scenarios[] = {
    {"lock", 3, 4, lock_setup, {enter_leave, enter_leave, enter_leave}, lock_check},
    {"replay-one", 2, 4, three_numbers, {emit_all, subscribe}, check},
    {"replay-two", 3, 3, one_number, {emit_all, subscribe, subscribe}, check},
    {0},
};
