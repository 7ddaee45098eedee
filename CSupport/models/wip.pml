/*
 * Work in progress: a producer that adds to an idle queue starts a consumer. The consumer stops when it has found the
 * queue empty and no signal has come since.
 *
 * Functions: mr_wip_signal, mr_wip_rest (mr_mpsc.h).
 *
 * Model: two producers, which add two values each. A consumer runs on one of two threads, so the next consumer may
 * begin while the previous one has not yet returned from mr_wip_rest. A value is added in one step (the explorer's
 * scenarios `mpsc-` run a real queue). Memory is sequentially consistent, as the accesses to `busy` and to the queues
 * are in the code.
 *
 * Checked: there are never two consumers; at the end, every value has been taken.
 *
 * Twin:
 * NO_LOOK_AFTER_REST  the consumer clears `busy` even if a signal has come since it last looked.
 */
#define PRODUCERS 2
#define EACH 2

/* busy */
#define IDLE 0
#define BUSY 1
#define AGAIN 2 /* and a signal has come since the consumer last looked */

byte waiting, taken;
byte busy;

bool consuming; /* not in the code: a consumer was started and has not stopped yet */
byte starts, awake;
byte finished;

inline begin_consuming() {
    assert(!consuming);
    consuming = true
}

proctype Producer() {
    byte added, was;
    do
    :: added < EACH ->
       atomic { waiting++; added++ };
       if
       :: busy == AGAIN
       :: else ->
          atomic { was = busy; busy = AGAIN };
          if
          :: was == IDLE ->
             atomic { busy = BUSY; begin_consuming(); starts++ } /* it will find all values added before */
          :: else
          fi;
          was = 0
       fi
    :: else -> break
    od;
    finished++
}

/* mr_wip_rest */
inline rest(rested) {
    atomic {
        if
#ifdef NO_LOOK_AFTER_REST
        :: true -> busy = IDLE; consuming = false; rested = true
#else
        :: busy == BUSY -> busy = IDLE; consuming = false; rested = true
        :: else -> rested = false
#endif
        fi
    };
    if
    :: rested
    :: else -> busy = BUSY
    fi
}

proctype Consumer() {
    bool rested, nothing;
end:
    do
    :: atomic { starts > 0 -> starts--; awake++ };
       do
       :: atomic {
              nothing = (waiting == 0);
              if
              :: nothing
              :: else -> waiting--; taken++
              fi
          };
          if
          :: nothing ->
             rest(rested);
             if
             :: rested -> rested = false; break
             :: else
             fi
          :: else ->
             if
             :: true
             :: true -> /* the action has drained enough: if values wait, it starts the next one */
                do
                :: atomic { waiting > 0 -> starts++; break }
                :: atomic { waiting == 0 -> skip };
                   rest(rested);
                   if
                   :: rested -> break
                   :: else
                   fi
                od;
                rested = false;
                break
             fi
          fi
       od;
       awake--
    od
}

init {
    atomic {
        run Producer();
        run Producer();
        run Consumer();
        run Consumer()
    };
    finished == PRODUCERS && starts == 0 && awake == 0;
    assert(!consuming && busy == IDLE);
    assert(waiting == 0 && taken == PRODUCERS * EACH)
}
