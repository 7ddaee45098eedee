/*
 * The stop/dispose word of a subscription: emitters that race for the terminal event, disposers, and the subscriber
 * that attaches the upstream while all of this goes on.
 *
 * Functions: mr_lifecycle_is_open, mr_lifecycle_stop, mr_lifecycle_attach, mr_lifecycle_dispose (mr_lifecycle.h), without lists. Three
 * emitters, each with an event and then a terminal event; two disposers, each of which tries to emit afterwards.
 * Sequentially consistent; that suffices, since the word is one location and all writes are read-modify-writes.
 *
 * Holds: at most one terminal event passes; no event begins on a process whose stop or dispose has returned; exactly
 * one of the disposers and the subscriber ends up with the upstream.
 * LOAD_THEN_STORE  mr_lifecycle_stop loads the word and then stores it, instead of one fetch-or.
 */
#define STOPPED 1
#define DISPOSED 2
#define UPSTREAM 8

byte word;

byte terminals; /* not in the code */
byte owners;
byte finished;

inline is_open(passes) {
    passes = !(word & (STOPPED | DISPOSED))
}

inline count_terminal() {
    if
    :: !(old & (STOPPED | DISPOSED)) ->
       terminals++;
       assert(terminals == 1)
    :: else
    fi;
    old = 0
}

/* mr_lifecycle_stop */
inline stop() {
#ifdef LOAD_THEN_STORE
    old = word;
    atomic { word = old | STOPPED; count_terminal() }
#else
    atomic { old = word; word = old | STOPPED; count_terminal() }
#endif
}

inline own() {
    atomic {
        owners++;
        assert(owners == 1)
    }
}

proctype Emitter() {
    byte old;
    bool passes;
    atomic { is_open(passes); passes = false }; /* passes or not: either is right, whatever the others do */
    stop();
    is_open(passes);
    assert(!passes);
    finished++
}

proctype Subscriber() {
    byte old;
    old = word;
    do
    :: (old & DISPOSED) -> own(); break /* refused: the subscriber disposes it */
    :: else ->
       atomic {
           if
           :: word == old -> word = old | UPSTREAM; break
           :: else -> old = word
           fi
       }
    od;
    finished++
}

proctype Disposer() {
    byte old;
    bool passes, swapped;
    old = word;
    do
    :: swapped || (old & DISPOSED) -> break
    :: else ->
       atomic {
           if
           :: word == old -> word = DISPOSED | STOPPED; swapped = true
           :: else -> old = word
           fi
       }
    od;
    if
    :: swapped && (old & UPSTREAM) -> own()
    :: else
    fi;
    is_open(passes);
    assert(!passes);
    atomic { passes = !(word & (STOPPED | DISPOSED)); word = word | STOPPED }; /* a terminal event of its own */
    assert(!passes);
    finished++
}

init {
    atomic {
        run Emitter();
        run Emitter();
        run Emitter();
        run Subscriber();
        run Disposer();
        run Disposer()
    };
    finished == 6;
    assert(word == (STOPPED | DISPOSED));
    assert(owners == 1)
}
