/*
 * Broadcast: a thread that has nothing more to deliver comes to rest, and may first store the elements of senders that
 * wait. With PAUSING: a subscription pauses, goes on when there is room further down, and is disposed at any time.
 *
 * Functions: Core.send, sendLate, park, storeOfSenders, read (BroadcastCore.swift, BroadcastValues.swift); subscribe,
 * deliver, nextStep, takeOver, remove, Feed.pause (BroadcastFeed.swift); Pressure.onReopen and cancel (Pressure.swift),
 * one step each here: watermark.pml has their steps.
 *
 * Model: a ring with room for CAPACITY elements; a subscription and a task, which both hold the senders back; SENDERS
 * tasks, each of which sends EACH elements as soon as there is room. With PAUSING, also a thread that makes room further
 * down for one element at a time, and one that may dispose the subscription. What is done under the broadcast's lock is
 * one step. The lock is sequentially consistent here.
 *
 * Checked: one thread at a time calls the observer. At the end, all senders have gone on, the task has got all elements,
 * and the subscription all from those on that were sent after it had joined, each once. If the subscription is disposed,
 * what it feeds is released once, and not while the observer is called.
 *
 * Twins:
 * DROPS_ANSWER   a thread that comes to rest does not look again after it has stored elements of senders.
 * NO_TAKE_OVER   (with PAUSING) the thread that makes room delivers to a subscription without a look whether it is over.
 * NO_OWNER       (with PAUSING) a subscription belongs to nobody while it is being made.
 */
#ifdef NO_TAKE_OVER
#define PAUSING
#endif
#ifdef NO_OWNER
#define PAUSING
#endif

#define CAPACITY 1
#define SENDERS 2
#ifdef PAUSING
#define EACH 1
#else
#define EACH 2
#endif
#define ALL (SENDERS * EACH)

/* Under the lock. */
byte head, feed_at, task_at;  /* numbers of elements */
bool waiting[SENDERS];        /* senders, with their elements */
bool joined, over, in_list;   /* the subscription */
#ifdef NO_OWNER
bool owned;
#else
bool owned = true;
#endif

byte room;                    /* further down */
bool body, cancelled;         /* Pressure */
bool fed = true;              /* Feed.downstream */
byte joined_at, calls, seen, released; /* not in the code */

#define SLOWER (joined && !over && feed_at < task_at -> feed_at : task_at)
#define IS_HELD_BACK (head - SLOWER >= CAPACITY)
#define SOMEBODY_WAITS (waiting[0] || waiting[1])
#define CAN_ADMIT (SOMEBODY_WAITS && !IS_HELD_BACK)
#define HAS_WORK (in_list && feed_at < head)

inline store_of_senders(answer) {
    answer = false;
    do
    :: atomic {
           CAN_ADMIT ->
           if
           :: waiting[0] -> waiting[0] = false
           :: waiting[1] -> waiting[1] = false
           fi;
           head++;
           answer = answer || in_list
       }
    :: atomic { !CAN_ADMIT -> break }
    od
}

/* Feed.releaseDownstream: not under the lock, so the look and the exchange are two steps. */
inline release() {
    if
    :: fed -> atomic { fed = false; released++; assert(released == 1 && calls == 0) }
    :: else
    fi
}

/* Core.deliver. `has`: the thread has the subscription. */
inline deliver_all(has, step, answer) {
    do
    :: atomic {
           step = REST;
           if
           :: !has && HAS_WORK -> in_list = false; owned = true; has = true
           :: else
           fi;
           if
           :: !has
           :: has && over -> step = RELEASE
           :: has && !over && feed_at == head -> owned = false; in_list = true; has = false
#ifdef PAUSING
           :: has && !over && feed_at < head && room == 0 -> owned = false; step = PAUSE
           :: has && !over && feed_at < head && room > 0 -> feed_at++; step = DELIVER
#else
           :: has && !over && feed_at < head -> feed_at++; step = DELIVER
#endif
           fi;
           answer = CAN_ADMIT
       };
       if
       :: answer -> store_of_senders(answer)
       :: else
       fi;
#ifdef DROPS_ANSWER
       answer = false;
#endif
       if
       :: step == DELIVER ->
          atomic { calls++; assert(calls == 1 && released == 0) };
#ifdef PAUSING
          room--;
#endif
          atomic { seen++; calls-- }
       :: step == RELEASE -> release(); has = false
       :: step == PAUSE ->
          atomic {
              has = false;
              if
              :: cancelled
              :: !cancelled && room > 0 -> has = true
              :: !cancelled && room == 0 -> body = true
              fi
          };
          if
          :: has -> take_over(has)
          :: else
          fi
       :: step == REST && answer /* looks again */
       :: step == REST && !answer -> break
       fi
    od
}

inline take_over(has) {
#ifdef NO_TAKE_OVER
    owned = true
#else
    atomic {
        if
        :: over -> has = false
        :: else -> owned = true
        fi
    }
#endif
}

mtype = { REST, DELIVER, RELEASE, PAUSE };

proctype Subscriber() {
    mtype step;
    bool has = true, answer;
    atomic {
        if
        :: !over -> joined = true; feed_at = head; joined_at = head
        :: else
        fi
    };
#ifdef NO_OWNER
    owned = true;
#endif
    deliver_all(has, step, answer)
}

proctype Sender(byte me) {
    mtype step;
    bool has, answer, stored;
    byte sent;
    do
    :: sent < EACH ->
       sent++;
       atomic { /* send */
           stored = !(IS_HELD_BACK || SOMEBODY_WAITS);
           if
           :: stored -> head++; answer = in_list
           :: else -> answer = HAS_WORK
           fi
       };
       if
       :: answer -> deliver_all(has, step, answer)
       :: else
       fi;
       if
       :: stored
       :: else ->
          /* sendLate's second attempt is as park, without the wait. */
          atomic { /* park */
              stored = !(IS_HELD_BACK || SOMEBODY_WAITS);
              if
              :: stored -> head++; answer = in_list
              :: else -> waiting[me] = true; answer = false
              fi
          };
          if
          :: answer -> deliver_all(has, step, answer)
          :: else
          fi;
          !waiting[me]
       fi
    :: else -> break
    od
}

proctype Task() {
    mtype step;
    bool has, answer;
    do
    :: atomic { task_at < head -> task_at++; answer = CAN_ADMIT };
       if
       :: answer ->
          store_of_senders(answer);
          if
          :: answer -> deliver_all(has, step, answer)
          :: else
          fi
       :: else
       fi
    :: task_at == ALL -> break
    od
}

#ifdef PAUSING
/* Makes room further down, and lets the subscription go on that waits for it. */
proctype Consumer() {
    mtype step;
    bool has, answer;
    byte made;
    do
    :: made < ALL ->
       made++;
       atomic { room++; has = body; body = false };
       if
       :: has ->
          take_over(has);
          if
          :: has -> deliver_all(has, step, answer)
          :: else
          fi
       :: else
       fi
    :: made == ALL -> break
    od
}

proctype Disposer() {
    mtype step;
    bool has, answer, mine;
    atomic { over = true; in_list = false; mine = !owned };
    if
    :: mine -> release()
    :: else
    fi;
    store_of_senders(answer);
    if
    :: answer -> deliver_all(has, step, answer)
    :: else
    fi;
    atomic { cancelled = true; body = false }
}
#endif

init {
    atomic {
        run Subscriber();
        run Sender(0);
        run Sender(1);
        run Task();
#ifdef PAUSING
        run Consumer();
        if
        :: run Disposer()
        :: true
        fi
#endif
    };
    timeout; /* nobody can go on */
    assert(!SOMEBODY_WAITS && head == ALL && task_at == ALL);
    assert(over -> released == 1 : feed_at == ALL && seen == ALL - joined_at)
}
