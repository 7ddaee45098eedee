/* Threads that begin and end while other threads scan for pins. */
#include "subscriptions.h"

static void two(void) {
    reset_unregistered();
    subscribe_all(0, 1);
}

/* nests deeper than one block, so that blocks are linked while another thread scans */
static void nest(int id, int event) {
    if (event < 3)
        emit(event + 1);
    else if (event == 3)
        dispose(id);
}

static void two_nested(void) {
    two();
    records[0].on_next = nest;
}

static void emit_1(void) { emit(1); }
/* The only pin of this list is in a deeper block. */
static void emit_inside_others(int others) {
    if (others == 0) {
        emit(1);
        return;
    }
    mr_emission outer = {0};
    mr_emission_begin(&outer, mr_list_closed());
    emit_inside_others(others - 1);
    CHECK(mr_emission_end(&outer) == NULL, "the other list is empty");
}

static void emit_deeper(void) { emit_inside_others(2); }

/* Nests until two blocks are in use, then until one of them is in use again. */
static void emit_much_deeper(void) {
    emit_inside_others(5);
    emit_inside_others(2);
}

/* When the nested emissions have ended, no block is left for other threads to scan. */
static void looks_are_short(void) {
    CHECK(((mr_thread *)core_get_thread())->deeper == NULL, "a block is linked that is not in use");
}

static void emit_deep_once(void) {
    emit_much_deeper();
    looks_are_short();
}

/* A destructor that emits in each round of destructors, the last round included. */
static void emit_at_the_end(void) {
    emit(1);
    thread_ends_for_good();
    emit(2);
    emit_inside_others(3);
}

static void subscribe_at_the_end(void) {
    emit(1);
    thread_ends_for_good();
    subscribe(2);
}

static void two_one_waits(void) {
    two();
    make(2, 1, 0);
}

static void emit_2(void) { emit(2); }
static void emit_3(void) { emit(3); }
static void dispose_0(void) { dispose(0); }
static void dispose_1(void) { dispose(1); }
static void dispose_0_1(void) { dispose(0), dispose(1); }

const scenario thread_scenarios[] = {
    {"register", 3, 2, two, {emit_1, dispose_0, emit_2}, check_all},
    {"register-nested", 2, 3, two_nested, {emit_1, dispose_0_1}, check_all},
    {"register-deeper", 3, 2, two, {emit_deeper, dispose_0, dispose_1}, check_all},
    {"register-much-deeper", 2, 2, two, {emit_deep_once, dispose_0_1}, check_all},
    {"exit-late", 2, 2, two, {emit_at_the_end, dispose_0_1}, check_all},
    {"exit-late-join", 2, 3, two_one_waits, {subscribe_at_the_end, dispose_0}, check_all},
    {"exit-scan", 2, 4, two, {emit_1, dispose_0_1}, check_all},
    {"exit-exit-scan", 3, 3, two, {emit_1, emit_2, dispose_0}, check_all},
    {"exit-neighbours", 4, 2, two, {emit_1, emit_2, emit_3, dispose_0}, check_all},
    {"exit-disposers", 4, 2, two, {emit_1, dispose_1, emit_3, dispose_0}, check_all},
    {0},
};
