/*
 * The sink's word with loans, as SerialDisposable uses it: reading the content while others exchange it and dispose.
 * Checked: nothing is retained or used after it was freed; what was put in is disposed when it is replaced or when the
 * whole is disposed; no reference is left over.
 */
#include "counted.h"

static counted *serial; /* its cell holds the content */
static counted *contents[4];

/* The content, retained; NULL: none. */
static counted *borrowed(void) {
    counted *o = mr_sink_borrow(&serial->cell);
    if (o == NULL)
        return NULL;
    counted_retain(o);
    if (!mr_sink_give_back(&serial->cell, o))
        counted_release(o);
    return o;
}

static uintptr_t pay_for_loans(uintptr_t word, bool *gone) {
    counted *o = mr_sink_borrow(&serial->cell);
    *gone = o == NULL;
    if (o == NULL)
        return 0;
    uintptr_t paid = 0, current = mr_sink_word(&serial->cell);
    while (mr_sink_holds(current, o)) {
        uintptr_t loans = current / MR_LOAN;
#ifdef MR_BUG_LOAN_NOT_PAID
        loans = 1;
#endif
        for (; paid < loans; paid++)
            counted_retain(o);
        for (; paid > loans; paid--)
            counted_release(o);
        if (mr_sink_swap(&serial->cell, &current, word)) {
            counted_release(o);
            return (uintptr_t)o;
        }
    }
    for (uintptr_t i = 0; i <= paid; i++)
        counted_release(o);
    *gone = true;
    return 0;
}

static uintptr_t take_lent(uintptr_t word, uintptr_t (*take)(void *), void *argument) {
    uintptr_t taken = MR_LENT;
    while (taken == MR_LENT) {
        bool gone;
        taken = pay_for_loans(word, &gone);
        if (gone)
            taken = take(argument);
    }
    return taken;
}

static uintptr_t take_replace(void *upstream) { return mr_sink_replace(&serial->cell, upstream); }

static uintptr_t take_dispose(void *unused) {
    (void)unused;
    return mr_sink_dispose(&serial->cell);
}

/* Exchanges the content; the caller's reference stays the caller's. */
static void set(counted *o) {
    counted_retain(o);
    uintptr_t former = take_replace(o);
    if (former == MR_LENT)
        former = take_lent((uintptr_t)o, take_replace, o);
    if (former == MR_DISPOSED)
        former = (uintptr_t)o;
    if (former != 0) {
        counted_dispose((counted *)former);
        counted_release((counted *)former);
    }
}

static void dispose_serial(void) {
    uintptr_t taken = take_dispose(NULL);
    if (taken == MR_LENT)
        taken = take_lent(MR_DISPOSED | MR_STOPPED, take_dispose, NULL);
    CHECK(mr_sink_is_disposed(&serial->cell), "not disposed after dispose()");
    if (taken != MR_DISPOSED && taken != 0) {
        counted_dispose((counted *)taken);
        counted_release((counted *)taken);
    }
}

static void setup(void) {
    counted_reset();
    serial = counted_make(-1);
    for (int i = 0; i < 3; i++)
        contents[i] = counted_make(i);
    set(contents[0]);
    counted_release(contents[0]);
}

static void read_content(void) {
    counted *o = borrowed();
    if (o == NULL)
        return;
    counted_use(o);
    counted_release(o);
}

static void read_twice(void) { read_content(), read_content(); }

static void set_and_release(int id) {
    set(contents[id]);
    counted_release(contents[id]);
}

static void set_1(void) { set_and_release(1); }
static void set_2(void) { set_and_release(2); }

/* The content is put back again: the word looks as it did before. */
static void put_back_setup(void) {
    setup();
    counted_disposals[1] = counted_disposals[2] = -8; /* disposed each time that it is replaced */
    counted_retain(contents[1]);
}

static void put_back(void) { set(contents[1]), set_and_release(2), set_and_release(1); }

static void check(void) {
    dispose_serial();
    counted_release(serial);
    CHECK(counted_freed[0], "0 is left");
    CHECK(counted_disposals[0] == 1, "0 was disposed %d times", counted_disposals[0]);
    for (int i = 1; i < 3; i++)
        if (!counted_freed[i]) { /* one that nobody put in */
            CHECK(contents[i]->references == 1, "%d has %d references left", i, contents[i]->references);
            counted_release(contents[i]);
        }
}

const scenario loan_scenarios[] = {
    {"loan-read-set", 2, 4, setup, {read_twice, set_1}, check},
    {"loan-read-read-set", 3, 3, setup, {read_content, read_content, set_1}, check},
    {"loan-read-set-set", 3, 3, setup, {read_content, set_1, set_2}, check},
    {"loan-read-dispose", 3, 3, setup, {read_content, dispose_serial, read_content}, check},
    {"loan-dispose-dispose", 3, 3, setup, {read_content, dispose_serial, dispose_serial}, check},
    {"loan-set-dispose", 3, 3, setup, {read_content, set_1, dispose_serial}, check},
    {"loan-put-back", 2, 4, put_back_setup, {read_twice, put_back}, check},
    {"loan-put-back-two", 3, 3, put_back_setup, {read_content, put_back, read_content}, check},
    {"loan-put-back-dispose", 3, 3, put_back_setup, {read_content, put_back, dispose_serial}, check},
    {0},
};
