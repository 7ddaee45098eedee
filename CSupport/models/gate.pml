/*
 * The gate: one thread at a time delivers; another leaves its event in a queue, and whoever is inside delivers it before
 * the gate is free, or finds it after leaving.
 *
 * Functions: mr_gate_enter, mr_gate_push, mr_gate_take, mr_gate_leave (mr_gate.h), and Coordinator.enter, leave and
 * submit, which put them together. Two threads send events 1…EACH, a third one. The queue keeps the order of pushes: it
 * is taken as a whole and turned round. Sequentially consistent, as the accesses to `owner` and the queue are.
 *
 * Holds: two threads never deliver at once; every event is delivered once, each thread's in order.
 * NO_SECOND_LOOK  who leaves does not look at the queue afterwards.
 * NO_FIRST_LOOK   who enters with an event of its own does not drain the queue before.
 * NO_SECOND_TRY   who has pushed does not try to enter again.
 */
#define THREADS 3
#define EACH 2

byte owner; /* 0: free; else thread + 1 */
chan queue = [THREADS * EACH] of { byte };
byte inside;
byte heard[THREADS]; /* the last event of each */
byte delivered;

inline deliver(event) {
    /* two steps, so that others can come between */
    assert(inside == 0);
    inside++;
    atomic {
        assert((event) % 10 == heard[(event) / 10] + 1);
        heard[(event) / 10]++;
        delivered++
    };
    inside--
}

/* all that is in the queue at one moment, in order; what comes later is looked for again */
inline drain() {
    do
    :: atomic { nempty(queue) -> queue?taken };
       deliver(taken)
    :: atomic { empty(queue) -> taken = 0; break }
    od
}

/* mr_gate_leave and GateWork.drainAgain */
inline leave() {
    do
    :: owner = 0;
#ifdef NO_SECOND_LOOK
       break
#else
       if
       :: empty(queue) -> break
       :: nempty(queue) ->
          if
          :: atomic { owner == 0 -> owner = me + 1 }; drain()
          :: owner != 0 -> break
          fi
       fi
#endif
    od
}

proctype Thread(byte me; byte each) {
    byte sent, taken;
    do
    :: sent < each ->
       sent++;
       if
       :: atomic { owner == 0 -> owner = me + 1 };
#ifndef NO_FIRST_LOOK
          if
          :: nempty(queue) -> drain()
          :: empty(queue)
          fi;
#endif
          deliver((me * 10 + sent));
          leave()
       :: owner != 0 ->
          queue!(me * 10 + sent);
#ifndef NO_SECOND_TRY
          if
          :: atomic { owner == 0 -> owner = me + 1 }; drain(); leave()
          :: owner != 0
          fi
#endif
       fi
    :: else -> break
    od
}

init {
    atomic {
        run Thread(0, EACH);
        run Thread(1, EACH);
        run Thread(2, 1)
    };
    (_nr_pr == 1);
    assert(delivered == 2 * EACH + 1);
    assert(empty(queue) && owner == 0)
}
