/*
 * Joining a subject with memory: the snapshot and the live events follow each other without a gap, a repetition or an
 * inversion, and the observer is called by one thread at a time.
 *
 * Functions: BehaviorSubject.begin, ReplaySubject.begin, ObserverList.join, ObserverList.deliver, which take the lock
 * (mr_lock.h) or run without it; ReplayingSink.take, enqueue, goOn, over a gate (mr_gate.h; the model `gate` has more of
 * it) that is opened wide when nothing waits. One emitter sends 1 to EVENTS and then the end; two subscribers join
 * meanwhile, each of which is inside its gate until it has delivered its snapshot. After each event of the other thread's, a
 * thread leaves the gate for a moment. The snapshot is the latest element, so that what comes live must be the next number.
 * Sequentially consistent.
 *
 * Holds: each subscriber hears its snapshot, then every number behind it, then the end, once each; no thread calls it
 * while another does; when `subscribe` returns it has heard its snapshot, and nothing waits in its queue for ever.
 * NO_LOCK      the value is stored and the list's end read in two steps, with no lock.
 * NO_QUEUE      a live event is delivered at once although the snapshot has not been.
 * BLIND_SWITCH  the sink is made live whether or not something waits.
 */
#define SUBSCRIBERS 2
#define EVENTS 2
#define END 3 /* EVENTS + 1: how the end is told from an element */

/* the subject */
bool lock;
byte value;
bool ended;
bool joined[SUBSCRIBERS];

/* a sink's gate; that a thread takes all nodes at once and turns them round keeps their order */
byte owner[SUBSCRIBERS]; /* 0: free; 1: the subscriber; 2: the emitter */
chan queue[SUBSCRIBERS] = [END] of { byte };
bool live[SUBSCRIBERS];

/* not in the code */
byte heard[SUBSCRIBERS]; /* the last number; 0 is the value that the subject was made with */
bool begun[SUBSCRIBERS];
bool busy[SUBSCRIBERS];
byte finished;

inline enter() {
#ifdef NO_LOCK
    skip
#else
    atomic { !lock -> lock = true }
#endif
}

inline leave() {
#ifdef NO_LOCK
    skip
#else
    lock = false
#endif
}

/* the observer's callback: two steps, so that overlapping calls are seen */
inline hear(s, number) {
    atomic { assert(!busy[s]); busy[s] = true };
    atomic {
        assert(!begun[s] || number == heard[s] + 1);
        begun[s] = true;
        heard[s] = number;
        busy[s] = false
    }
}

/* ReplayingSink.goOn, by thread `me`, which is inside */
inline go_on(s, me) {
    do
    :: true ->
       if
       :: nempty(queue[s]) -> queue[s]?event; hear(s, event) /* a batch of one: more is the emitter's own */
       :: empty(queue[s])
       fi;
#ifdef BLIND_SWITCH
       live[s] = true; owner[s] = 0;
       break;
#endif
       atomic { /* mr_gate_open_wide */
           if
           :: empty(queue[s]) -> live[s] = true
           :: nempty(queue[s])
           fi
       };
       owner[s] = 0;
       if
       :: live[s] -> break
       :: else
       fi;
       /* perhaps the other thread comes in before this one goes on */
       if
       :: atomic { owner[s] == 0 && !live[s] -> owner[s] = me }
       :: owner[s] != 0 || live[s] -> break
       fi
    od
}

/* ReplayingSink.take and enqueue */
inline receive(s, number) {
    if
#ifdef NO_QUEUE
    :: true -> hear(s, number)
#else
    :: live[s] -> hear(s, number)
    :: else ->
       atomic { /* mr_gate_push */
           taken = live[s];
           if
           :: !taken -> queue[s]!number
           :: else
           fi
       };
       if
       :: taken -> hear(s, number)
       :: else ->
          if
          :: atomic { owner[s] == 0 -> owner[s] = 2 }; go_on(s, 2)
          :: owner[s] != 0
          fi
       fi
#endif
    fi
}

proctype Emitter() {
    byte number = 1, s, event;
    bool reached[SUBSCRIBERS];
    bool taken;
    do
    :: number <= END ->
       enter();
       if
       :: number < END -> value = number
       :: else -> ended = true
       fi;
       atomic { /* mr_emission_begin: the list's end; or mr_subject_end, which closes the list */
           for (s : 0 .. SUBSCRIBERS - 1) {
               reached[s] = joined[s]
           }
           s = 0
       };
       leave();
       s = 0;
       do
       :: s < SUBSCRIBERS ->
          if
          :: reached[s] -> receive(s, number)
          :: else
          fi;
          s++
       :: else -> break
       od;
       number++
    :: else -> break
    od;
    finished++
}

proctype Subscriber(byte s) {
    byte snapshot, event;
    bool over;
    owner[s] = 1;
    enter();
    over = ended;
    snapshot = value;
    if
    :: !over -> joined[s] = true
    :: else
    fi;
    leave();
    if
    :: over -> live[s] = true; heard[s] = END; begun[s] = true /* delivers the end by itself */
    :: else ->
       hear(s, snapshot);
       go_on(s, 1)
    fi;
    assert(begun[s]);
    finished++
}

init {
    byte s;
    atomic {
        run Emitter();
        run Subscriber(0);
        run Subscriber(1)
    };
    finished == 3;
    for (s : 0 .. SUBSCRIBERS - 1) {
        assert(begun[s] && heard[s] == END && live[s] && empty(queue[s]))
    }
}
