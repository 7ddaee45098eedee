/*
 * Subjects with memory. A subscriber takes its snapshot and joins the list under the lock. It receives what is emitted
 * meanwhile through its gate, which it opens wide when no event waits any more. Then it marks its slot, and emissions
 * call it directly. Checked: one thread at a time is inside the lock, and one thread at a time calls an observer; each
 * observer receives its snapshot and then every later number, in order and once; no emission finds an observer that the
 * list has given back.
 */
#include "gate_work.h"

typedef struct watcher {
    mr_lifecycle cell;
    mr_gate gate;
    int heard;
    bool begun, busy; /* from here on, the scenario's own notes */
    bool disposed;   /* the word of the end of the chain, which is marked first */
    bool given_back; /* the list's reference has been returned */
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
static handed handed_out; /* what comes before a watcher is known to others */
static watcher *others[4]; /* which hear nothing */
static int other_count;

static watcher *make_watcher(void) {
    watcher *w = arena_allocate(sizeof(watcher), 16);
    explore_note(&w->begun, sizeof(watcher) - offsetof(watcher, begun));
    return w;
}

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
    if (w->disposed)
        return;
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

static void drop_node(mr_node *node) {
    CHECK(((event *)node)->watcher->disposed, "an event was dropped");
    arena_free(node);
}

static void give_back(mr_lifecycle *chain) {
    while (chain != NULL) {
        watcher *w = (watcher *)chain;
        CHECK(w->disposed && !w->given_back, "a watcher is given back that should not be");
        w->given_back = true;
        chain = mr_garbage_next(chain);
    }
}

/* ReplayingSink.goOn */
static void go_on(watcher *w) {
    do {
        if (do_batch(&w->gate) && mr_gate_open_wide(&w->gate)) {
            mr_list_mark_direct(&w->cell);
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
    uintptr_t sealed = mr_gate_push(&w->gate, &e->node);
    if (sealed == MR_GATE_CLOSED)
        drop_node(&e->node);
    else if (sealed != 0)
        deliver_node(&e->node);
    else if (mr_gate_enter(&w->gate) == MR_ENTERED)
        go_on(w);
}

static void emit(int number) {
    mr_emission emission = {0};
    mr_emission_prepare(&emission);
    enter();
    value = number;
#ifdef MR_BUG_EMISSION_AFTER_LOCK
    leave();
    mr_emission_begin_under_lock(&emission, list);
#else
    mr_emission_begin_under_lock(&emission, list);
    leave();
#endif
    uintptr_t slot;
    while ((slot = mr_emission_next(&emission)) != 0) {
        watcher *w = (watcher *)mr_slot_sink(slot);
        CHECK(!w->given_back, "the emission found a watcher that the list had given back");
        if (mr_slot_is_ready(slot))
            hear(w, number);
        else
            take(w, number);
        CHECK(!w->given_back, "the list gave back a watcher that was being called");
    }
    give_back(mr_emission_end(&emission));
}

static void emit_all(void) {
    for (int number = 1; number <= last; number++)
        emit(number);
}

static void subscribe(void) {
    watcher *w = make_watcher();
    mr_gate_init_inside(&w->gate);
    watchers[current_coroutine()] = w;
    history_release(&handed_out);
    enter();
    int snapshot = value;
    mr_lifecycle *garbage = NULL;
    mr_joining joining = mr_list_join_under_lock(list, &w->cell, &garbage);
    CHECK(garbage == NULL, "there is garbage");
    leave();
    if (joining != MR_JOINED) {
        CHECK(joining == MR_JOIN_DISPOSED && w->disposed, "not joined");
        w->given_back = true;
        return;
    }
    hear(w, snapshot);
    go_on(w);
}

static void dispose_watcher(watcher *w) {
    w->disposed = true;
    give_back((mr_lifecycle *)(mr_lifecycle_dispose(&w->cell) & ~MR_FLAGS));
    if (!mr_gate_is_open_wide(&w->gate))
        close_gate(&w->gate);
}

/* Disposes the watcher that the coroutine B has made, if it is there. */
static void dispose_other(void) {
    if (watchers[1] == NULL)
        return;
    history_acquire(&handed_out);
    dispose_watcher(watchers[1]);
}

static watcher *join_another(void) {
    watcher *w = make_watcher();
    others[other_count++] = w;
    mr_gate_init_inside(&w->gate);
    mr_lifecycle *garbage = NULL;
    mr_lock_acquire(&lock);
    CHECK(mr_list_join_under_lock(list, &w->cell, &garbage) == MR_JOINED && garbage == NULL, "not joined");
    mr_lock_release(&lock);
    return w;
}

/* Fills the segment that B's watcher may be in, and moves on to the next one. */
static void come_and_go(void) {
    dispose_watcher(join_another());
    dispose_watcher(join_another());
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
    other_count = 0;
    handed_out = (handed){0};
}

/* The first segment is full, since it is freed with the list. One watcher has left it, so the next segment is short. */
static void full_segment(void) {
    setup(0);
    dispose_watcher(join_another());
    join_another();
}

static void one_number(void) { setup(1); }
static void three_numbers(void) { setup(3); }

static void check(void) {
    mr_emission cursor = {0};
    for (mr_lifecycle *cell; (cell = mr_list_drain(list, &cursor)) != NULL;)
        CHECK(!((watcher *)cell)->disposed, "a watcher that was disposed is in the list");
    mr_list_free(list);
    for (int i = 0; i < other_count; i++)
        arena_free(others[i]);
    for (int i = 0; i < MAX_COROUTINES; i++)
        if (watchers[i] != NULL) {
            CHECK(watchers[i]->disposed == watchers[i]->given_back, "the list keeps a watcher");
            CHECK(watchers[i]->disposed || watchers[i]->heard == last, "%d of %d numbers were heard",
                  watchers[i]->heard, last);
            CHECK(watchers[i]->disposed || watchers[i]->gate.queue == MR_GATE_OPEN, "something waits for ever");
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
    {"replay-dispose", 3, 3, one_number, {emit_all, subscribe, dispose_other}, check},
    {"replay-retire", 3, 3, full_segment, {come_and_go, subscribe, dispose_other}, check},
    {0},
};
