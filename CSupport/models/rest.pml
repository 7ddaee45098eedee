/*
 * Threads that are put to sleep: a scan for pins leaves out threads that are not awake.
 *
 * A disposer that has found a thread idle sets DROWSY, looks at the thread's pin once more, and clears AWAKE and DROWSY
 * if the pin is idle and DROWSY is still set. An emission loads the bits after its pin is in place and before it loads
 * a slot. If the bits are anything but AWAKE alone, the emission clears DROWSY and sets AWAKE.
 *
 * Functions: mr_thread_stay_awake, mr_thread_wake (mr_pin.h, mr_pin.c); mr_emission_begin, mr_emission_end (mr_list.h);
 * mr_pin_find, rest (mr_pin.c).
 *
 * Model: one emitter, which emits EMISSIONS times; two disposers with a sink each, which may first put the emitter to
 * sleep; a third thread, which may do only that. A thread is put to sleep as soon as one look finds it idle. A sink
 * that is handed over stays with the emission (pin.pml has its release). Memory is sequentially consistent, as these
 * accesses are in the code.
 *
 * Checked: no emission uses a sink after the release of the sink.
 *
 * Twins:
 * NO_LOOK    the disposer that has set DROWSY does not look at the pin once more.
 * BLINDLY    the disposer clears AWAKE whether or not DROWSY is still set.
 * TWO        two disposers may put the thread to sleep at the same time: one takes the other's DROWSY for its own.
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
    /* perhaps an earlier disposal, in another list, puts the emitter to sleep */
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

proctype Sleeper() { /* a third thread, which only puts the emitter to sleep */
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
