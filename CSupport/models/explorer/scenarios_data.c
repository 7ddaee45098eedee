/*
 * What one thread leaves for another in plain memory, for the orderings that the other scenarios do not need: they make
 * their objects before the run, or keep them in words that the explorer does not watch. With strong orderings these
 * scenarios say little; with weak ones, the explorer finds each access that nothing orders.
 */
#include "subscriptions.h"

/* ---- a sink that is made during the run, then joins ---- */

static void emit_1(void) { emit(1); }
static void emit_twice(void) { emit(1), emit(2); }
static void dispose_0(void) { dispose(0); }
static void make_join_1(void) { make(1, 1, MR_DIRECT), subscribe(1); } /* no other thread knows it */
static void make_join_2(void) { make(2, 1, 0), subscribe(2); }
static void make_join_2_leave(void) { make(2, 1, 0), subscribe(2), dispose(2); }

static void subscribe_1(void) { subscribe(1); }

/* Changes the tag of a sink that is joining. */
static void claim_1(void) { mr_lifecycle_claim(&records[1].object->cell); }

static void none(void) { reset(); }
static void one(void) { reset(), subscribe_all(0, 0); }
static void one_waits(void) { one(), make(1, 1, MR_DIRECT); }
static void two(void) { reset(), subscribe_all(0, 1); }

/* ---- what an operation of a word hands over ---- */

typedef struct cargo {
    mr_lifecycle word;
    mr_gate gate;
    mr_subject subject;
    int value;
} cargo;

static cargo *target;

static void setup(void) {
    register_all();
    target = arena_allocate(sizeof(cargo), 16);
}

static void check(void) {
    CHECK(target->value <= 2, "a value that nobody wrote");
    arena_free(target);
}

static void write_dispose(void) {
    target->value = 1;
    mr_lifecycle_dispose(&target->word);
}

static void read_if_disposed(void) {
    if (mr_lifecycle_is_disposed(&target->word))
        CHECK(target->value == 1, "not what the disposer wrote");
}

static void write_terminal(void) {
    int *error = arena_allocate(sizeof(int), 16);
    *error = 7;
    mr_subject_end(&target->subject, (uintptr_t)error);
}

static void read_terminal(void) {
    uintptr_t terminal = mr_subject_terminal(&target->subject);
    if (terminal != 0)
        CHECK(*(int *)terminal == 7, "not the error");
}

static void check_terminal(void) {
    arena_free((void *)target->subject.terminal);
    check();
}

static void write_dispose_subject(void) {
    target->value = 1;
    mr_subject_dispose(&target->subject);
}

static void read_if_subject_disposed(void) {
    if (mr_subject_is_disposed(&target->subject))
        CHECK(target->value == 1, "not what the disposer wrote");
}

/* Coordinator.subscriber */
static void write_inside(void) {
    if (mr_gate_enter(&target->gate) != MR_ENTERED)
        return;
    target->value += 1;
    mr_gate_free(&target->gate);
}

const scenario data_scenarios[] = {
    {"data-join-unknown", 2, 3, one, {make_join_1, emit_twice}, check_all},
    {"data-join", 2, 3, one, {make_join_2, emit_twice}, check_all},
    {"data-join-two", 3, 2, none, {make_join_1, make_join_2, emit_1}, check_all},
    {"data-join-segment", 3, 2, two, {make_join_2, emit_1, dispose_0}, check_all},
    {"data-join-leave", 2, 3, one, {make_join_2_leave, emit_twice}, check_all},
    {"data-tag", 2, 3, one_waits, {subscribe_1, claim_1}, check_all},
    {"data-dispose", 2, 3, setup, {write_dispose, read_if_disposed}, check},
    {"data-terminal", 2, 3, setup, {write_terminal, read_terminal}, check_terminal},
    {"data-subject", 2, 3, setup, {write_dispose_subject, read_if_subject_disposed}, check},
    {"data-gate", 2, 4, setup, {write_inside, write_inside}, check},
    {0},
};
