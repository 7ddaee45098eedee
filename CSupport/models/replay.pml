/*
 * Joining a subject with memory: an observer receives its snapshot and then the live events, with no gap, no repetition
 * and no change of order, and from one thread at a time.
 *
 * A subscriber takes its snapshot and joins the observer list under the subject's lock. It is inside the gate of its
 * sink until it has delivered the snapshot. The emitter stores each value and begins the emission under the same lock,
 * and leaves the event at the gate of a sink that is not live yet. The thread inside that finds no event waiting opens
 * the gate wide: the sink is live, and the emitter calls it directly.
 *
 * Functions: BehaviorSubject.begin, ReplaySubject.begin, ObserverList.join and end, which use the lock (mr_lock.h);
 * ObserverList.deliverToReplaying, which walks the list without it; ReplayingSink.take, enqueue, goOn, which use the
 * gate (mr_gate.h; gate.pml models more of it).
 *
 * Model: one emitter, which sends 1 … EVENTS and then the end; two subscribers, which join meanwhile. A thread inside
 * leaves the gate for a moment after each event that it takes from the queue. The snapshot is the latest element, so
 * the first live element must be the next number. Memory is sequentially consistent.
 *
 * Checked: each observer receives its snapshot, then every later number, then the end, once each and in order; two
 * threads never call it at the same time; when `subscribe` returns, the observer has received its snapshot; at the end,
 * no event waits in a queue.
 *
 * Twins:
 * NO_LOCK       the value is stored and the end of the list is read in two steps, without the lock.
 * NO_QUEUE      a live event is delivered at once, even before the snapshot.
 * BLIND_SWITCH  the gate is opened wide whether or not events wait.
 */
#define SUBSCRIBERS 2
#define EVENTS 2
#define END 3 /* EVENTS + 1: the number that stands for the end */

/* the subject */
bool lock;
byte value;
bool ended;
bool joined[SUBSCRIBERS];

/* a sink's gate; the queue keeps the order of pushes, since the code takes the whole chain and reverses it */
byte owner[SUBSCRIBERS]; /* 0: free; 1: the subscriber; 2: the emitter */
chan queue[SUBSCRIBERS] = [END] of { byte };
bool live[SUBSCRIBERS];

/* not in the code */
byte heard[SUBSCRIBERS]; /* the number that was received last; 0 is the value that the subject was made with */
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

/* the observer's callback, in two steps, so that overlapping calls are found */
inline hear(s, number) {
    atomic { assert(!busy[s]); busy[s] = true };
    atomic {
        assert(!begun[s] || number == heard[s] + 1);
        begun[s] = true;
        heard[s] = number;
        busy[s] = false
    }
}

/* ReplayingSink.goOn, called by thread `me`, which is inside */
inline go_on(s, me) {
    do
    :: true ->
       if
       :: nempty(queue[s]) -> queue[s]?event; hear(s, event) /* a batch of one */
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
       /* the other thread may enter before this thread does */
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
       atomic { /* mr_emission_begin, which reads the end of the list; or mr_subject_end, which closes the list */
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
    :: over -> live[s] = true; heard[s] = END; begun[s] = true /* the subscriber delivers the end itself */
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
