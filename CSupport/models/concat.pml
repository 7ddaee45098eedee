/*
 * The sources of `concat`, which are subscribed to one after the other: how the `ConcatSink` finds that no source feeds
 * it any more.
 *
 * The lifecycle word of the `ConcatSink` holds the sink of the current source; `pending` counts the requests for a next
 * source. The thread that counts `pending` up from 0 goes through the sources until it has counted `pending` down to 0.
 * Then it reads the word, to see whether the current source was released meanwhile. A source that is released without a
 * terminal event detaches its sink from the word, and then reads `pending`, to see whether a thread is going through
 * the sources. So one of the two threads finds that no source is left, and detaches the `ConcatSink` from downstream.
 *
 * The thread that goes through the sources returns from `subscribe` of an endless source only when that source is
 * disposed. So a source that ends reads `pending`, and is disposed before its request is counted if that request will
 * wait.
 *
 * Functions: mr_counter_add, mr_counter_value (mr_counter.h); mr_lifecycle_replace, mr_lifecycle_detach,
 * mr_lifecycle_upstream (mr_lifecycle.h); ConcatSink.advance, disposeIfOthersWait, go, detachIfSourceIsGone,
 * sourceReleased.
 *
 * Model: SOURCES sources with a thread each. All but the last complete, and keep their sinks; the last is released
 * without a terminal event. `subscribe` of the source ENDLESS returns only when that source has been disposed. `pending`
 * counts only requests that wait (in the code, and in the explorer's scenarios
 * `concat-`, it also counts all requests ever made). Memory is sequentially consistent, except that in two twins a
 * write may wait in a one-entry buffer while the thread that made it reads the other word.
 *
 * Checked: one thread at a time goes through the sources, and comes to an end; then downstream has been released.
 *
 * Twins:
 * NO_SECOND_LOOK  the thread that counts down to 0 does not look at the word again.
 * RELAXED_COUNT   the count down may become visible to other threads only after the thread has read the word (as with
 *                 acq_rel, then acquire).
 * RELAXED_DETACH  the detaching may become visible to other threads only after the thread has read the count.
 * KEEPS_SOURCE    a source that ends is disposed only when the next one takes its place.
 */
#define SOURCES 3
#define ENDLESS 1

byte word; /* the sink of the current source: the number of the source + 1; 0: none */
byte pending;
byte present; /* the source that was subscribed to last; its thread may run */
bool going, let_go;
bool gone; /* the endless source has been disposed */
byte finished;

bool counts_down[SOURCES]; /* the buffers: a count down, a detaching */
bool detaches[SOURCES];

/* The read-modify-writes of one word have one order: the next change of `pending` waits until the buffers are empty. */
#define UNCOUNTED (counts_down[0] || counts_down[1] || counts_down[2])

proctype Buffer(byte me) {
end:
    do
    :: atomic { counts_down[me] -> counts_down[me] = false; pending-- }
    :: atomic { detaches[me] -> detaches[me] = false; word = (word == me + 1 -> 0 : word) }
    od
}

/* ConcatSink.detachIfSourceIsGone */
inline look_at_word() {
    if
    :: word == 0 -> let_go = true
    :: else
    fi
}

inline go() {
    do
    :: assert(!going);
       going = true;
       atomic {
           if
           :: present + 1 < SOURCES -> present++; word = present + 1
           :: else /* no source is left */
           fi
       };
       (present != ENDLESS || gone); /* returns from `subscribe` */
       going = false;
#ifdef RELAXED_COUNT
       atomic {
           if
           :: pending == 1 -> counts_down[me] = true; break
           :: else -> pending--
           fi
       }
#else
       atomic {
           pending--;
           if
           :: pending == 0 -> break
           :: else
           fi
       }
#endif
    od;
#ifndef NO_SECOND_LOOK
    look_at_word()
#endif
}

/* OperatorSink.sourceReleased, then ConcatSink.sourceReleased */
inline vanish() {
#ifdef RELAXED_DETACH
    if
    :: word == me + 1 -> detaches[me] = true
    :: else
    fi;
#else
    atomic {
        if
        :: word == me + 1 -> word = 0
        :: else
        fi
    };
#endif
    if
    :: pending == 0 -> look_at_word()
    :: else
    fi
}

proctype Source(byte me) {
    bool first;
    present >= me;
    if
    :: me + 1 < SOURCES ->
#ifndef KEEPS_SOURCE
       /* ConcatSink.disposeIfOthersWait */
       if
       :: pending != 0 -> gone = (me == ENDLESS || gone)
       :: else
       fi;
#endif
       atomic { !UNCOUNTED -> first = (pending == 0); pending++ };
       if
       :: first -> go()
       :: else
       fi;
       !counts_down[me]
    :: else -> vanish(); !detaches[me]
    fi;
    finished++
}

init {
    byte i;
    word = 1;
    atomic {
        for (i : 0 .. SOURCES - 1) {
            run Source(i);
#if defined(RELAXED_COUNT) || defined(RELAXED_DETACH)
            run Buffer(i)
#endif
        }
    };
    finished == SOURCES;
    assert(!going && pending == 0);
    assert(let_go && word == 0)
}
