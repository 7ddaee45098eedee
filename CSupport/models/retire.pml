/*
 * The end of a segment: it goes out once all of its slots are dead and `last` has moved on from it, and either fact may
 * come last. Whoever empties a slot then reads `last`; whoever moves `last` then looks at the slots. Several may find
 * both. `last` moves by one segment at a time, so it never comes to one that has gone out.
 *
 * Functions: mr_segment_retire, mr_segment_advance, unlink_dead (mr_list_segments.c). Segments 1 and 2 with two slots and
 * one slot are full and linked, `last` is the first; two joiners move on to segment 3, which one of them appends; three
 * leavers, one for each slot. Sequentially consistent, as the accesses to slots and `last` are.
 *
 * Holds: each of the two segments is unlinked exactly once, and not while `last` leads to it; in the end the list
 * consists of the third one.
 * NO_MARK           no exchange of `retired`: whoever finds both facts sends the segment out.
 * LAST_BEFORE_SLOT  a leaver reads `last` before it empties its slot.
 * UNDER_LAST        a segment goes out as soon as another follows, wherever `last` is.
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
              assert(last != one);
              unlinked = unlinked | (1 << one)
          };
          atomic { /* the flag keeps others out, but for an append, which comes behind `last` */
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

/* `at` is `last` as the function reads it; the twin reads it before */
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

/* find_place, which calls mr_segment_advance for each full segment */
proctype Joiner() {
    byte at, i, chain, one, before, after, segment, follows;
    bool dead, was, moved;
    segment = last;
    do
    :: segment == THIRD -> break
    :: else ->
       atomic { /* a compare-and-swap of the link; what it links is complete */
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
