/*
 * The wake word: whoever adds to a queue that nobody is at starts a consumer, which rests when it has found the queue
 * empty and nothing has come since.
 *
 * Functions: mr_wip_signal, mr_wip_rest (mr_wip.h). Two producers that add two values each; the consumer that a
 * signal starts runs on one of two threads, so that it may begin while the one before is still about to return from
 * rest. A value is there in one step; what the queues themselves do is the explorer's business. Sequentially consistent,
 * as the accesses to `busy` and the queues' publications are.
 *
 * Holds: every value is taken; there are never two consumers.
 * NO_LOOK_AFTER_REST  the consumer clears `busy` whether or not something came since it last looked.
 */
#define PRODUCERS 2
#define EACH 2

/* busy */
#define IDLE 0
#define BUSY 1
#define AGAIN 2 /* and something has been added since the consumer last looked */

byte waiting, taken;
byte busy;

bool consuming; /* not in the code: somebody has been told to consume and has not rested */
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
             atomic { busy = BUSY; begin_consuming(); starts++ } /* whatever is there already, the consumer will see */
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
             :: true -> /* enough for one action: leaves the rest to the next one */
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
