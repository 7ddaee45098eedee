/*
 * The pin protocol: an emission pins the list before it loads the slot, a disposer exchanges the slot before it reads
 * the pins. What an emission can reach is handed to it: pushed onto its pin's stack; whoever pushes looks at the pin again,
 * and whoever unpins looks at the stack afterwards. The first emission that visits a slot marks it before it touches the
 * sink; a disposer that finds no mark does not look at pins.
 *
 * Functions: mr_emission_begin, mr_emission_next, mr_slots_meet, mr_emission_end (mr_list.h); mr_list_leave (mr_list.c);
 * mr_list_hand_over, settle, mr_pin_settle (mr_list_collect.c); mr_pin_find (mr_pin.c). Two emitters, one disposer, one
 * sink. Era and end are left out (handover.pml has them): each emitter emits once, so every pin counts. Interleavings are
 * sequentially consistent, as the exchanges and loads concerned are.
 *
 * Holds: no emission uses the sink after its release, and it has been released once when all is over.
 * NO_BARRIER      the pin is a plain store: it may sit in a one-entry store buffer while the slot is loaded.
 * PLAIN_MARK      the mark is a load and a store.
 * MARK_AFTER      the sink is touched before its slot is marked.
 * NO_SECOND_LOOK  whoever pushes does not look at the pin again.
 * LOOK_FIRST      an emission looks at its stack before it unpins.
 */
#define EMITTERS 2
#define NOBODY EMITTERS

#define TOMB 0
#define UNSEEN 1
#define SEEN 2

byte slot = UNSEEN;
bool pin[EMITTERS];
bool garbage[EMITTERS]; /* the stack: whether the sink's node is in it */

bool in_use[EMITTERS]; /* not in the code: who has loaded the sink and may call it */
bool released;
byte finished;

inline release() {
    atomic {
        assert(!released);
        assert(!in_use[0] && !in_use[1]);
        released = true
    }
}

/* mr_pin_find: one record after the other */
inline find(found) {
    i = 0;
    found = NOBODY;
    do
    :: i < EMITTERS && found == NOBODY ->
       atomic {
           if
           :: pin[i] -> found = i
           :: else
           fi;
           i++
       }
    :: else -> break
    od;
    i = 0
}

/* settle, with the node */
inline settle() {
    do
    :: find(one);
       if
       :: one == NOBODY -> release(); break
       :: else
       fi;
       atomic { assert(!garbage[one]); garbage[one] = true };
#ifdef NO_SECOND_LOOK
       break
#else
       if
       :: pin[one] -> break
       :: else
       fi;
       atomic { held = garbage[one]; garbage[one] = false };
       if
       :: !held -> break
       :: else
       fi
#endif
    od
}

#ifdef NO_BARRIER
bool buffered[EMITTERS];

proctype Buffer(byte me) {
end:
    do
    :: atomic { buffered[me] -> pin[me] = true; buffered[me] = false }
    od
}
#endif

proctype Emitter(byte me) {
    byte i, one, found;
    bool held;
#ifdef NO_BARRIER
    buffered[me] = true;
#else
    pin[me] = true;
#endif
    atomic { /* the load, and with a mark the call */
        found = slot;
        if
#ifdef MARK_AFTER
        :: found != TOMB -> in_use[me] = true; assert(!released)
#else
        :: found == SEEN -> in_use[me] = true; assert(!released)
#endif
        :: else
        fi
    };
    if
    :: found == UNSEEN ->
#ifdef NO_BARRIER
       !buffered[me]; /* a compare-and-swap empties the buffer */
#endif
       atomic {
#ifdef PLAIN_MARK
           slot = SEEN;
#else
           found = slot;
           if
           :: found == UNSEEN -> slot = SEEN
           :: else
           fi;
#endif
           if
           :: found != TOMB -> in_use[me] = true; assert(!released)
           :: else
           fi
       }
    :: else
    fi;
    in_use[me] = false; /* the call has returned */
#ifdef NO_BARRIER
    !buffered[me]; /* the exchange that unpins empties the buffer */
#endif
#ifdef LOOK_FIRST
    atomic { held = garbage[me]; garbage[me] = false };
    pin[me] = false;
#else
    pin[me] = false;
    atomic { held = garbage[me]; garbage[me] = false };
#endif
    if
    :: held -> settle()
    :: else
    fi;
    finished++
}

proctype Disposer() {
    byte i, one;
    bool held;
    atomic { held = (slot == SEEN); slot = TOMB };
    if
    :: held -> settle()
    :: else -> release()
    fi;
    finished++
}

init {
    atomic {
#ifdef NO_BARRIER
        run Buffer(0);
        run Buffer(1);
#endif
        run Emitter(0);
        run Emitter(1);
        run Disposer()
    };
    finished == EMITTERS + 1;
    assert(released)
}
