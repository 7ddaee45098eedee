/*
 * The gate: one thread at a time delivers; another leaves its event in a queue, and the thread that is inside delivers it,
 * or finds it after leaving. Of other threads' events it delivers one at a time, and leaves the gate before the next. A
 * disposer closes the gate and drops what waits.
 *
 * Functions: mr_gate_enter, mr_gate_push, mr_gate_next, mr_gate_leave, mr_gate_close (mr_gate.h), and GateWork.catchUp,
 * settle, doBatch and close, which put them together, with a batch of one. Two threads send events 1…EACH, a third one. The
 * queue keeps the order of pushes: it is taken as a whole and turned round. Sequentially consistent, as the accesses to
 * `owner`, `queue` and `taken` are.
 *
 * Holds: two threads never deliver at once; every event is delivered once, each thread's in order, as long as the gate is
 * not closed; afterwards nothing is kept in it, whatever the thread inside is at.
 * CLOSING         two of the threads, and the disposer.
 * NO_SECOND_LOOK  a thread that leaves does not look at the queue afterwards.
 * NO_FIRST_LOOK   a thread that enters with an event of its own does not deliver what waits before.
 * NO_SECOND_TRY   a thread that has pushed does not try to enter again.
 * NO_CLOSED_LOOK  a thread that has put back what it took does not look whether the gate is closed.
 * KEEPS_TAKEN     closing drops the queue alone.
 */
#if defined(NO_CLOSED_LOOK) || defined(KEEPS_TAKEN)
#define CLOSING
#endif

#define THREADS 3
#define EACH 2

#ifdef CLOSING
#define IN_ORDER(event) ((event) % 10 > heard[(event) / 10])
#else
#define IN_ORDER(event) ((event) % 10 == heard[(event) / 10] + 1)
#endif

byte owner; /* 0: free; else thread + 1 */
bool closed;
chan queue = [THREADS * EACH] of { byte };
chan taken = [THREADS * EACH] of { byte };
byte inside;
byte heard[THREADS]; /* the last event of each */
byte delivered;
bool emptied; /* the closing is over */

inline deliver(event) {
    /* two steps, so that others can come between; a callback may block here for ever */
    assert(inside == 0);
    inside++;
    assert(!emptied || empty(taken));
    atomic {
        assert(IN_ORDER(event));
        heard[(event) / 10] = (event) % 10;
        delivered++
    };
    inside--
}

/* GateWork.close and mr_gate_close */
inline drop() {
    atomic {
        closed = true;
        do
        :: queue?_
        :: empty(queue) -> break
        od
    };
#ifndef KEEPS_TAKEN
    atomic {
        do
        :: taken?_
        :: empty(taken) -> break
        od
    }
#endif
}

/* mr_gate_next, and the look that its caller takes; `event` is 0 if nothing waits */
inline next() {
    event = 0;
    atomic { /* the exchange of `taken`: the chain is the caller's */
        do
        :: taken?rest -> mine!rest
        :: empty(taken) -> break
        od
    };
    atomic { /* else that of `queue` */
        if
        :: empty(mine) ->
           do
           :: queue?rest -> mine!rest
           :: empty(queue) -> break
           od
        :: nempty(mine)
        fi;
        if
        :: nempty(mine) -> mine?event
        :: empty(mine)
        fi
    };
    if
    :: nempty(mine) ->
       atomic { /* what is left is put back */
           do
           :: mine?rest -> taken!rest
           :: empty(mine) -> break
           od
       };
#ifndef NO_CLOSED_LOOK
       if
       :: closed -> drop()
       :: else
       fi
#else
       skip
#endif
    :: empty(mine)
    fi
}

/* one event of another thread's, and all of one's own before it */
inline batch() {
    do
    :: next();
       if
       :: event == 0 -> break
       :: event != 0 ->
          deliver(event);
          if
          :: event / 10 != me -> break
          :: else
          fi
       fi
    od
}

#define WAITS (len(queue) + len(taken) > 0)

/* GateWork.settle */
inline settle() {
    do
    :: atomic { owner == 0 -> owner = me + 1 };
       batch();
       owner = 0;
#ifdef NO_SECOND_LOOK
       break
#else
       if
       :: WAITS -> skip /* and perhaps another thread comes in before this one goes on */
       :: else -> break
       fi
#endif
    :: owner != 0 -> break
    od
}

proctype Thread(byte me; byte each) {
    chan mine = [THREADS * EACH] of { byte };
    byte sent, event, rest;
    bool stays;
    do
    :: sent < each ->
       sent++;
       stays = false;
       if
       :: atomic { owner == 0 -> owner = me + 1 };
          stays = true;
#ifndef NO_FIRST_LOOK
          if
          :: WAITS ->
             batch();
             if
             :: WAITS -> owner = 0; stays = false /* GateWork.catchUp */
             :: else
             fi
          :: else
          fi;
#endif
          if
          :: stays ->
             deliver((me * 10 + sent));
             owner = 0;
#ifndef NO_SECOND_LOOK
             if
             :: WAITS -> settle()
             :: else
             fi
#endif
          :: else
          fi
       :: owner != 0
       fi;
       if
       :: !stays ->
          atomic { /* mr_gate_push */
              if
              :: closed
              :: else -> queue!(me * 10 + sent)
              fi
          };
#ifndef NO_SECOND_TRY
          if
          :: !closed -> settle()
          :: closed
          fi
#endif
       :: else
       fi
    :: else -> break
    od
}

#ifdef CLOSING
proctype Disposer() {
    drop();
    emptied = true
}
#endif

init {
    atomic {
        run Thread(0, EACH);
        run Thread(1, EACH);
#ifdef CLOSING
        run Disposer()
#else
        run Thread(2, 1)
#endif
    };
    (_nr_pr == 1);
#ifndef CLOSING
    assert(delivered == 2 * EACH + 1);
#endif
    assert(empty(queue) && empty(taken) && owner == 0)
}
