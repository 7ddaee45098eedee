/*
 * Threads that are put to sleep: a scan leaves out those that are not awake. A disposer that found a thread idle sets
 * DROWSY, looks at its pin once more, and takes AWAKE away if DROWSY is still there. An emission looks at the bits after
 * its pin is in place and before it loads a slot, and sets AWAKE alone.
 *
 * Functions: mr_thread_stay_awake, mr_thread_wake (mr_pin.h, mr_pin.c), mr_emission_begin, mr_emission_end (mr_list.h);
 * mr_pin_find, rest (mr_pin.c). One emitter that emits EMISSIONS times, two disposers with a sink each, which put it to
 * sleep as soon as they find it idle. What is handed over is released when the emission ends (pin.pml has that).
 * Sequentially consistent, as the accesses are.
 *
 * Holds: no emission uses a sink after its release.
 * NO_LOOK    whoever puts the thread to sleep does not look at its pin once more.
 * BLINDLY    AWAKE is taken away whether or not DROWSY is still there.
 * TWO        two may be putting the thread to sleep at once: one takes the other's DROWSY for its own.
 * WAKE_FIRST an emission looks at the bits before its pin is in place.
 */
#ifndef EMISSIONS
#define EMISSIONS 3
#endif
#define SINKS 2
#define AWAKE 1
#define DROWSY 2

byte state = AWAKE;
bool pin, resting;
bool in_slot[SINKS] = true;
bool handed[SINKS];
bool in_use[SINKS], released[SINKS]; /* not in the code */

inline stay_awake() {
    found = state;
    if
    :: found != AWAKE ->
       atomic { state = state & ~DROWSY };
       atomic { state = state | AWAKE }
    :: else
    fi
}

inline load_slot(s) {
    atomic {
        if
        :: in_slot[s] -> assert(!released[s]); in_use[s] = true
        :: else
        fi
    }
}

proctype Emitter() {
    byte found, emissions;
    do
    :: emissions < EMISSIONS ->
       emissions++;
#ifdef WAKE_FIRST
       stay_awake();
       pin = true;
#else
       pin = true;
       stay_awake();
#endif
       load_slot(0);
       load_slot(1);
       atomic { in_use[0] = false; in_use[1] = false };
       pin = false;
       found = 0
    :: else -> break
    od
}

proctype Disposer(byte mine) {
    byte found;
    bool mine_to_rest, is_idle;
    /* a disposal before, of another list, that put the thread to sleep */
    do
    :: true -> break
    :: true ->
       found = state;
       if
       :: found & AWAKE -> is_idle = !pin
       :: else -> is_idle = false
       fi;
       if
       :: is_idle ->
#ifndef TWO
          atomic { mine_to_rest = !resting; resting = true };
          if
          :: !mine_to_rest -> goto over
          :: else
          fi;
#endif
          atomic { state = state | DROWSY };
#ifndef NO_LOOK
          is_idle = !pin;
#endif
          if
          :: is_idle ->
             atomic {
                 if
#ifdef BLINDLY
                 :: true -> state = 0
#else
                 :: state & DROWSY -> state = 0
#endif
                 :: else
                 fi
             }
          :: else -> atomic { state = state & ~DROWSY }
          fi;
#ifndef TWO
          resting = false;
#endif
over:     skip
       :: else
       fi;
       break
    od;
    in_slot[mine] = false;
    found = state;
    if
    :: found & AWAKE -> is_idle = !pin
    :: else -> is_idle = true
    fi;
    if
    :: is_idle -> atomic { assert(!in_use[mine]); released[mine] = true }
    :: else
    fi
}

proctype Sleeper() { /* a third one, which does nothing but that */
    bool is_idle, mine_to_rest;
    is_idle = (state & AWAKE) && !pin;
    if
    :: is_idle ->
#ifndef TWO
       atomic { mine_to_rest = !resting; resting = true };
       if
       :: !mine_to_rest -> goto over
       :: else
       fi;
#endif
       atomic { state = state | DROWSY };
#ifndef NO_LOOK
       is_idle = !pin;
#endif
       if
       :: is_idle ->
          atomic {
              if
#ifdef BLINDLY
              :: true -> state = 0
#else
              :: state & DROWSY -> state = 0
#endif
              :: else
              fi
          }
       :: else -> atomic { state = state & ~DROWSY }
       fi;
#ifndef TWO
       resting = false;
#endif
over:  skip
    :: else
    fi
}

init {
    atomic {
        run Emitter();
        run Sleeper();
        run Disposer(0);
        run Disposer(1)
    }
}
