/*
 * The pin protocol: an emission pins the list before it loads the slot, a disposer exchanges the slot before it reads
 * the pins, and whoever unpins looks for what was put aside meanwhile. The first emission that visits a slot marks it
 * before it touches the sink; a disposer that finds no mark does not look at pins.
 *
 * Functions: mr_emission_begin, mr_emission_next, mr_slots_meet, mr_emission_end (mr_list.h); mr_list_leave, let_go
 * (mr_list.c); mr_list_take_back (mr_list_collect.c); mr_pinned (mr_pin.c). Two emitters, one disposer, one sink. The
 * phase is left out (phase.pml has it): each emitter emits once, so every pin counts. Interleavings are sequentially
 * consistent, as the exchanges and loads concerned are.
 *
 * Holds: no emission uses the sink after its release, and it has been released once when all is over.
 * NO_BARRIER      the pin is a plain store: it may sit in a one-entry store buffer while the slot is loaded.
 * PLAIN_MARK      the mark is a load and a store.
 * MARK_AFTER      the sink is touched before its slot is marked.
 * NO_SECOND_LOOK  collect() does not look again after letting go of its flag.
 */
#define EMITTERS 2

#define TOMB 0
#define UNSEEN 1
#define SEEN 2

byte slot = UNSEEN;
bool pin[EMITTERS];
bool deferred, batch, collecting;

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

/* pinned(): one record after the other */
inline scan(found) {
    found = false;
    i = 0;
    do
    :: i < EMITTERS && !found -> found = pin[i]; i++
    :: else -> break
    od
}

inline collect() {
    do
    :: atomic { was = collecting; collecting = true };
       if
       :: was -> break
       :: else
       fi;
       held = batch;
       if
       :: !held ->
          atomic { held = deferred; deferred = false };
          if
          :: held -> batch = true
          :: else
          fi
       :: else
       fi;
       blocked = false;
       if
       :: held -> scan(blocked)
       :: else
       fi;
       if
       :: held && !blocked -> batch = false; release()
       :: else
       fi;
       collecting = false;
#ifdef NO_SECOND_LOOK
       break
#else
       if
       :: blocked ->
          scan(blocked);
          if
          :: blocked -> break
          :: else
          fi
       :: else ->
          held = deferred;
          if
          :: !held -> break
          :: else
          fi
       fi
#endif
    od
}

/* mr_list_has_garbage, and mr_list_collect where there is some */
inline look() {
    held = deferred;
    if
    :: !held -> held = batch
    :: else
    fi;
    if
    :: held -> collect()
    :: else
    fi
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
    byte i, found;
    bool was, held, blocked;
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
    pin[me] = false;
    look();
    finished++
}

proctype Disposer() {
    byte i;
    bool was, held, blocked;
    atomic { blocked = (slot == SEEN); slot = TOMB };
    if
    :: blocked -> scan(blocked)
    :: else
    fi;
    if
    :: !blocked -> release()
    :: else -> deferred = true
    fi;
    look();
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
