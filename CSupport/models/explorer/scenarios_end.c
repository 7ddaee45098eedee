/*
 * The end of a list's owner while disposals are under way, and closings that subscriptions outlive. The owner's end has
 * two cases: every sink has left the list by itself, or the drain still finds sinks.
 */
#include "subscriptions.h"

static void dispose_0(void) { dispose(0); }
static void dispose_1(void) { dispose(1); }
static void dispose_0_1(void) { dispose(0), dispose(1); }
static void dispose_1_0(void) { dispose(1), dispose(0); }
static void subscribe_2(void) { subscribe(2); }
static void emit_1(void) { emit(1); }
static void emit_2(void) { emit(2); }
static void complete(void) { end(MR_SUBJECT_COMPLETED); }
static void drop_all(void) { end(MR_SUBJECT_SILENT); }

static void one(void) { reset(), subscribe_all(0, 0); }
static void two(void) { reset(), subscribe_all(0, 1); }
static void three(void) { reset(), subscribe_all(0, 2); }
static void five(void) { reset(), subscribe_all(0, 4); }

static void two_one_waits(void) {
    two();
    make(2, 1, 0);
}

static void nobody(void) {
    reset();
    for (int i = 0; i < 3; i++)
        make(i, 1, 0);
}

static void subscribe_0(void) { subscribe(0); }
static void subscribe_1(void) { subscribe(1); }

/* The coroutine that releases the list's owner last ends the owner; its own operations have returned by then. */
static int owners;
static void one_owned_twice(void) { one(), owners = 2; }
static void two_owned_twice(void) { two(), owners = 2; }

static void let_go(void) {
    YIELD(NULL);
    if (explore_release(&owners) == 0)
        destroy();
}

static void emit_let_go(void) { emit(1), let_go(); }
static void complete_let_go(void) { complete(), let_go(); }
static void drop_all_let_go(void) { drop_all(), let_go(); }

/* A callback that receives the terminal event disposes the other subscription. */
static void dispose_neighbour(int id) { dispose(id ^ 1); }

static void neighbours(void) {
    two();
    records[0].on_terminal = dispose_neighbour;
}

const scenario end_scenarios[] = {
    {"end-quiet", 2, 4, one, {destroy, dispose_0}, check_all},
    {"end-quiet-twice", 3, 3, one, {destroy, dispose_0, dispose_0}, check_all},
    {"end-full", 3, 3, two, {destroy, dispose_0_1, dispose_1_0}, check_all},
    {"end-drain-twice", 3, 3, two, {destroy, dispose_0, dispose_0}, check_all},
    {"end-segments-twice", 3, 3, three, {destroy, dispose_0_1, dispose_0_1}, check_all},
    {"end-retire", 2, 3, five, {destroy, dispose_0_1}, check_all},
    {"end-emitter-last", 3, 3, one_owned_twice, {emit_let_go, let_go, dispose_0}, check_all},
    {"end-emitters-last", 3, 3, two_owned_twice, {emit_let_go, emit_let_go, dispose_0}, check_all},
    {"end-closer-last", 3, 3, one_owned_twice, {complete_let_go, let_go, dispose_0}, check_ended},
    {"end-closer-twice", 4, 2, one_owned_twice, {complete_let_go, let_go, dispose_0, dispose_0}, check_ended},
    {"end-silent-last", 3, 3, one_owned_twice, {drop_all_let_go, let_go, dispose_0}, check_silent},

    {"depart-emission", 2, 3, two, {drop_all, emit_1}, check_silent},
    {"depart-two-emissions", 3, 2, one, {drop_all, emit_1, emit_2}, check_silent},
    {"depart-leave", 3, 3, one, {drop_all, dispose_0, dispose_0}, check_silent},
    {"depart-leave-emission", 4, 2, two, {drop_all, dispose_0, dispose_0, emit_1}, check_silent},
    {"depart-neighbours", 3, 2, neighbours, {complete, emit_1, dispose_1}, check_ended},
    {"depart-join", 3, 2, two_one_waits, {drop_all, subscribe_2, dispose_0}, check_silent},
    {"close-twice-disposed", 4, 2, one, {complete, dispose_0, dispose_0, emit_1}, check_ended},
    {"emit-twice-disposed", 4, 2, two, {emit_1, dispose_0, dispose_0, emit_2}, check_all},

    {"subject-first-joins", 3, 3, nobody, {subscribe_0, subscribe_1, emit_1}, check_all},
    {"subject-first-join-end", 3, 3, nobody, {subscribe_0, drop_all, complete}, check_all},
    {"subject-first-join-dispose", 3, 3, nobody, {subscribe_0, dispose_0, complete}, check_ended},
    {0},
};
