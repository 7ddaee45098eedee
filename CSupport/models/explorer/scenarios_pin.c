/*
 * Which emissions hold what was disposed: the emissions that can reach it, but no emission that ends before its slot or
 * began later. And threads that are put to sleep while they are about to emit.
 */
#include "subscriptions.h"

static void emit_1(void) { emit(1); }
static void emit_2(void) { emit(2); }
static void emit_twice(void) { emit(1), emit(2); }
static void dispose_0(void) { dispose(0); }
static void dispose_1(void) { dispose(1); }
static void dispose_2(void) { dispose(2); }
static void dispose_0_1(void) { dispose(0), dispose(1); }
static void subscribe_3(void) { subscribe(3); }
static void dispose_2_3(void) { dispose(2), dispose(3); }
static void dispose_4_5(void) { dispose(4), dispose(5); }
static void complete(void) { end(MR_SUBJECT_COMPLETED); }

static void two(void) { reset(), subscribe_all(0, 1); }
static void three(void) { reset(), subscribe_all(0, 2); }
static void seven(void) { reset(), subscribe_all(0, 6); }

/* While an emission is in a callback, 2 joins, receives an event and leaves. */
static void come_and_go(int id, int event) {
    if (id == 0 && event == 1) {
        subscribe(2);
        emit(2);
        CHECK(records[2].events > 0, "it heard no event");
        dispose(2);
    }
}

static void late(void) {
    two();
    make(2, 1, 0);
    make(3, 1, MR_DIRECT);
    records[0].on_next = come_and_go;
}

/* The same, but 2 leaves in its own callback. */
static void come(int id, int event) {
    if (id == 0 && event == 1) {
        subscribe(2);
        emit(2);
        CHECK(records[2].events > 0, "it heard no event");
    }
}

static void dispose_itself(int id, int event) {
    (void)event;
    dispose(id);
}

static void late_itself(void) {
    late();
    records[0].on_next = come;
    records[2].on_next = dispose_itself;
}

/* If no other thread emits, 2 is given back before the outer emission ends. */
static void check_at_once(void) { CHECK(records[2].given_back, "it waits for an emission that cannot reach it"); }

static void emit_alone(void) { emit(1); }

static void come_alone(int id, int event) {
    come(id, event);
    if (id == 0 && event == 1)
        check_at_once();
}

static void come_and_go_alone(int id, int event) {
    come_and_go(id, event);
    if (id == 0 && event == 1)
        check_at_once();
}

static void late_alone(void) {
    late();
    records[0].on_next = come_and_go_alone;
}

static void late_itself_alone(void) {
    late_itself();
    records[0].on_next = come_alone;
}

/* A callback of the inner emission disposes a sink that both emissions of the thread can reach. */
static void nest(int id, int event) {
    if (id == 0 && event == 1)
        emit(2);
    if (id == 0 && event == 2)
        dispose(1);
}

/* as if an emission had visited the slots before */
static void three_seen(void) {
    three();
    for (mr_segment *s = mr_subject_list(&subject)->head; s != NULL; s = s->next)
        for (uint32_t i = 0; i < s->capacity; i++)
            if (mr_slot_is_sink(s->slots[i]))
                s->slots[i] |= MR_SLOT_SEEN;
}

/* The first segment is unlinked already, so the walk begins in a segment that is freed when 2 and 3 have left. */
static void head_moved(void) {
    reset(), subscribe_all(0, 4);
    dispose(0), dispose(1);
}

/* The last segment is full and dead: the thread that moves `last` on unlinks it. */
static void last_dead(void) {
    reset(), subscribe_all(0, 3);
    dispose(2), dispose(3);
    make(4, 1, 0);
}

static void subscribe_4(void) { subscribe(4); }

static void three_awake(void) { three_seen(), wake_all(); }

static void nested(void) {
    three_seen();
    records[0].on_next = nest;
}

static void complete_inside(int id, int event) {
    if (id == 0 && event == 1)
        complete();
}

/* A closing inside an emission, while another emission is under way. */
static void closing(void) {
    three_seen();
    records[0].on_next = complete_inside;
}

const scenario pin_scenarios[] = {
    {"late-alone", 1, 0, late_alone, {emit_alone}, check_all},
    {"late-itself-alone", 1, 0, late_itself_alone, {emit_alone}, check_all},
    {"late", 3, 2, late, {emit_1, emit_2, subscribe_3}, check_all},
    {"late-itself", 3, 2, late_itself, {emit_1, emit_2, dispose_0}, check_all},
    {"hand-over-nested", 3, 2, nested, {emit_1, emit_2, dispose_0}, check_all},
    {"hand-over-segment", 3, 2, seven, {emit_1, dispose_2_3, dispose_4_5}, check_all},
    {"hand-over-segments", 3, 2, seven, {dispose_0_1, dispose_2_3, dispose_4_5}, check_all},
    {"hand-over-head", 2, 3, head_moved, {emit_1, dispose_2_3}, check_all},
    {"hand-over-last", 2, 3, last_dead, {emit_1, subscribe_4}, check_all},
    {"hand-over-two", 4, 1, three_seen, {emit_1, emit_2, dispose_0, dispose_1}, check_all},
    {"hand-over-eras", 3, 2, three_seen, {emit_twice, emit_twice, dispose_0_1}, check_all},
    {"hand-over-closing", 3, 2, closing, {emit_1, emit_2, dispose_1}, check_ended},
    {"rest", 3, 2, three_awake, {emit_1, dispose_0, dispose_1}, check_all},
    {"rest-two", 2, 3, three_awake, {emit_1, dispose_0_1}, check_all},
    {"rest-again", 3, 2, three_awake, {emit_twice, dispose_0_1, dispose_2}, check_all},
    {"rest-three", 4, 2, three_awake, {emit_1, dispose_0, dispose_1, dispose_2}, check_all},
    {0},
};
