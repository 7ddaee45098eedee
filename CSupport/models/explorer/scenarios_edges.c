/*
 * The edges of segments: joins that publish or give up a claimed slot late, segments that are unlinked while an
 * emission or a closing is in them, and the end of the list's owner at the same time.
 */
#include "subscriptions.h"

static void emit_1(void) { emit(1); }
static void emit_2(void) { emit(2); }
static void emit_twice(void) { emit(1), emit(2); }
static void complete(void) { end(MR_SUBJECT_COMPLETED); }
static void drop_all(void) { end(MR_SUBJECT_SILENT); }
static void dispose_0(void) { dispose(0); }
static void dispose_1(void) { dispose(1); }
static void dispose_1_0(void) { dispose(1), dispose(0); }
static void dispose_0_1(void) { dispose(0), dispose(1); }
static void dispose_2_3(void) { dispose(2), dispose(3); }
static void subscribe_1(void) { subscribe(1); }
static void subscribe_2(void) { subscribe(2); }
static void subscribe_3(void) { subscribe(3); }
static void subscribe_4(void) { subscribe(4); }

static void two(void) { reset(), subscribe_all(0, 1); }
static void four(void) { reset(), subscribe_all(0, 3); }
static void five(void) { reset(), subscribe_all(0, 4); }

/* 1 claims the last slot of the first segment; a thread that joins after that moves on */
static void claim_is_last(void) {
    reset(), subscribe_all(0, 0);
    make(1, 1, 0);
    make(2, 1, MR_DIRECT);
}

/* 3 claims the last slot of the second segment; that segment has memory of its own */
static void claim_in_second(void) {
    reset(), subscribe_all(0, 2);
    make(3, 1, 0);
}

static void nobody(void) {
    reset();
    make(0, 1, 0);
}

/* `last` has moved on from the first segment, and one of its two sinks is left; the second segment is full and dead */
static void joiner_retires(void) {
    four();
    dispose(1), dispose(2), dispose(3);
    make(4, 1, MR_DIRECT);
}

/* One thread is about to move `last` to the second segment. Another fills and leaves that, and reaches the third. */
static void two_four_wait(void) {
    two();
    for (int i = 2; i < 6; i++)
        make(i, 1, i % 2 ? MR_DIRECT : 0);
}

static void overtake(void) {
    subscribe(3), subscribe(4), subscribe(5);
    dispose(3), dispose(4);
}

static void four_one_waits(void) {
    four();
    make(4, 1, MR_DIRECT);
}

/* The coroutine that releases the list's owner last ends the owner; its own operations have returned by then. */
static int owners;

static void let_go(void) {
    YIELD(NULL);
    if (explore_release(&owners) == 0)
        destroy();
}

static void nobody_owned_twice(void) { nobody(), owners = 2; }
static void claim_is_last_owned_thrice(void) { claim_is_last(), owners = 3; }
static void joiner_retires_owned_twice(void) { joiner_retires(), owners = 2; }

static void subscribe_0_let_go(void) { subscribe(0), let_go(); }
static void subscribe_1_let_go(void) { subscribe(1), let_go(); }
static void subscribe_2_let_go(void) { subscribe(2), let_go(); }
static void subscribe_4_let_go(void) { subscribe(4), let_go(); }
static void emit_let_go(void) { emit(1), let_go(); }
static void dispose_1_let_go(void) { dispose(1), let_go(); }

/* A callback of the closing emits, and disposes later sinks: one in its own segment, and one in the next segment. */
static void dispose_others(int id) {
    if (id == 0) {
        emit(2);
        dispose(1);
        dispose(2);
    }
}

static void others(void) {
    five();
    records[0].on_terminal = dispose_others;
}

const scenario edge_scenarios[] = {
    {"claim-late", 3, 3, claim_is_last, {subscribe_1, dispose_1_0, subscribe_2}, check_all},
    {"claim-late-apart", 4, 2, claim_is_last, {subscribe_1, dispose_1, dispose_0, subscribe_2}, check_all},
    {"claim-late-emit", 4, 2, claim_is_last, {subscribe_1, dispose_1_0, subscribe_2, emit_1}, check_all},
    {"claim-late-end", 4, 2, claim_is_last, {subscribe_1, dispose_1_0, subscribe_2, complete}, check_ended},
    {"claim-late-silent", 3, 2, claim_is_last, {subscribe_1, dispose_1_0, drop_all}, check_silent},
    {"claim-taken", 2, 3, claim_in_second, {subscribe_3, complete}, check_ended},
    {"claim-taken-dispose", 3, 2, claim_in_second, {subscribe_3, complete, dispose_2_3}, check_ended},
    {"claim-let-go", 3, 3, nobody_owned_twice, {subscribe_0_let_go, dispose_0, let_go}, check_all},
    {"claim-let-go-emit", 3, 3, nobody_owned_twice, {subscribe_0_let_go, dispose_0, emit_let_go}, check_all},
    {"claim-let-go-segments", 4, 2, claim_is_last_owned_thrice,
     {subscribe_1_let_go, dispose_1_let_go, subscribe_2_let_go, dispose_0}, check_all},
    {"retire-overtake", 3, 2, two_four_wait, {subscribe_2, overtake, emit_1}, check_all},
    {"retire-let-go", 3, 2, joiner_retires_owned_twice, {subscribe_4_let_go, dispose_0, let_go}, check_all},
    {"retire-let-go-emit", 3, 2, joiner_retires_owned_twice, {subscribe_4_let_go, dispose_0, emit_let_go}, check_all},
    {"retire-emissions", 4, 1, four_one_waits, {emit_twice, dispose_0_1, dispose_2_3, subscribe_4}, check_all},
    {"retire-closing", 2, 2, others, {complete, dispose_2_3}, check_ended},
    {"depart-segments", 3, 2, five, {drop_all, dispose_0_1, dispose_2_3}, check_silent},
    {"depart-segments-emit", 4, 1, five, {drop_all, dispose_0_1, dispose_2_3, emit_1}, check_silent},
    {"mark-direct-twice", 4, 2, two, {emit_1, emit_2, dispose_1, dispose_1}, check_all},
    {0},
};
