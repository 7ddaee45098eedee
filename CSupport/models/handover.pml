/*
 * Era and end: which emissions a disposed sink is handed to.
 *
 * A pin says where its emission ends, and in which era of the list the emission began, or an earlier era. A disposer
 * puts its tombstone in place and then begins a new era. So emissions that overlap without end do not keep a sink for
 * ever, an emission that cannot reach a sink does not keep it, and no emission loses a sink that it can still reach.
 *
 * Functions: mr_emission_begin, mr_emission_next, mr_emission_end (mr_list.h); mr_list_hand_over, settle, mr_pin_settle
 * (mr_list_collect.c); mr_pin_find, mr_pin_can_reach (mr_pin.c, mr_pin.h).
 *
 * Model: two emitters, of which the second emits twice with one pin; two disposers, one for each sink. Both sinks have
 * been seen (pin.pml has the mark). Sink 1 joins at slot 1 during the run; an emission that finds slot 1 unused when it
 * begins ends before it. A pin's list is stored, and loaded again after a push, in a step of its own, apart from era
 * and end. A stack is a set with one bit for each sink. Memory is sequentially consistent. In the twin END_STAYS, the
 * store of `end` that comes after the pin exchange waits in a buffer, which the unpinning empties.
 *
 * Checked: no emission uses a sink after the release of the sink; a node is never in one stack twice; at the end, each
 * sink has been released once.
 *
 * Twins:
 * ERA_BEFORE_TOMB  a disposer begins the new era before it puts its tombstone in place.
 * END_STAYS        an emission does not mark its end as unknown before it pins the list.
 * NO_SECOND_LOOK   the thread that pushes a node does not load the pin again.
 */
#define EMITTERS 2
#define SINKS 2
#define NOBODY EMITTERS
#define UNKNOWN 3

byte era;
bool in_slot[SINKS];
byte used = 1;        /* how many slots are used */

bool pinned[EMITTERS];
byte pin_era[EMITTERS];
byte pin_end[EMITTERS];
byte garbage[EMITTERS];

#ifdef END_STAYS
byte late[EMITTERS]; /* the store buffer of an emitter: 1 + the `end` that is still in it, 0 if it is empty */
#endif

byte in_use[EMITTERS]; /* not in the code: the sinks that an emission has loaded and may call */
byte released;
byte finished;

inline release(sink) {
    atomic {
        assert(!(released & (1 << sink)));
        assert(!(in_use[0] & (1 << sink)) && !(in_use[1] & (1 << sink)));
        released = released | (1 << sink)
    }
}

/* Whether the emission can reach the sink. Loads the pin's list first, then era and end. */
inline reaches(p, sink, result) {
    result = pinned[p];
    if
    :: result -> result = (pin_era[p] <= sink_era[sink] && pin_end[p] > sink)
    :: else
    fi
}

byte sink_era[SINKS]; /* the era in the sink's node; its disposer writes it before any other thread has the node */

inline settle() {
    do
    :: nodes == 0 -> break
    :: else ->
       atomic { sink = ((nodes & 1) -> 0 : 1); nodes = nodes & ~(1 << sink); i = 0; one = NOBODY };
       do
       :: i < EMITTERS && one == NOBODY ->
          atomic {
              reaches(i, sink, yes);
              if
              :: yes -> one = i
              :: else
              fi;
              i++
          }
       :: else -> break
       od;
       if
       :: one == NOBODY -> release(sink)
       :: else ->
          atomic { assert(!(garbage[one] & (1 << sink))); garbage[one] = garbage[one] | (1 << sink) };
#ifndef NO_SECOND_LOOK
          reaches(one, sink, yes);
          if
          :: yes
          :: else -> atomic { nodes = nodes | garbage[one]; garbage[one] = 0 }
          fi
#endif
       fi
    od;
    atomic { i = 0; one = 0; sink = 0; yes = false }
}

inline load_slot(s) {
    atomic {
        if
        :: in_slot[s] ->
           assert(!(released & (1 << s)));
           in_use[me] = in_use[me] | (1 << s)
        :: else
        fi
    }
}

#ifdef END_STAYS
proctype Buffer(byte me) {
end:
    do
    :: atomic { late[me] != 0 -> pin_end[me] = late[me] - 1; late[me] = 0 }
    od
}
#endif

proctype Emitter(byte me) {
    byte i, one, sink, nodes, emissions, last;
    bool yes;
    do
    :: emissions <= me ->
       emissions++;
       atomic {
#ifndef END_STAYS
           pin_end[me] = UNKNOWN;
#endif
           pin_era[me] = era
       };
       pinned[me] = true;
       atomic {
           last = used;
#ifdef END_STAYS
           late[me] = last + 1
#else
           pin_end[me] = last
#endif
       };
       load_slot(0);
       if
       :: last > 1 -> load_slot(1)
       :: else
       fi;
       atomic { last = 0; in_use[me] = 0 }; /* the calls have returned */
#ifdef END_STAYS
       late[me] == 0; /* the exchange that unpins empties the buffer first */
#endif
       pinned[me] = false;
       atomic { nodes = garbage[me]; garbage[me] = 0 };
       settle()
    :: else -> break
    od;
    finished++
}

proctype Disposer(byte mine) {
    byte i, one, sink, nodes;
    bool yes;
    if
    :: mine == 1 -> atomic { in_slot[1] = true; used = 2 } /* the join of sink 1 */
    :: else
    fi;
#ifdef ERA_BEFORE_TOMB
    atomic { sink_era[mine] = era; era++ };
    in_slot[mine] = false;
#else
    in_slot[mine] = false;
    atomic { sink_era[mine] = era; era++ };
#endif
    nodes = 1 << mine;
    settle();
    finished++
}

init {
    atomic {
        in_slot[0] = true;
#ifdef END_STAYS
        run Buffer(0);
        run Buffer(1);
#endif
        run Emitter(0);
        run Emitter(1);
        run Disposer(0);
        run Disposer(1)
    };
    finished == EMITTERS + 2;
    assert(released == 3)
}
