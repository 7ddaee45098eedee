/*
 * The end of a segment: it goes out once all of its slots are dead and another segment follows, and either fact may
 * come last. Whoever raises `dead` then reads `next`; whoever links `next` then reads `dead`. Several may find both.
 *
 * Functions: count_dead, retire_if_dead, find_segment (its append), unlink_dead (mr_list.c). Segments 1 and 2 with two
 * slots and one slot are linked, segment 3 is appended behind them by one of two joiners; three leavers, one for each
 * slot. Sequentially consistent, as the accesses to `dead` and `next` are.
 *
 * Holds: each of the two segments is unlinked exactly once, and in the end the list consists of the third one.
 * NO_MARK           no compare-and-swap to RETIRED: whoever finds both facts sends the segment out.
 * NEXT_BEFORE_DEAD  a leaver reads `next` before it raises `dead`.
 */
#define FIRST 1
#define SECOND 2
#define THIRD 3
#define SEGMENTS 4 /* 0 stands for NULL */
#define RETIRED 128

byte next[SEGMENTS], previous[SEGMENTS], dead[SEGMENTS], capacity[SEGMENTS];
byte head = FIRST;
byte last = FIRST;
byte waiting; /* the `dead` stack, a set with one bit per segment */
bool unlinking;

byte unlinked; /* not in the code: a set as well */
byte finished;

inline unlink_dead() {
    do
    :: waiting == 0 -> break
    :: else ->
       atomic { was = unlinking; unlinking = true };
       if
       :: was -> break
       :: else
       fi;
       atomic { chain = waiting; waiting = 0 };
       do
       :: chain == 0 -> break
       :: else ->
          atomic { /* in either order: a stack's depends on who pushed first */
              if
              :: chain & (1 << FIRST) -> one = FIRST
              :: chain & (1 << SECOND) -> one = SECOND
              fi;
              chain = chain & ~(1 << one);
              assert(!(unlinked & (1 << one)));
              unlinked = unlinked | (1 << one)
          };
          atomic { after = next[one]; before = previous[one]; assert(after != 0) };
          atomic {
              if
              :: last == one -> last = after
              :: else
              fi
          };
          if
          :: before != 0 -> next[before] = after
          :: else -> head = after
          fi;
          previous[after] = before;
          atomic { after = 0; before = 0; one = 0 }
       od;
       unlinking = false
    od;
    was = false
}

/* `follows` is `next` as the function reads it; the twin reads it before */
inline retire_if_dead(s) {
    atomic { count = dead[s]; all_dead = (count == capacity[s]) };
    if
    :: all_dead ->
#ifndef NEXT_BEFORE_DEAD
       follows = next[s];
#endif
       if
       :: follows != 0 ->
          atomic {
#ifdef NO_MARK
              all_dead = true;
#else
              all_dead = (dead[s] == count);
#endif
              if
              :: all_dead -> dead[s] = dead[s] | RETIRED
              :: else
              fi
          };
          if
          :: all_dead ->
             atomic {
                 assert(!(waiting & (1 << s)));
                 waiting = waiting | (1 << s)
             };
             unlink_dead()
          :: else
          fi
       :: else
       fi
    :: else
    fi;
    atomic { count = 0; all_dead = false; follows = 0 }
}

proctype Leaver(byte s) {
    byte count, follows, chain, one, before, after;
    bool all_dead, was;
#ifdef NEXT_BEFORE_DEAD
    follows = next[s];
#endif
    atomic { dead[s]++; all_dead = (dead[s] == capacity[s]) };
    if
    :: all_dead -> retire_if_dead(s)
    :: else
    fi;
    finished++
}

proctype Joiner() {
    byte count, follows, chain, one, before, after;
    bool all_dead, was;
    bool appended;
    atomic { /* a compare-and-swap of the link; what it links is complete */
        if
        :: next[SECOND] == 0 -> previous[THIRD] = SECOND; next[SECOND] = THIRD; appended = true
        :: else
        fi
    };
    if
    :: appended ->
       follows = THIRD;
       retire_if_dead(SECOND)
    :: else
    fi;
    atomic { /* find_segment moves the hint on; the segment it found is not dead */
        if
        :: last < THIRD -> last = THIRD
        :: else
        fi
    };
    finished++
}

init {
    atomic {
        capacity[FIRST] = 2;
        capacity[SECOND] = 1;
        capacity[THIRD] = 2;
        next[FIRST] = SECOND;
        previous[SECOND] = FIRST;
        run Leaver(FIRST);
        run Leaver(FIRST);
        run Leaver(SECOND);
        run Joiner();
        run Joiner()
    };
    finished == 5;
    assert(unlinked == (1 << FIRST) + (1 << SECOND));
    assert(head == THIRD && last == THIRD && previous[THIRD] == 0)
}
