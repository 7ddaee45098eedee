/*
 * Slots whose sinks have left, and emissions and closings that pass over them. Sinks leave slots, or other sinks join
 * at later slots, while an emission or a closing looks at the slots; and segments are narrowed during an emission.
 */
#include "subscriptions.h"

static void emit_1(void) { emit(1); }
static void emit_2(void) { emit(2); }
static void emit_twice(void) { emit(1), emit(2); }
static void complete(void) { end(MR_SUBJECT_COMPLETED); }
static void dispose_2(void) { dispose(2); }
static void dispose_3(void) { dispose(3); }
static void dispose_2_3(void) { dispose(2), dispose(3); }
static void subscribe_3(void) { subscribe(3); }
static void subscribe_4(void) { subscribe(4); }
static void subscribe_3_dispose(void) { subscribe(3), dispose(3); }

/* 2 is alone in the last segment; 3 and 4 exist, but are not subscribed */
static void three_two_wait(void) {
    reset(), subscribe_all(0, 2);
    make(3, 1, 0);
    make(4, 1, MR_DIRECT);
}

/* the only sink of the last segment has left, and the segment has room */
static void last_vacant(void) {
    three_two_wait();
    dispose(2);
}

/* a callback of the first event subscribes 3, in a slot where the emission has found no sink */
static void on_1_subscribe(int id, int event) {
    if (id == 0 && event == 1)
        subscribe(3);
}

static void last_vacant_subscribes(void) {
    last_vacant();
    records[0].on_next = on_1_subscribe;
}

/* the same, but 2 is still in the slot before: 3 joins at the next slot while the emission is on its way there */
static void last_has_room_subscribes(void) {
    three_two_wait();
    records[0].on_next = on_1_subscribe;
}

/* three full segments; `last` has moved on from the first two */
static void six(void) { reset(), subscribe_all(0, 5); }

static void six_one_waits(void) {
    six();
    make(6, 1, 0);
}

static void subscribe_6(void) { subscribe(6); }

const scenario vacant_scenarios[] = {
    {"vacant-leave-join", 3, 3, three_two_wait, {emit_1, dispose_2, subscribe_3}, check_all},
    {"vacant-join-join", 3, 3, last_vacant, {emit_twice, subscribe_3, subscribe_4}, check_all},
    {"vacant-join-leave", 3, 2, last_vacant, {emit_twice, subscribe_3_dispose, subscribe_4}, check_all},
    {"vacant-subscribes", 2, 3, last_vacant_subscribes, {emit_twice, subscribe_4}, check_all},
    {"vacant-subscribes-beside", 2, 3, last_has_room_subscribes, {emit_twice, dispose_2}, check_all},
    {"vacant-end", 3, 2, last_vacant, {complete, subscribe_3, emit_1}, check_ended},
    {"vacant-end-join", 3, 2, last_vacant, {complete, subscribe_3_dispose, subscribe_4}, check_ended},
    {"narrow-both", 3, 2, six, {emit_1, dispose_2, dispose_3}, check_all},
    {"narrow-both-end", 3, 2, six, {complete, dispose_2, dispose_3}, check_ended},
    {"narrow-emissions", 4, 1, six_one_waits, {emit_1, emit_2, dispose_2_3, subscribe_6}, check_all},
    {0},
};
