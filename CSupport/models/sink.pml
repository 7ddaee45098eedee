/*
 * The lifecycle word of a sink: emitters race for the terminal event and disposers dispose the sink, while the
 * subscriber attaches the upstream.
 *
 * Functions: mr_lifecycle_is_open, mr_lifecycle_stop, mr_lifecycle_attach, mr_lifecycle_dispose (mr_lifecycle.h), for a
 * sink that is in no observer list.
 *
 * Model: three emitters, each of which sends an event and then a terminal event; one subscriber; two disposers, each of
 * which tries to send both afterwards. Memory is sequentially consistent. That suffices, since the word is one location
 * and all its writes are read-modify-writes.
 *
 * Checked: at most one terminal event passes; once a thread's own stop or dispose has returned, no event of that thread
 * passes; of the disposers and the subscriber, exactly one ends up owning the upstream.
 *
 * Twin:
 * LOAD_THEN_STORE  mr_lifecycle_stop is a load and a store, not one fetch-or.
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
    atomic { is_open(passes); passes = false }; /* an event, which may pass or not */
    stop();
    is_open(passes);
    assert(!passes);
    finished++
}

proctype Subscriber() {
    byte old;
    old = word;
    do
    :: (old & DISPOSED) -> own(); break /* refused: the subscriber disposes the upstream */
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
    atomic { passes = !(word & (STOPPED | DISPOSED)); word = word | STOPPED }; /* its terminal event */
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
