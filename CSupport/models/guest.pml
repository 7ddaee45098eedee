/*
 * Sections of threads without a record, in the portable back end: a guest counts itself in on one of two sides, and the
 * thread that frees waits until each side has been empty once.
 *
 * Functions: enter_as_guest, mr_reclaim_leave_unmarked, wait_for_guests (mr_reclaim_portable.c). Two guests go in twice
 * each. A guest's count waits in a buffer of its own, which empties at any time, and at the fence. The side that a guest
 * finds may be old, so it is any. The other thread unlinks and frees two objects, one after the other.
 *
 * Holds: no object is read after it was freed.
 * NO_FENCE  the guest's count is still in its buffer when the object is read.
 * ONE_SIDE  only one side is waited for, each time the other one.
 * NO_WAIT   no side is waited for.
 */
#define GUESTS 2

byte guests[2];        /* by side */
byte buffered[GUESTS]; /* the side that the guest has counted itself in on, plus 1; 0 once the count has arrived */
bool linked[2] = true, freed[2];

inline arrive(guest) {
    atomic { buffered[guest] != 0 -> guests[buffered[guest] - 1]++; buffered[guest] = 0 }
}

proctype Buffer(byte guest) {
end:
    do
    :: arrive(guest)
    od
}

inline look(object) {
    found = linked[object];
    if
    :: found -> assert(!freed[object]) /* reads the object */
    :: else
    fi
}

proctype Guest(byte guest) {
    byte side, round;
    bool found;
    do
    :: round < 2 ->
       if
       :: side = 0
       :: side = 1
       fi;
       atomic { buffered[guest] == 0 -> buffered[guest] = side + 1 };
#ifndef NO_FENCE
       buffered[guest] == 0;
#endif
       look(0);
       look(1);
       atomic { buffered[guest] == 0 -> guests[side]-- }; /* the same word, so after the count */
       round++
    :: else -> break
    od
}

proctype Freer() {
    byte object;
    do
    :: object < 2 ->
       linked[object] = false;
#ifndef NO_WAIT
#ifdef ONE_SIDE
       guests[object] == 0;
#else
       guests[0] == 0;
       guests[1] == 0;
#endif
#endif
       freed[object] = true;
       object++
    :: else -> break
    od
}

init {
    atomic {
        run Buffer(0);
        run Buffer(1);
        run Guest(0);
        run Guest(1);
        run Freer()
    }
}
