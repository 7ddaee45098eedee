/*
 * The sources of concat, one after the other: the thread that counts `pending` up from 0 goes through the sources, and looks, when it has counted
 * down to 0, whether the present one has vanished meanwhile; a source that vanishes takes its sink off the word, and
 * looks whether somebody is going. One of the two finds that no source is left, and lets downstream go.
 *
 * Functions: mr_counter_add, mr_counter_value (mr_counter.h); mr_lifecycle_replace, mr_lifecycle_detach, mr_lifecycle_upstream (mr_lifecycle.h);
 * ConcatSink.advance, go, sourceReleased. The first sources complete, each on its own thread, so that the next one
 * is asked for, and keep their sinks; the last one vanishes without a word. Each look at one word comes after a write to
 * the other; in two twins, the write may wait in a buffer of one entry meanwhile, which sequential consistency rules out.
 *
 * Holds: one thread at a time goes; when all is over, downstream has been let go of.
 * NO_SECOND_LOOK  who has counted down to 0 does not look at the word.
 * RELAXED_COUNT   the count down is visible to others only after the look at the word (acq_rel, then acquire).
 * RELAXED_DETACH  the detaching is visible to others only after the look at the count.
 */
#define SOURCES 3

byte word; /* the sink of the present source, its number + 1; 0: none */
byte pending;
byte present; /* the last source that was subscribed to: its thread may run */
bool going, let_go;
byte finished;

bool counts_down[SOURCES]; /* the buffers */
bool detaches[SOURCES];

/* Read-modify-writes of one word have one order: another one of `pending` comes after what is in the buffers. */
#define UNCOUNTED (counts_down[0] || counts_down[1] || counts_down[2])

proctype Buffer(byte me) {
end:
    do
    :: atomic { counts_down[me] -> counts_down[me] = false; pending-- }
    :: atomic { detaches[me] -> detaches[me] = false; word = (word == me + 1 -> 0 : word) }
    od
}

/* letGoIfForsaken */
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
           :: else /* all sources were gone through */
           fi
       };
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
