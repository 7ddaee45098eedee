/*
 * Batches and the phase bit: emissions that overlap without end must not keep a sink for ever, and none may lose a sink
 * that it can still reach. A pin carries the phase; a batch waits for the pins of the phase before it only.
 *
 * Functions: mr_emission_begin, mr_emission_next, mr_emission_end (mr_list.h); mr_list_leave (mr_list.c);
 * mr_list_take_back (mr_list_collect.c); mr_pinned, mr_pinned_in_phase (mr_pin.c). Two emitters that emit EMISSIONS times each, two sinks that one disposer
 * takes out one after the other; both have been seen (pin.pml has the mark). `deferred` and `batch` are sets with one bit per sink. Sequentially consistent.
 *
 * Holds: no emission uses a sink after its release, and both have been released once when all is over.
 * NO_RECHECK  mr_emission_begin does not read the phase again after pinning.
 */
#define EMITTERS 2
#define SINKS 2
#ifndef EMISSIONS
#define EMISSIONS 2
#endif
#define PINNED 2 /* beside the phase in a pin */

bool phase;
bool in_slot[SINKS] = true; /* false: the tombstone */
byte pin[EMITTERS];
byte deferred, batch;
bool collecting;

byte in_use[EMITTERS]; /* not in the code: the sinks that an emission has loaded and may call */
byte released;
byte finished;

inline release(sinks) {
    atomic {
        assert(!(released & (sinks)));
        assert(!(in_use[0] & (sinks)) && !(in_use[1] & (sinks)));
        released = released | (sinks)
    }
}

/* pinned(): one record after the other; `mask` leaves the phase out where both count */
inline scan(found, wanted, mask) {
    found = false;
    i = 0;
    do
    :: i < EMITTERS && !found -> atomic { found = ((pin[i] & (mask)) == (wanted)); i++ }
    :: else -> break
    od;
    i = 0
}

inline collect() {
    do
    :: atomic { was = collecting; collecting = true };
       if
       :: was -> break
       :: else
       fi;
       atomic { held = batch; seen = phase };
       if
       :: held == 0 ->
          atomic { held = deferred; deferred = 0 };
          if
          :: held != 0 -> batch = held; seen = !seen; phase = seen
          :: else
          fi
       :: else
       fi;
       blocked = false;
       if
       :: held != 0 -> scan(blocked, PINNED + (1 - seen), 3)
       :: else
       fi;
       if
       :: held != 0 && !blocked -> batch = 0; release(held)
       :: else
       fi;
       collecting = false;
       if
       :: blocked ->
          scan(blocked, PINNED + (1 - seen), 3);
          if
          :: blocked -> break
          :: else
          fi
       :: else ->
          held = deferred;
          if
          :: held == 0 -> break
          :: else
          fi
       fi
    od;
    atomic { was = false; held = 0; seen = false; blocked = false }
}

/* mr_list_has_garbage, and mr_list_collect where there is some */
inline look() {
    held = deferred;
    if
    :: held == 0 -> held = batch
    :: else
    fi;
    if
    :: held != 0 -> collect()
    :: else
    fi
}

inline load_slot(sink) {
    atomic {
        if
        :: in_slot[sink] ->
           assert(!(released & (1 << sink)));
           in_use[me] = in_use[me] | (1 << sink)
        :: else
        fi
    }
}

proctype Emitter(byte me) {
    byte i, held, emissions;
    bool was, blocked, seen, now;
    do
    :: emissions < EMISSIONS ->
       emissions++;
       seen = phase;
#ifdef NO_RECHECK
       pin[me] = PINNED + seen;
#else
       do
       :: pin[me] = PINNED + seen;
          now = phase;
          if
          :: now == seen -> break
          :: else -> seen = now
          fi
       od;
#endif
       seen = false;
       now = false;
       load_slot(0);
       load_slot(1);
       in_use[me] = 0; /* the calls have returned; nothing of the emission's is loaded any more */
       pin[me] = 0;
       look()
    :: else -> break
    od;
    finished++
}

proctype Disposer() {
    byte i, held, sink;
    bool was, blocked, seen;
    do
    :: sink < SINKS ->
       in_slot[sink] = false;
       scan(blocked, PINNED, PINNED);
       if
       :: !blocked -> release(1 << sink)
       :: else -> deferred = deferred | (1 << sink)
       fi;
       look();
       sink++
    :: else -> break
    od;
    finished++
}

init {
    atomic {
        run Emitter(0);
        run Emitter(1);
        run Disposer()
    };
    finished == EMITTERS + 1;
    assert(released == 3)
}
