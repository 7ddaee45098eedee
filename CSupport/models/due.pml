/*
 * TaskScheduler: actions that wait for their time, and a period, each run of which schedules the next.
 *
 * Functions: start, wait, PeriodicAction.schedule and run (TaskScheduler.swift); DueActions.add, setTask, remove and move
 * (TaskScheduler+DueActions.swift); the exchange of SerialDisposable.
 *
 * Model: a period of two runs; a thread that makes it; the queue, which runs what was moved there; the task of each run,
 * which sleeps until the time has come or it is cancelled; another task, which may find any action due; a thread that may
 * dispose the period. What is done under the lock of DueActions, or of SerialDisposable, is one step. Memory is
 * sequentially consistent, as it is between two locks.
 *
 * Checked: if nobody disposes the period, both actions run, and the second one is not disposed. If somebody does, no
 * action waits and no task sleeps at the end.
 *
 * Twins:
 * STORES_LATE    a period stores the disposable of an action after the action could begin to run.
 * DROPS_MOVED    a task that is cancelled disposes its action, even if another task has moved the action to the queue.
 * NO_SECOND_LOOK a thread that has added an action does not look whether the action was disposed before.
 */
#define NONE 2

/* Under the lock of DueActions. */
bool waits[2], has_task[2];
/* Under the lock of SerialDisposable. */
byte next = NONE;
bool over;

bool queued[2], disposed[2], asleep[2], cancelled[2];
bool ran[2], is_due[2]; /* not in the code */

/* DueActions.remove. */
inline remove(k, found) {
    atomic {
        found = waits[k];
        waits[k] = false;
        cancelled[k] = cancelled[k] || has_task[k];
        has_task[k] = false
    }
}

inline dispose(k, found) {
    disposed[k] = true;
    remove(k, found)
}

/* next.disposable = … */
inline store(k, found, former) {
    atomic {
        if
        :: over -> former = k
        :: else -> former = next; next = k
        fi
    };
    if
    :: former != NONE -> dispose(former, found)
    :: else
    fi
}

inline start(k, found) {
    waits[k] = true;
    if
    :: atomic { waits[k] -> waits[k] = false; is_due[k] = true; queued[k] = true } /* due by now */
    :: true ->
       asleep[k] = true; /* the task begins */
       atomic {
           if
           :: waits[k] -> has_task[k] = true
           :: else -> cancelled[k] = true
           fi
       }
    fi;
#ifndef NO_SECOND_LOOK
    if
    :: disposed[k] -> remove(k, found)
    :: else
    fi
#endif
}

inline schedule(k, found, former) {
#ifdef STORES_LATE
    start(k, found);
    store(k, found, former)
#else
    store(k, found, former);
    start(k, found)
#endif
}

proctype Maker() {
    bool found;
    byte former;
    schedule(0, found, former)
}

proctype Queue() {
    bool found;
    byte former;
end:
    do
    :: atomic { queued[0] -> queued[0] = false; ran[0] = !disposed[0] };
       if
       :: ran[0] && !over -> schedule(1, found, former)
       :: else
       fi
    :: atomic { queued[1] -> queued[1] = false; ran[1] = !disposed[1] }
    od
}

proctype Sleeper(byte k) {
    bool found;
end:
    asleep[k];
    if
    :: cancelled[k] ->
       remove(k, found);
#ifdef DROPS_MOVED
       found = true;
#endif
       if
       :: found -> dispose(k, found)
       :: else
       fi
    :: !disposed[k] || is_due[k] -> /* its time has come; that of an action which was disposed before is far away */
       atomic { queued[k] = queued[k] || waits[k]; waits[k] = false; has_task[k] = false }
    fi;
    asleep[k] = false
}

/* The task of an action that was due later. */
proctype Other(byte k) {
    if
    :: atomic { waits[k] -> waits[k] = false; has_task[k] = false; is_due[k] = true; queued[k] = true }
    :: true
    fi
}

proctype Disposer() {
    bool found;
    byte former;
    atomic { over = true; former = next; next = NONE };
    if
    :: former != NONE -> dispose(former, found)
    :: else
    fi
}

init {
    atomic {
        run Maker();
        run Queue();
        run Sleeper(0);
        run Sleeper(1);
        run Other(0);
        run Other(1);
        if
        :: run Disposer()
        :: true
        fi
    };
    timeout; /* nobody can go on */
    assert(!waits[0] && !waits[1] && !asleep[0] && !asleep[1]);
    assert(over || (ran[0] && ran[1] && !disposed[1]))
}
