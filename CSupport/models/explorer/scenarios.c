/*
 * What the explorer runs. Objects stand for subscriptions: an mr_sink, a reference count, and a record of what they
 * heard, kept outside of the object so that it outlives it.
 *
 * Checked in every scenario: no atomic operation on freed memory; each reference that a list owned comes back once; no
 * event for a subscription after its dispose() returned, on whichever thread (more than is promised), or after its
 * terminal event; at most one terminal event; an emission reaches, once each and in order, the subscriptions whose join
 * had returned when it began and none whose join began later; a disposed subscription is given back as soon as nobody
 * is inside the list; at the end nothing is deferred and all memory is back.
 */
#include <string.h>

#include "CMillrace.h"
#include "explorer.h"

/* ---- subscriptions ---- */

#define OBJECTS 8

typedef struct object {
    mr_sink cell;
    int references;
    int id;
} object;

typedef struct record {
    object *object;
    bool listed;           /* the list owns a reference, or is about to */
    bool given_back;       /* it came back */
    bool disposed;         /* by the winner */
    bool contested;        /* by two at once */
    int disposing;
    int terminals, events;
    uint64_t join_called, joined, join_closed, dispose_called, dispose_returned;
    uint64_t position;     /* in the list */
    void (*on_next)(int id, int event);
    void (*on_terminal)(int id);
} record;

static record records[OBJECTS];
static mr_hub hub;
static int emitting, busy; /* busy: operations under way, emissions included */
static uint64_t epoch;     /* counts emissions that began */
static int ended;          /* terminal events sent by the hub */
static bool list_gone;

static mr_list *list(void) { return hub.list; }

static void make(int id, int references, uint32_t tag) {
    object *o = arena_allocate(sizeof(object), 16);
    o->id = id;
    o->references = references;
    o->cell.tag = tag;
    records[id].object = o;
}

static void release(object *o) {
    CHECK(arena_is_live(o), "release of a freed subscription");
    CHECK(!in_section(), "user code ran inside a section");
    CHECK(o->references > 0, "too many releases of %d", o->id);
    if (--o->references == 0)
        arena_free(o);
}

/* The list's reference comes back. */
static void give_back(object *o) {
    CHECK(arena_is_live(o), "a freed subscription was given back");
    record *r = &records[o->id];
    CHECK(r->listed, "%d came back from a list that never had it", o->id);
    CHECK(!r->given_back, "%d came back twice", o->id);
    r->given_back = true;
    release(o);
}

static void give_back_chain(mr_sink *chain) {
    while (chain != NULL) {
        mr_sink *next = mr_garbage_next(chain);
        give_back((object *)chain);
        chain = next;
    }
}

/* When nobody is inside the list, what was disposed has been given back. */
static void check_quiet(void) {
    if (busy != 0)
        return;
    for (int i = 0; i < OBJECTS; i++)
        CHECK(!records[i].listed || records[i].given_back || !records[i].disposed,
              "nobody is in the list, and %d has not been given back", i);
}

static void dispose(int id) {
    record *r = &records[id];
    object *o = r->object;
    bool quiet = emitting == 0 && r->joined != 0 && ended == 0; /* a closer has it, then */
    uint64_t began = epoch;
    if (r->dispose_called == 0)
        r->dispose_called = now() + 1;
    busy += 1;
    if (r->disposing++ != 0)
        r->contested = true; /* either disposer may be the one who gives the reference back */
    uintptr_t taken = mr_sink_dispose(&o->cell);
    if (taken & MR_LISTED)
        give_back_chain((mr_sink *)(taken & ~MR_FLAGS));
    r->disposing--;
    if (!(taken & MR_DISPOSED)) {
        CHECK(!r->disposed, "%d was disposed twice", id);
        r->disposed = true;
        if (!(taken & MR_LISTED) && taken != 0)
            release((object *)taken);
        if (quiet && !r->contested && epoch == began && r->listed && r->terminals == 0 && !list_gone)
            CHECK(r->given_back, "dispose() of %d returned before it was given back, and nobody emits", id);
    }
    if (r->dispose_returned == 0)
        r->dispose_returned = now() + 1;
    busy -= 1;
    check_quiet();
}

static void deliver_terminal(int id) {
    object *o = records[id].object;
    CHECK(arena_is_live(o), "terminal event for a freed subscription");
    CHECK(!in_section(), "user code ran inside a section");
    if (!mr_sink_stop(&o->cell))
        return;
    CHECK(records[id].terminals++ == 0, "%d got two terminal events", id);
    if (records[id].on_terminal)
        records[id].on_terminal(id);
    YIELD(o);
    CHECK(arena_is_live(o), "%d was freed in its callback", id);
    dispose(id);
}

/* ---- what Swift does with a list ---- */

static uint64_t next_position;

static void subscribe(int id) {
    record *r = &records[id];
    object *o = r->object;
    r->join_called = now() + 1;
    r->listed = true;
    o->references += 1;
    busy += 1;
    mr_joining joining = mr_hub_join(&hub, &o->cell);
    switch (joining) {
    case MR_JOINED:
        r->joined = now() + 1;
        break;
    case MR_JOIN_CLOSED:
        r->join_closed = now() + 1;
        give_back(o);
        CHECK(mr_hub_terminal(&hub) != 0, "the list is closed, and there is no terminal event");
        deliver_terminal(id);
        break;
    case MR_JOIN_DISPOSED:
        give_back(o);
        break;
    }
    busy -= 1;
    check_quiet();
}

static void emit(int event) {
    mr_list *target = mr_hub_list(&hub);
    if (target == NULL)
        return;
    uint32_t heard = 0;
    int last_slot = -1;
    uint64_t called = now() + 1;
    emitting += 1;
    busy += 1;
    epoch += 1;
    mr_emission emission = {0};
    mr_emission_begin(&emission, target);
    uint64_t began = now();
    for (;;) {
        uintptr_t slot = mr_emission_next(&emission);
        object *o = (object *)(slot & ~MR_SLOT_DIRECT);
        if (o == NULL)
            break;
        CHECK(arena_is_live(o), "the emission found a freed subscription");
        record *r = &records[o->id];
        CHECK(o == r->object, "the slot holds no subscription");
        CHECK(!(slot & MR_SLOT_DIRECT) == !(o->cell.tag & MR_DIRECT), "a slot is marked that should not be");
        int index = (int)(emission.segment->base + (uint64_t)(emission.slot - emission.segment->slots));
        CHECK(index > last_slot, "out of order");
        last_slot = index;
        CHECK(!(heard & 1u << o->id), "%d hears one event twice", o->id);
        heard |= 1u << o->id;
        CHECK(r->join_called <= began, "%d subscribed during the emission and got its event", o->id);
        if (slot & MR_SLOT_DIRECT || mr_sink_is_open(&o->cell)) {
            CHECK(r->dispose_returned == 0, "%d heard an event after dispose() had returned", o->id);
            CHECK(r->terminals == 0, "%d heard an event after its terminal event", o->id);
            CHECK(!in_section(), "user code ran inside a section");
            r->events += 1;
            if (r->on_next)
                r->on_next(o->id, event);
        }
        YIELD(o); /* the callback is still using it */
        CHECK(arena_is_live(o), "%d was freed in its callback", o->id);
    }
    for (int i = 0; i < OBJECTS; i++) {
        record *r = &records[i];
        if (r->joined != 0 && r->joined <= called && r->dispose_called == 0 && r->terminals == 0 && ended == 0)
            CHECK(heard & 1u << i, "%d missed an event", i);
    }
    mr_sink *garbage = mr_emission_end(&emission);
    emitting -= 1;
    give_back_chain(garbage);
    busy -= 1;
    check_quiet();
}

static void end(uintptr_t terminal) {
    busy += 1;
    if (mr_hub_end(&hub, terminal)) {
        ended += 1;
        mr_list *target = mr_hub_list(&hub);
        emitting += 1;
        epoch += 1;
        mr_emission emission = {0};
        mr_emission_begin(&emission, target);
        mr_sink *cell;
        while ((cell = mr_emission_take(&emission)) != NULL) {
            object *o = (object *)cell;
            CHECK(arena_is_live(o), "the closer found a freed subscription");
            if (terminal != MR_HUB_SILENT)
                deliver_terminal(o->id);
            mr_list_discard(&emission, cell);
        }
        mr_sink *garbage = mr_emission_end(&emission);
        emitting -= 1;
        give_back_chain(garbage);
    }
    busy -= 1;
    check_quiet();
}

static void complete(void) { end(MR_HUB_COMPLETED); }
static void drop_all(void) { end(MR_HUB_SILENT); }

/* The owner's deinit. */
static void destroy(void) {
    list_gone = true;
    mr_list *target = mr_hub_list(&hub);
    if (target == NULL || target == mr_list_closed())
        return;
    busy += 1;
    mr_emission cursor = {0};
    mr_sink *cell;
    while ((cell = mr_list_drain(target, &cursor)) != NULL) {
        give_back((object *)cell);
        YIELD(NULL); /* user code */
    }
    give_back_chain(mr_list_collect(target));
    mr_list_free(target);
    busy -= 1;
}

/* ---- setting up and looking at the end ---- */

static void reset(void) {
    memset(records, 0, sizeof(records));
    memset(&hub, 0, sizeof(hub));
    emitting = busy = ended = 0;
    epoch = next_position = 0;
    list_gone = false;
    register_all();
}

/* Subscriptions `first` … `last`, subscribed; every second one direct. Each has one reference of the user's. */
static void subscribe_all(int first, int last) {
    for (int i = first; i <= last; i++) {
        make(i, 1, i % 2 ? MR_DIRECT : 0);
        subscribe(i);
    }
}

static int waiting_sinks(mr_sink *stack) {
    int count = 0;
    for (; stack != NULL; stack = mr_garbage_next(stack))
        count += (stack->word & MR_DISPOSED) != 0;
    return count;
}

static void check_all(void) {
    CHECK(emitting == 0 && busy == 0, "somebody is still inside");
    check_quiet();
    mr_list *target = list();
    if (target != NULL && target != mr_list_closed() && !list_gone) {
        CHECK(waiting_sinks(target->deferred) == 0 && waiting_sinks(target->batch) == 0, "a subscription is deferred");
        CHECK(target->dead == NULL && !target->collecting && !target->unlinking, "something was left half-done");
        /* the chain of segments is whole in both directions, and `last` is in it */
        bool last_seen = false;
        mr_segment *previous = NULL;
        for (mr_segment *s = target->head; s != NULL; previous = s, s = s->next) {
            CHECK(arena_is_live(s), "a freed segment is linked");
            CHECK(s->previous == previous, "a segment's `previous` is wrong");
            CHECK(previous == NULL || previous->base < s->base, "segments out of order");
            last_seen |= s == target->last;
            CHECK(s->next == NULL || s->dead < s->capacity, "a dead segment was not unlinked");
            CHECK(s->next == NULL || ended == 0, "a closed list keeps its segments");
        }
        CHECK(last_seen, "`last` is not in the chain");
        size_t live = 0;
        for (int i = 0; i < OBJECTS; i++)
            live += records[i].joined != 0 && !records[i].given_back;
        CHECK(mr_list_count(target) == live, "the list counts %zu of %zu", mr_list_count(target), live);
        CHECK(mr_list_has_observers(target) == (live != 0), "has_observers is wrong");
    }
    if (!list_gone)
        destroy();
    for (int i = 0; i < OBJECTS; i++) {
        record *r = &records[i];
        if (r->object == NULL)
            continue;
        CHECK(!r->listed || r->given_back, "the list's reference to %d is lost", i);
        CHECK(r->object->references == 1, "%d has %d references left", i, r->object->references);
        CHECK(r->terminals <= 1, "%d got %d terminal events", i, r->terminals);
        CHECK(r->disposed == (r->dispose_called != 0), "dispose() of %d had no effect", i);
        CHECK(mr_sink_is_disposed(&r->object->cell) == r->disposed, "%d is disposed, or not, against its word", i);
        release(r->object);
    }
}

static void check_silent(void) {
    CHECK(ended == 1, "the hub ended %d times", ended);
    for (int i = 0; i < OBJECTS; i++)
        CHECK(records[i].object == NULL || records[i].terminals == 0 || records[i].join_closed,
              "%d heard of the silent end", i);
    check_all();
}

static void check_ended(void) {
    CHECK(ended == 1, "the hub ended %d times", ended);
    for (int i = 0; i < OBJECTS; i++) {
        record *r = &records[i];
        if (r->object != NULL && r->join_called != 0 && (r->dispose_called == 0 || r->disposed == false))
            CHECK(r->terminals == 1, "%d missed the terminal event", i);
    }
    check_all();
}

/* ---- scenarios ---- */

static void emit_1(void) { emit(1); }
static void emit_2(void) { emit(2); }
static void emit_twice(void) { emit(1), emit(2); }
static void dispose_0(void) { dispose(0); }
static void dispose_1(void) { dispose(1); }
static void dispose_2(void) { dispose(2); }
static void dispose_0_1(void) { dispose(0), dispose(1); }
static void dispose_2_3(void) { dispose(2), dispose(3); }

static void two(void) { reset(), subscribe_all(0, 1); }

static void two_one_waits(void) { /* 2 is there, not subscribed */
    two();
    make(2, 1, 0);
}

static void two_two_wait(void) {
    two_one_waits();
    make(3, 1, MR_DIRECT);
}

static void three_two_wait(void) {
    reset(), subscribe_all(0, 2);
    make(3, 1, MR_DIRECT);
    make(4, 1, 0);
}

static void four(void) { reset(), subscribe_all(0, 3); }
static void five(void) { reset(), subscribe_all(0, 4); }
static void six(void) { reset(), subscribe_all(0, 5); }

static void none_three_wait(void) {
    reset();
    for (int i = 0; i < 3; i++)
        make(i, 1, 0);
}

static void subscribe_0(void) { subscribe(0); }
static void subscribe_1(void) { subscribe(1); }
static void subscribe_2(void) { subscribe(2); }
static void subscribe_5_dispose(void) { subscribe(5), dispose(5); }

/* a callback that emits within itself, disposes itself and, deepest, its neighbour */
static void nest(int id, int event) {
    if (event < 3)
        emit(event + 1);
    else if (event == 3)
        dispose(id);
}

static void nested_setup(void) {
    two();
    records[0].on_next = nest;
}

static void dispose_itself(int id, int event) {
    (void)event;
    dispose(id);
}

static void self_dispose_setup(void) {
    two();
    records[0].on_next = dispose_itself;
}

/* Both threads emit; a callback of one thread's event disposes 0: a batch and a flip that need no switch. */
static void on_5_dispose_zero(int id, int event) {
    (void)id;
    if (event == 5)
        dispose(0);
}

static void phases_setup(void) {
    reset(), subscribe_all(0, 2);
    records[1].on_next = on_5_dispose_zero;
}

static void emit_5(void) { emit(5); }

static void complete_inside(int id, int event) {
    (void)id;
    if (event == 1)
        complete();
}

static void complete_inside_setup(void) {
    two_one_waits();
    records[0].on_next = complete_inside;
}

static void churn(void) {
    subscribe(2), dispose(2);
    subscribe(3), dispose(3);
}

static void churn_other(void) { subscribe(4), dispose(4); }

/* One thread comes and goes, and nobody emits: the memory must not grow. */
static void churn_alone(void) {
    for (int round = 0; round < 12; round++) {
        make(2, 1, 0);
        subscribe(2);
        dispose(2);
        CHECK(mr_list_count(list()) == 2, "the two that stay are not there");
        CHECK(records[2].given_back, "not given back");
        release(records[2].object);
        records[2] = (record){0};
        /* one record a thread, two subscriptions, the list, two segments in use */
        CHECK(arena_live_blocks() <= 1 + 2 + 1 + 2, "%zu blocks after %d rounds", arena_live_blocks(), round);
    }
}

static void churn_setup(void) {
    two_two_wait();
    make(4, 1, 0);
    make(5, 1, MR_DIRECT);
}

static void look(void) {
    mr_list *target = list();
    CHECK(mr_list_has_observers(target), "somebody is subscribed throughout");
    size_t count = mr_list_count(target);
    CHECK(count >= 1 && count <= 4, "the count is %zu", count);
}

static void unregistered_two(void) {
    memset(records, 0, sizeof(records));
    memset(&hub, 0, sizeof(hub));
    emitting = busy = ended = 0;
    epoch = 0;
    list_gone = false;
    subscribe_all(0, 1);
}

/* deeper than one block, so that blocks chain while somebody scans */
static void nest_unregistered(void) {
    unregistered_two();
    records[0].on_next = nest;
}

static void double_dispose_emit(void) {
    dispose(1);
    emit(1);
}

/* ---- the sink's word alone ---- */

static mr_sink word;
static int terminals, passed, disposals, returned_upstreams;
static bool terminal_over, dispose_over;
static max_align_t upstreams[2]; /* aligned as objects are: the low bits are flags */

static void word_setup(void) {
    register_all();
    word = (mr_sink){0};
    terminals = passed = disposals = returned_upstreams = 0;
    terminal_over = dispose_over = false;
}

static void word_emit(void) {
    for (int i = 0; i < 2; i++)
        if (mr_sink_is_open(&word)) {
            CHECK(!terminal_over && !dispose_over, "an event passed after the end");
            passed += 1;
        }
}

static void word_stop(void) {
    if (mr_sink_stop(&word)) {
        CHECK(!dispose_over, "a terminal event passed after dispose() had returned");
        terminals += 1;
        terminal_over = true;
    }
}

static void word_dispose(void) {
    uintptr_t taken = mr_sink_dispose(&word);
    if (taken != MR_DISPOSED) {
        disposals += 1;
        if (taken != 0)
            returned_upstreams += 1;
    }
    dispose_over = true;
    CHECK(mr_sink_is_disposed(&word), "not disposed after dispose()");
}

static void word_stop_dispose(void) { word_stop(), word_dispose(); }

static void word_check(void) {
    CHECK(terminals <= 1, "%d terminal events passed", terminals);
    CHECK(disposals <= 1, "%d callers disposed", disposals);
    CHECK(mr_sink_is_disposed(&word) == (disposals == 1), "disposed without a disposer");
    CHECK(passed <= 4, "more events than were sent");
}

static void word_attach(void) {
    switch (mr_sink_attach(&word, &upstreams[0])) {
    case MR_ATTACHED: break;
    case MR_REFUSED: returned_upstreams += 1; break;
    case MR_OCCUPIED: fail("occupied");
    }
}

static void word_replace(void) {
    uintptr_t former = mr_sink_replace(&word, &upstreams[1]);
    if (former != 0)
        returned_upstreams += 1; /* ours, refused, or the former one */
}

static void word_detach(void) {
    if (mr_sink_detach(&word, &upstreams[0]))
        returned_upstreams += 1;
}

/* every upstream is handed to exactly one: a disposer, a detacher, or back to its giver */
static void word_check_attach(void) {
    word_check();
    CHECK(disposals == 1, "nobody disposed");
    CHECK(returned_upstreams == 1, "%d owners for one upstream", returned_upstreams);
}

static void word_replace_setup(void) {
    word_setup();
    word_attach();
}

static void word_check_replace(void) {
    word_check();
    CHECK(returned_upstreams == 2, "%d owners for two upstreams", returned_upstreams);
}

static void word_check_detach(void) {
    word_check();
    CHECK(returned_upstreams == 1, "%d owners for one upstream", returned_upstreams);
}

static int claims;
static void claim_setup(void) { word_setup(), claims = 0; }
static void claim(void) { claims += mr_sink_claim(&word); }
static void claim_check(void) { CHECK(claims == 1, "%d claims won", claims); }

/* ---- the ref-counted word ---- */

static uint64_t counted;
static int due, holders;
static bool primary_over;

static void counted_setup(void) {
    register_all();
    counted = 0;
    due = holders = 0;
    primary_over = false;
}

static void counted_is_due(void) {
    CHECK(holders == 0, "the underlying disposable is due while somebody holds it");
    CHECK(++due == 1, "the underlying disposable is due twice");
}

static void counted_use(void) {
    for (int i = 0; i < 2; i++)
        if (mr_refcount_retain(&counted)) {
            holders += 1;
            CHECK(due == 0, "a dependent holds what is disposed");
            YIELD(NULL);
            CHECK(due == 0, "disposed under a dependent");
            holders -= 1;
            if (mr_refcount_release(&counted))
                counted_is_due();
        } else {
            CHECK(primary_over, "refused before the primary was disposed");
        }
}

static void counted_dispose(void) {
    primary_over = true;
    if (mr_refcount_dispose(&counted))
        counted_is_due();
}

static void counted_check(void) {
    CHECK(due == 1, "the underlying disposable was never due");
    CHECK(mr_refcount_is_disposed(&counted), "not disposed at the end");
}

const scenario scenarios[] = {
    {"word-emit-stop-dispose", 4, 3, word_setup, {word_emit, word_stop, word_stop_dispose, word_emit}, word_check},
    {"word-two-disposers", 4, 3, word_setup, {word_emit, word_dispose, word_stop_dispose, word_stop}, word_check},
    {"word-attach-dispose", 3, 4, word_setup, {word_attach, word_dispose, word_stop}, word_check_attach},
    {"word-replace-dispose", 3, 4, word_replace_setup, {word_replace, word_stop_dispose, word_dispose},
     word_check_replace},
    {"word-detach-dispose", 3, 4, word_replace_setup, {word_detach, word_dispose, word_stop}, word_check_detach},
    {"word-claim", 3, 4, claim_setup, {claim, claim, claim}, claim_check},
    {"refcount", 3, 4, counted_setup, {counted_use, counted_use, counted_dispose}, counted_check},
    {"refcount-two-primaries", 3, 4, counted_setup, {counted_use, counted_dispose, counted_dispose}, counted_check},

    {"emit-emit-dispose", 3, 3, two, {emit_1, emit_2, dispose_0}, check_all},
    {"emit-dispose-dispose", 3, 3, two, {emit_1, dispose_0, dispose_1}, check_all},
    {"emit-double-dispose", 3, 3, two, {emit_1, dispose_1, double_dispose_emit}, check_all},
    {"emit-join-leave", 3, 3, two_one_waits, {emit_twice, subscribe_2, dispose_0}, check_all},
    {"join-dispose", 3, 3, two_one_waits, {subscribe_2, dispose_2, emit_1}, check_all},
    {"self-dispose", 3, 2, self_dispose_setup, {emit_1, emit_2, dispose_1}, check_all},
    {"nested", 2, 3, nested_setup, {emit_1, dispose_0_1}, check_all},
    {"phases", 3, 3, phases_setup, {emit_1, emit_5, dispose_2}, check_all},
    {"phases-two-batches", 3, 2, four, {emit_twice, emit_twice, dispose_0_1}, check_all},

    {"join-join-end", 3, 3, none_three_wait, {subscribe_0, subscribe_1, complete}, check_ended},
    {"close-join-leave", 3, 3, two_one_waits, {complete, subscribe_2, dispose_0}, check_ended},
    {"close-join-dispose", 3, 3, two_one_waits, {complete, subscribe_2, dispose_2}, check_ended},
    {"close-silent", 3, 3, two, {drop_all, dispose_0, dispose_0_1}, check_silent},
    {"close-silent-emit", 3, 3, two, {drop_all, dispose_0, emit_1}, check_silent},
    {"close-segments", 3, 2, five, {complete, dispose_0_1, emit_1}, check_ended},
    {"close-close-emit", 3, 3, two, {complete, complete, emit_1}, check_ended},
    {"close-inside", 3, 2, complete_inside_setup, {emit_1, emit_2, subscribe_2}, check_ended},

    {"leave-drain", 3, 3, two, {destroy, dispose_0, dispose_1}, check_all},
    {"leave-drain-segments", 3, 2, five, {destroy, dispose_0_1, dispose_2_3}, check_all},
    {"leave-drain-last", 2, 3, five, {destroy, dispose_2_3}, check_all},
    {"retire-append", 3, 3, two_one_waits, {dispose_0_1, subscribe_2, emit_1}, check_all},
    {"retire-append-late", 2, 4, two_one_waits, {dispose_0_1, subscribe_2}, check_all},
    {"retire-neighbours", 3, 2, six, {dispose_0_1, dispose_2_3, emit_1}, check_all},
    {"churn", 2, 3, churn_setup, {churn, churn_other}, check_all},
    {"churn-emit", 3, 2, churn_setup, {churn, churn_other, emit_1}, check_all},
    {"churn-alone", 1, 0, two, {churn_alone}, check_all},
    {"churn-leave", 3, 2, churn_setup, {churn, dispose_0_1, subscribe_5_dispose}, check_all},
    {"count", 3, 2, three_two_wait, {look, dispose_0_1, churn_other}, check_all},

    {"register", 3, 2, unregistered_two, {emit_1, dispose_0, emit_2}, check_all},
    {"register-nested", 2, 3, nest_unregistered, {emit_1, dispose_0_1}, check_all},
    {0},
};
