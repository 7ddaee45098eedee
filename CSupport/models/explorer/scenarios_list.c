/* Emitting, joining, leaving, closing, and the end of the list's owner. */
#include "subscriptions.h"

static void complete(void) { end(MR_SUBJECT_COMPLETED); }
static void drop_all(void) { end(MR_SUBJECT_SILENT); }

static void emit_1(void) { emit(1); }
static void emit_2(void) { emit(2); }
static void emit_twice(void) { emit(1), emit(2); }
static void dispose_0(void) { dispose(0); }
static void dispose_1(void) { dispose(1); }
static void dispose_2(void) { dispose(2); }
static void dispose_0_1(void) { dispose(0), dispose(1); }
static void dispose_2_3(void) { dispose(2), dispose(3); }

static void two(void) { reset(), subscribe_all(0, 1); }

/* as if an emission had visited the slots before */
static void two_seen(void) {
    two();
    for (int i = 0; i < 2; i++)
        mr_subject_list(&subject)->head->slots[i] |= MR_SLOT_SEEN;
}

static void two_one_waits(void) { /* 2 exists, but is not subscribed */
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

/* the last segment is full and dead: the thread that appends the next segment unlinks the dead one */
static void last_dead(void) {
    four();
    dispose(2), dispose(3);
    make(4, 1, 0);
    make(5, 1, MR_DIRECT);
}

static void none_three_wait(void) {
    reset();
    for (int i = 0; i < 3; i++)
        make(i, 1, 0);
}

/* no other thread knows 0 and 2 before they are in the list; 1 claims its slot first */
static void none_ends_wait(void) {
    reset();
    for (int i = 0; i < 3; i++)
        make(i, 1, i == 1 ? 0 : MR_DIRECT);
}

/* two segments are full, and `last` is the second */
static void four_one_waits(void) {
    four();
    make(4, 1, 0);
}

static void subscribe_0(void) { subscribe(0); }
static void subscribe_1(void) { subscribe(1); }
static void subscribe_2(void) { subscribe(2); }
static void subscribe_4(void) { subscribe(4); }
static void subscribe_5(void) { subscribe(5); }
static void subscribe_5_dispose(void) { subscribe(5), dispose(5); }

/* a callback that emits; the innermost event disposes the sink that receives it */
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

/* Two threads emit; a callback of one thread's event disposes 0, so this needs no switch between threads. */
static void on_5_dispose_zero(int id, int event) {
    (void)id;
    if (event == 5)
        dispose(0);
}

static void eras_setup(void) {
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

/* One thread joins and leaves again and again, and no thread emits: the memory must not grow. */
static void churn_alone(void) {
    for (int round = 0; round < 12; round++) {
        make(2, 1, 0);
        subscribe(2);
        dispose(2);
        CHECK(mr_list_count(mr_subject_list(&subject)) == 2, "the two that stay are not there");
        CHECK(records[2].given_back, "not given back");
        release(records[2].object);
        records[2] = (record){0};
        /* the record of the thread, two subscriptions, the list, two segments in use */
        CHECK(arena_live_blocks() <= 1 + 2 + 1 + 2, "%zu blocks after %d rounds", arena_live_blocks(), round);
    }
}

static void churn_setup(void) {
    two_two_wait();
    make(4, 1, 0);
    make(5, 1, MR_DIRECT);
}

static void look(void) {
    mr_list *target = mr_subject_list(&subject);
    CHECK(mr_list_has_observers(target), "somebody is subscribed throughout");
    size_t count = mr_list_count(target);
    CHECK(count >= 1 && count <= 4, "the count is %zu", count);
}

static void double_dispose_emit(void) {
    dispose(1);
    emit(1);
}

const scenario list_scenarios[] = {
    {"emit-emit-dispose", 3, 3, two, {emit_1, emit_2, dispose_0}, check_all},
    {"emit-dispose-dispose", 3, 3, two, {emit_1, dispose_0, dispose_1}, check_all},
    {"emit-double-dispose", 3, 3, two, {emit_1, dispose_1, double_dispose_emit}, check_all},
    {"emit-seen", 3, 2, two_seen, {emit_1, dispose_0, dispose_1}, check_all},
    {"emit-emit-seen", 3, 2, two_seen, {emit_1, emit_2, dispose_0}, check_all},
    {"emit-join-leave", 3, 2, two_one_waits, {emit_twice, subscribe_2, dispose_0}, check_all},
    {"join-dispose", 3, 3, two_one_waits, {subscribe_2, dispose_2, emit_1}, check_all},
    {"self-dispose", 3, 2, self_dispose_setup, {emit_1, emit_2, dispose_1}, check_all},
    {"nested", 2, 3, nested_setup, {emit_1, dispose_0_1}, check_all},
    {"eras", 3, 2, eras_setup, {emit_1, emit_5, dispose_2}, check_all},
    {"eras-two", 3, 2, four, {emit_twice, emit_twice, dispose_0_1}, check_all},

    {"join-join-end", 3, 3, none_three_wait, {subscribe_0, subscribe_1, complete}, check_ended},
    {"join-ends", 3, 3, none_ends_wait, {subscribe_0, subscribe_2, emit_1}, check_all},
    {"join-ends-claim", 3, 3, none_ends_wait, {subscribe_0, subscribe_1, subscribe_2}, check_all},
    {"join-ends-end", 3, 3, none_ends_wait, {subscribe_0, subscribe_1, complete}, check_ended},
    {"close-join-leave", 3, 2, two_one_waits, {complete, subscribe_2, dispose_0}, check_ended},
    {"close-join-dispose", 3, 2, two_one_waits, {complete, subscribe_2, dispose_2}, check_ended},
    {"close-silent", 3, 2, two, {drop_all, dispose_0, dispose_0_1}, check_silent},
    {"close-silent-emit", 3, 2, two, {drop_all, dispose_0, emit_1}, check_silent},
    {"close-segments", 3, 2, five, {complete, dispose_0_1, emit_1}, check_ended},
    {"close-close-emit", 3, 2, two, {complete, complete, emit_1}, check_ended},
    {"close-inside", 3, 2, complete_inside_setup, {emit_1, emit_2, subscribe_2}, check_ended},

    {"leave-drain", 3, 3, two, {destroy, dispose_0, dispose_1}, check_all},
    {"leave-drain-segments", 3, 2, five, {destroy, dispose_0_1, dispose_2_3}, check_all},
    {"leave-drain-last", 2, 3, five, {destroy, dispose_2_3}, check_all},
    {"retire-append", 3, 2, two_one_waits, {dispose_0_1, subscribe_2, emit_1}, check_all},
    {"retire-append-late", 2, 4, two_one_waits, {dispose_0_1, subscribe_2}, check_all},
    {"retire-last", 3, 2, four_one_waits, {dispose_2_3, subscribe_4, emit_1}, check_all},
    {"retire-hint", 3, 3, last_dead, {subscribe_4, dispose_0, subscribe_5}, check_all},
    {"retire-neighbours", 3, 2, six, {dispose_0_1, dispose_2_3, emit_1}, check_all},
    {"retire-unlinking", 2, 3, six, {dispose_0_1, dispose_2_3}, check_all},
    {"churn", 2, 3, churn_setup, {churn, churn_other}, check_all},
    {"churn-emit", 3, 2, churn_setup, {churn, churn_other, emit_1}, check_all},
    {"churn-alone", 1, 0, two, {churn_alone}, check_all},
    {"churn-leave", 3, 2, churn_setup, {churn, dispose_0_1, subscribe_5_dispose}, check_all},
    {"count", 3, 2, three_two_wait, {look, dispose_0_1, churn_other}, check_all},

    {0},
};
