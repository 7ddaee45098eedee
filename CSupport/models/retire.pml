/*
 * The end of a segment: a segment is unlinked once all its slots are dead and `last` has moved on from it.
 *
 * Either of the two may happen last. The thread that empties a slot then reads `last`; the thread that moves `last`
 * then looks at the slots. So at least one thread finds both; if several threads do, an exchange of `retired` decides
 * which of them unlinks the segment. `last` moves by one segment at a time, so it never reaches a segment that was
 * unlinked.
 *
 * Functions: mr_segment_retire, mr_segment_advance, unlink_dead (mr_list_segments.c).
 *
 * Model: segment 1 with two slots and segment 2 with one slot are full and linked; `last` is segment 1. Two joiners
 * move on to segment 3, which one of them appends. Three leavers empty one slot each. Memory is sequentially
 * consistent, as the accesses to slots and `last` are in the code.
 *
 * Checked: segments 1 and 2 are unlinked once each, and never while `last` is at them; at the end, the list consists of
 * segment 3.
 *
 * Twins:
 * NO_MARK           there is no exchange of `retired`: every thread that finds both facts unlinks the segment.
 * LAST_BEFORE_SLOT  a leaver reads `last` before it empties its slot.
 * UNDER_LAST        a dead segment is unlinked as soon as it has a successor, even while `last` is still at it.
 */
#define FIRST 1
#define SECOND 2
#define THIRD 3
#define SEGMENTS 4 /* 0 stands for NULL */

byte next[SEGMENTS], previous[SEGMENTS], capacity[SEGMENTS];
byte live[SEGMENTS]; /* one bit for each slot that is not dead */
bool retired[SEGMENTS];
byte head = FIRST;
byte last = FIRST;
byte waiting; /* the `dead` stack, as a set with one bit for each segment */
bool unlinking;

byte unlinked; /* not in the code: the segments that were unlinked, as a set */
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
          atomic { /* in either order: the order of the stack depends on which thread pushed first */
              if
              :: chain & (1 << FIRST) -> one = FIRST
              :: chain & (1 << SECOND) -> one = SECOND
              fi;
              chain = chain & ~(1 << one);
              assert(!(unlinked & (1 << one)));
              assert(last != one);
              unlinked = unlinked | (1 << one)
          };
          atomic { /* the flag keeps out all but an append, which happens behind `last` */
              after = next[one];
              before = previous[one];
              assert(after != 0);
              if
              :: before != 0 -> next[before] = after
              :: else -> head = after
              fi;
              previous[after] = before;
              after = 0;
              before = 0;
              one = 0
          }
       od;
       unlinking = false
    od;
    was = false
}

/* mr_segment_retire. `at` is `last` as the function reads it; in the twin, the caller has read it before. */
inline retire(s) {
#ifndef LAST_BEFORE_SLOT
    at = last;
#endif
#ifdef UNDER_LAST
    at = next[s];
#endif
    if
    :: at > s ->
       atomic { i = 0; dead = true };
       do
       :: i < capacity[s] && dead -> dead = !(live[s] & (1 << i)); i++ /* is_dead */
       :: else -> break
       od;
       i = 0;
       if
       :: dead ->
          atomic {
#ifndef NO_MARK
              dead = !retired[s];
#endif
              retired[s] = true
          }
       :: else
       fi;
       if
       :: dead ->
          atomic {
              assert(!(waiting & (1 << s)));
              waiting = waiting | (1 << s)
          };
          unlink_dead()
       :: else
       fi
    :: else
    fi;
    atomic { at = 0; dead = false }
}

proctype Leaver(byte s, slot) {
    byte at, i, chain, one, before, after;
    bool dead, was;
#ifdef LAST_BEFORE_SLOT
    at = last;
#endif
    live[s] = live[s] & ~(1 << slot);
    retire(s);
    finished++
}

/* find_slot (mr_list.c), which calls mr_segment_advance for each full segment */
proctype Joiner() {
    byte at, i, chain, one, before, after, segment, follows;
    bool dead, was, moved;
    segment = last;
    do
    :: segment == THIRD -> break
    :: else ->
       atomic { /* a compare-and-swap of `next`; the new segment is complete */
           if
           :: next[segment] == 0 -> previous[THIRD] = segment; next[segment] = THIRD
           :: else
           fi;
           follows = next[segment]
       };
       atomic {
           moved = (last == segment);
           if
           :: moved -> last = follows; assert(!(unlinked & (1 << follows)))
           :: else
           fi
       };
       if
       :: moved ->
#ifdef LAST_BEFORE_SLOT
          at = follows;
#endif
          retire(segment)
       :: else
       fi;
       segment = follows
    od;
    finished++
}

init {
    atomic {
        capacity[FIRST] = 2;
        capacity[SECOND] = 1;
        live[FIRST] = 3;
        live[SECOND] = 1;
        next[FIRST] = SECOND;
        previous[SECOND] = FIRST;
        run Leaver(FIRST, 0);
        run Leaver(FIRST, 1);
        run Leaver(SECOND, 0);
        run Joiner();
        run Joiner()
    };
    finished == 5;
    assert(unlinked == (1 << FIRST) + (1 << SECOND));
    assert(head == THIRD && last == THIRD && previous[THIRD] == 0)
}
