/*
 * Closing an observer list while subscribers join and leave. The closer takes what it finds in the slots that were
 * claimed before and marks each of them; a joiner publishes with a compare-and-swap, so that it finds the mark and
 * delivers the terminal event itself.
 *
 * Functions: mr_list_join, mr_list_leave, bury, mr_list_close, take_slot, mr_list_discard (mr_list.c); mr_sink_attach,
 * mr_sink_detach, mr_sink_stop (mr_sink.h); ObserverList.end, which calls them. Two subscribers, each with a sink of
 * its own; the first sink has a disposer, who may come before the join. One segment. Sequentially consistent.
 *
 * Holds: a sink is offered the terminal event at most once, and exactly once if nobody has disposed it; the list's
 * reference to it is given back exactly once; each claimed slot is counted as dead exactly once.
 * PLAIN_PUBLISH  the joiner stores the sink into its slot without a compare-and-swap.
 */
#define SINKS 2

/* slots */
#define EMPTY 0
#define TOMB 1
#define CLOSED 2
#define SINK 3 /* + which */

/* the sink's word */
#define STOPPED 1
#define DISPOSED 2
#define LISTED 4 /* the pointer to the segment comes with it */

byte tail;
bool closed;
byte slot[SINKS];
byte index[SINKS]; /* mr_sink.slot */
byte word[SINKS];
byte dead[SINKS]; /* by slot, to tell which; the code has one count for the segment */

/* not in the code */
byte offered[SINKS];
byte delivered[SINKS];
byte given_back[SINKS];
byte finished;

/* Terminal.deliver: mr_sink_stop decides whether the event passes */
inline deliver(s) {
    atomic {
        offered[s]++;
        assert(offered[s] == 1);
        if
        :: !(word[s] & (STOPPED | DISPOSED)) -> delivered[s]++
        :: else
        fi;
        word[s] = word[s] | STOPPED
    }
}

inline give_back(s) {
    atomic {
        given_back[s]++;
        assert(given_back[s] == 1)
    }
}

inline count_dead(i) {
    atomic {
        dead[i]++;
        assert(dead[i] == 1)
    }
}

proctype Subscriber(byte s) {
    byte claimed, found;
    bool attached;
    if
    :: closed -> give_back(s); deliver(s); goto done
    :: else
    fi;
    atomic { claimed = tail; attached = closed; tail++ };
    if
    :: attached -> give_back(s); deliver(s); goto done /* closed meanwhile */
    :: else
    fi;
    index[s] = claimed;
    atomic {
        attached = !(word[s] & DISPOSED);
        if
        :: attached -> word[s] = word[s] | LISTED
        :: else
        fi
    };
    if
    :: !attached ->
       atomic {
           if
           :: slot[claimed] == EMPTY -> slot[claimed] = TOMB
           :: else
           fi
       };
       count_dead(claimed);
       give_back(s)
    :: else ->
       atomic {
           found = slot[claimed];
#ifdef PLAIN_PUBLISH
           found = EMPTY;
#endif
           if
           :: found == EMPTY -> slot[claimed] = SINK + s
           :: else
           fi
       };
       if
       :: found == EMPTY /* joined: the list owns the reference */
       :: found == CLOSED ->
          atomic { /* mr_sink_detach */
              if
              :: !(word[s] & DISPOSED) -> word[s] = word[s] & STOPPED
              :: else
              fi
          };
          count_dead(claimed);
          give_back(s);
          deliver(s)
       :: found == TOMB -> give_back(s) /* disposed between the two steps */
       fi
    fi;
done:
    finished++
}

/* mr_sink_dispose, then mr_list_leave */
proctype Disposer(byte s) {
    byte old, taken = TOMB;
    old = word[s];
    do
    :: !(old & LISTED) ->
       atomic { /* mr_sink_dispose: not in a list, or not yet */
           if
           :: word[s] == old -> word[s] = DISPOSED | STOPPED; goto done
           :: else -> old = word[s]
           fi
       }
    :: else -> break
    od;
    old = word[s];
    if
    :: (old & (DISPOSED | LISTED)) == LISTED ->
       atomic { /* bury */
           if
           :: slot[index[s]] != TOMB && slot[index[s]] != CLOSED -> taken = slot[index[s]]; slot[index[s]] = TOMB
           :: else
           fi
       }
    :: else
    fi;
    do
    :: (old & (DISPOSED | LISTED)) == DISPOSED -> break
    :: else ->
       atomic {
           if
           :: word[s] == old && (old & DISPOSED) -> word[s] = old & ~LISTED; break
           :: word[s] == old && !(old & DISPOSED) -> word[s] = DISPOSED | STOPPED; break
           :: else -> old = word[s]
           fi
       }
    od;
    if
    :: taken == TOMB
    :: else ->
       if
       :: taken != EMPTY -> give_back(s)
       :: else
       fi;
       count_dead(index[s])
    fi;
done:
    finished++
}

proctype Closer() {
    byte end, i, s;
    atomic { closed = true; end = tail };
    do
    :: i < end ->
       atomic { /* take_slot */
           s = slot[i];
           if
           :: s != TOMB -> slot[i] = CLOSED
           :: else
           fi
       };
       if
       :: s >= SINK ->
          s = s - SINK;
          deliver(s);
          atomic { /* mr_sink_detach: a stand-in takes the sink's place in the garbage */
              if
              :: (word[s] & LISTED) && !(word[s] & DISPOSED) -> word[s] = word[s] & STOPPED
              :: else
              fi
          };
          count_dead(i);
          give_back(s)
       :: else
       fi;
       i++
    :: else -> break
    od;
    finished++
}

init {
    atomic {
        run Subscriber(0);
        run Subscriber(1);
        run Disposer(0);
        run Closer()
    };
    finished == 4;
    assert(word[0] == (DISPOSED | STOPPED));
    assert(offered[1] == 1 && delivered[1] == 1 && word[1] == STOPPED);
    assert(given_back[0] == 1 && given_back[1] == 1);
    byte i;
    for (i : 0 .. SINKS - 1) {
        assert(dead[i] == (i < tail && slot[i] != EMPTY -> 1 : 0))
    }
}
