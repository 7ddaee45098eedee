/*
 * Sections that a thread marks in its record without a fence, and who frees: it has every thread pass a barrier and then
 * waits for those that are inside. With FENCE, there is no such barrier, and the reader has a fence, as in the portable
 * back end on systems without membarrier.
 *
 * Functions: mr_reclaim_enter, mr_reclaim_leave (mr_reclaim.h), wait_for_sections (mr_reclaim.c),
 * mr_reclaim_enter_unmarked of a thread with a record (mr_reclaim_portable.c). One reader goes in
 * twice; its stores wait in a buffer of its own, which empties at any time, in order, and at the barrier. The other
 * thread unlinks an object and frees it.
 *
 * Holds: no object is read after it was freed.
 * NO_BARRIER  the barrier is left out, and there is no fence: the reader's mark is still in its buffer when it is looked
 *             for.
 * NO_WAIT     the barrier alone: a reader that is inside is not waited for.
 */
byte section;        /* the record: odd while inside */
byte buffered;       /* the reader's store that has not arrived, 0 if none */
bool linked = true, freed;

/* The reader's buffer holds one store; a second one waits for the first. */
inline store(value) {
    atomic { buffered == 0 -> buffered = value }
}

proctype Buffer() {
end:
    do
    :: atomic { buffered != 0 -> section = buffered; buffered = 0 }
    od
}

proctype Reader() {
    byte number, round;
    bool found;
    do
    :: round < 2 ->
       store(number + 1); /* enter */
       number++;
#ifdef FENCE
       buffered == 0;
#endif
       found = linked;
       if
       :: found -> assert(!freed) /* reads the object */
       :: else
       fi;
       store(number + 1); /* leave: a release, after the reads */
       number++;
       round++
    :: else -> break
    od
}

proctype Freer() {
    byte seen;
    linked = false;
#if !defined(NO_BARRIER) && !defined(FENCE)
    /* the reader passes a barrier: its buffer is empty at this moment */
    atomic {
        if
        :: buffered != 0 -> section = buffered; buffered = 0
        :: else
        fi
    };
#endif
#ifndef NO_WAIT
    seen = section;
    if
    :: seen % 2 == 1 -> section != seen
    :: else
    fi;
#endif
    freed = true
}

init {
    atomic {
        run Buffer();
        run Reader();
        run Freer()
    }
}
