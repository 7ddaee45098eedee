/*
 * The gate: the place where the events of an operator's sources meet.
 *
 * One thread at a time is inside and delivers. Another thread leaves its event in the queue. The thread inside delivers
 * that event, or finds it after it has left. It delivers one event of other threads at a time, and leaves the gate
 * before it delivers the next one. A disposer closes the gate and drops the events that wait.
 *
 * Functions: mr_gate_enter, mr_gate_push, mr_gate_next, mr_gate_leave, mr_gate_close (mr_gate.h);
 * GateWork.deliver, catchUp, settle, doBatch and close, which call them.
 *
 * Model: two threads that send events 1 … EACH, and a third thread that sends one event; batches of one. With CLOSING,
 * a disposer takes the place of the third thread. The queue keeps the order of pushes, since the code takes the whole
 * chain and reverses it. Memory is sequentially consistent, as the accesses to `owner`, `queue` and `taken` are in the
 * code.
 *
 * Checked: two threads never deliver at the same time; while the gate is not closed, every event is delivered once, and
 * the events of each thread in order; after the gate was closed, it keeps no event, even while the thread inside is
 * blocked in a callback.
 *
 * Variant:
 * CLOSING         two sending threads, and a disposer.
 *
 * Twins (the last two define CLOSING):
 * NO_SECOND_LOOK  a thread that leaves does not look at the queue afterwards.
 * NO_FIRST_LOOK   a thread that enters with an event of its own does not first deliver the events that wait.
 * NO_SECOND_TRY   a thread that has pushed an event does not try to enter again.
 * NO_CLOSED_LOOK  a thread that has put back events that it had taken does not check whether the gate is closed.
 * KEEPS_TAKEN     closing drops the events of `queue`, but not those of `taken`.
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
byte heard[THREADS]; /* the last event of each thread that was delivered */
byte delivered;
bool emptied; /* the gate has been closed */

inline deliver(event) {
    /* two steps, so that other threads can run in between; a callback may block here for ever */
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

/* mr_gate_next, and its caller's check whether the gate is closed; `event` is 0 if no event waits */
inline next() {
    event = 0;
    atomic { /* the exchange of `taken`: the caller owns the chain now */
        do
        :: taken?rest -> mine!rest
        :: empty(taken) -> break
        od
    };
    atomic { /* if `taken` was empty, the exchange of `queue` */
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
       atomic { /* the caller puts the rest back */
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

/* GateWork.doBatch: delivers until it has delivered one event of another thread; own events do not count */
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
       :: WAITS -> skip /* another thread may enter before this thread does */
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
