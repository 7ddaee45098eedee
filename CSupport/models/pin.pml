/*
 * The pin protocol: an emission, and the disposal of a sink that the emission may reach.
 *
 * An emission pins the list and then loads the slot. A disposer exchanges the slot for a tombstone and then reads the
 * pins. If it finds the pin of an emission that can reach the sink, it pushes a node for the sink onto that pin's
 * stack, and then loads the pin again. The emission unpins and then looks at its stack. The first emission that visits
 * a slot marks the slot before it uses the sink. A disposer that takes a sink out of an unmarked slot reads no pins.
 *
 * Functions: mr_emission_begin, mr_emission_next, mr_emission_end (mr_list.h); mr_slots_meet (mr_list_vacant.c);
 * mr_list_leave (mr_list.c); mr_list_hand_over, settle, mr_pin_settle (mr_list_collect.c); mr_pin_find (mr_pin.c).
 *
 * Model: two emitters and one disposer, with one sink. Each emitter emits once, so every pin counts: era and end are
 * left out (handover.pml has them). Memory is sequentially consistent, as these accesses are in the code.
 *
 * Checked: no emission uses the sink after the release of the sink; at the end, the sink has been released once.
 *
 * Twins:
 * NO_BARRIER      the pin is a plain store: it may wait in a one-entry store buffer while the slot is loaded.
 * PLAIN_MARK      the emission marks the slot with a load and a store, not with a compare-and-swap.
 * MARK_AFTER      the emission uses the sink before it marks the slot.
 * NO_SECOND_LOOK  the thread that pushes a node does not load the pin again.
 * LOOK_FIRST      the emission looks at its stack before it unpins.
 */
#define EMITTERS 2
#define NOBODY EMITTERS

#define TOMB 0
#define UNSEEN 1
#define SEEN 2

byte slot = UNSEEN;
bool pin[EMITTERS];
bool garbage[EMITTERS]; /* whether the sink's node is in the pin's stack */

bool in_use[EMITTERS]; /* not in the code: the emitter has loaded the sink and may call it */
bool released;
byte finished;

inline release() {
    atomic {
        assert(!released);
        assert(!in_use[0] && !in_use[1]);
        released = true
    }
}

/* mr_pin_find: reads one record after the other */
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

/* settle, by the thread that owns the node */
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
    atomic { /* the load of the slot, and the call if the slot is marked */
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
       !buffered[me]; /* the compare-and-swap that follows empties the buffer first */
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
    !buffered[me]; /* the exchange that unpins empties the buffer first */
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
