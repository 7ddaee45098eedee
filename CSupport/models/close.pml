/*
 * Closing an observer list while subscribers join and leave.
 *
 * A join puts its sink into the first empty slot. The closer puts the end mark into the first empty slot. A later join
 * finds the mark, and its subscriber delivers the terminal event itself. The closer takes the sinks out of the slots
 * before the mark. The join of a sink that another thread may dispose claims its slot first and publishes the sink
 * afterwards. If the closer finds a claim, it marks the slot as taken, and the join gives the slot up.
 *
 * Functions: mr_list_join with claim, join_known and join_unknown, mr_list_leave with take_out and place_tombstone,
 * mr_list_close, mr_emission_take with take_slot, mr_list_discard (mr_list.c); mr_lifecycle_attach,
 * mr_lifecycle_detach, mr_lifecycle_stop (mr_lifecycle.h); ObserverList.end, which calls them.
 *
 * Model: one closer; two subscribers with a sink each. A disposer knows the first sink and may come before its join. No
 * other thread knows the second sink. One segment. Memory is sequentially consistent.
 *
 * Checked: a sink is offered the terminal event at most once, and the sink that nobody disposes is offered it exactly
 * once; the list's reference to each sink is given back once; at the end, all slots before the mark are tombstones, and
 * the slots after it are empty.
 *
 * Twins:
 * PLAIN_PUBLISH  the join stores its sink into the claimed slot without a compare-and-swap.
 * PLAIN_CLAIM    a slot is claimed with a load and a store, not with a compare-and-swap.
 */
#define SINKS 2
#define SLOTS 3

/* slots */
#define EMPTY 0
#define TOMB 1
#define TAKEN 2
#define CLAIMED 3
#define END 4
#define SINK 5 /* + the number of the sink */

/* the sink's word */
#define STOPPED 1
#define DISPOSED 2
#define LISTED 4 /* stands for the pointer to the segment, too */

byte slot[SLOTS];
byte index[SINKS]; /* mr_lifecycle.slot */
byte word[SINKS];

/* not in the code */
byte offered[SINKS];
byte delivered[SINKS];
byte given_back[SINKS];
byte finished;

/* Terminal.deliver; mr_lifecycle_stop decides whether the event passes */
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

/* claim: afterwards slot `i` holds `value`, or `found` is END */
inline claim(value) {
    i = 0;
    do
    :: slot[i] != EMPTY && slot[i] != END -> i++
    :: else ->
#ifdef PLAIN_CLAIM
       found = slot[i];
       if
       :: found == EMPTY -> slot[i] = value
       :: else
       fi;
#else
       atomic {
           found = slot[i];
           if
           :: found == EMPTY -> slot[i] = value
           :: else
           fi
       };
#endif
       if
       :: found == EMPTY || found == END -> break
       :: else
       fi
    od
}

inline mark_dead(i) {
    atomic {
        assert(slot[i] != TOMB);
        slot[i] = TOMB
    }
}

proctype Known(byte s) {
    byte i, found;
    bool attached;
    claim(CLAIMED);
    if
    :: found == END -> give_back(s); deliver(s); goto done
    :: else
    fi;
    index[s] = i;
    atomic {
        attached = !(word[s] & DISPOSED);
        if
        :: attached -> word[s] = word[s] | LISTED
        :: else
        fi
    };
    if
    :: !attached -> mark_dead(i); give_back(s)
    :: else ->
       atomic {
           found = slot[i];
#ifdef PLAIN_PUBLISH
           found = CLAIMED;
#endif
           if
           :: found == CLAIMED -> slot[i] = SINK + s
           :: else
           fi
       };
       if
       :: found == CLAIMED /* joined: the list owns the reference now */
       :: found == TAKEN ->
          atomic { /* mr_lifecycle_detach */
              if
              :: !(word[s] & DISPOSED) -> word[s] = word[s] & STOPPED
              :: else
              fi
          };
          mark_dead(i);
          give_back(s);
          deliver(s)
       :: found == TOMB -> give_back(s) /* the sink was disposed between the two steps */
       fi
    fi;
done:
    finished++
}

proctype Unknown(byte s) {
    byte i, found;
    word[s] = LISTED; /* the compare-and-swap of the slot publishes the word */
    claim(SINK + s);
    if
    :: found == END -> word[s] = 0; give_back(s); deliver(s)
    :: else
    fi;
    finished++
}

/* mr_lifecycle_dispose, then mr_list_leave */
proctype Disposer(byte s) {
    byte old, taken;
    old = word[s];
    do
    :: !(old & LISTED) ->
       atomic { /* mr_lifecycle_dispose, of a sink that is in no list, or not yet */
           if
           :: word[s] == old -> word[s] = DISPOSED | STOPPED; goto done
           :: else -> old = word[s]
           fi
       }
    :: else -> break
    od;
    old = word[s];
    do
    :: (old & (DISPOSED | LISTED)) == DISPOSED -> goto done
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
    :: (old & (DISPOSED | LISTED)) == LISTED ->
       atomic { /* place_tombstone */
           taken = slot[index[s]];
           if
           :: taken == SINK + s || taken == CLAIMED -> slot[index[s]] = TOMB
           :: else -> taken = TOMB
           fi
       };
       if
       :: taken == SINK + s -> give_back(s)
       :: else
       fi
    :: else
    fi;
done:
    finished++
}

proctype Closer() {
    byte end, i, found, s;
    claim(END);
    end = i;
    i = 0;
    do
    :: i < end ->
       atomic { /* take_slot */
           s = slot[i];
           if
           :: s >= SINK -> slot[i] = TOMB
           :: s == CLAIMED -> slot[i] = TAKEN
           :: else
           fi
       };
       if
       :: s >= SINK ->
          s = s - SINK;
          deliver(s);
          atomic { /* mr_lifecycle_detach; a stand-in takes the sink's place in the garbage */
              if
              :: (word[s] & LISTED) && !(word[s] & DISPOSED) -> word[s] = word[s] & STOPPED
              :: else
              fi
          };
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
        run Known(0);
        run Unknown(1);
        run Disposer(0);
        run Closer()
    };
    finished == 4;
    assert(word[0] == (DISPOSED | STOPPED));
    assert(offered[1] == 1 && delivered[1] == 1 && word[1] == STOPPED);
    assert(given_back[0] == 1 && given_back[1] == 1);
    byte i = 0;
    do
    :: slot[i] == TOMB -> i++
    :: else -> break
    od;
    assert(slot[i] == END);
    assert(i == SLOTS - 1 || slot[i + 1] == EMPTY)
}
