/*
 * Sections that a thread marks in its record with a plain store and no fence. The thread that frees memory makes every
 * thread pass a barrier, and then waits for the threads that are inside a section.
 *
 * Functions: mr_reclaim_enter, mr_reclaim_leave (mr_reclaim.h); wait_for_sections (mr_reclaim.c);
 * mr_reclaim_enter_unmarked of a thread with a record (mr_reclaim_portable.c).
 *
 * Model: one reader, which enters a section twice and reads an object there. Its stores go through a one-entry buffer,
 * which empties in order: at any time, and when the reader passes the barrier. The other thread unlinks the object and
 * frees it.
 *
 * With FENCE, no thread passes a barrier, and the reader has a fence instead, as in the portable back end on systems
 * without membarrier.
 *
 * Checked: the object is not read after it was freed.
 *
 * Twins:
 * NO_BARRIER  there is neither a barrier nor a fence: the reader's mark may still be in its buffer when the freeing thread loads it.
 * NO_WAIT     there is only the barrier: the freeing thread does not wait for a reader that is inside a section.
 */
byte section;        /* in the record: odd while the reader is in a section */
byte buffered;       /* the value of the reader's store that is still in the buffer, 0 if the buffer is empty */
bool linked = true, freed;

/* A store by the reader. The buffer holds one store; a second store waits until the first has left the buffer. */
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
       store(number + 1); /* enters the section */
       number++;
#ifdef FENCE
       buffered == 0;
#endif
       found = linked;
       if
       :: found -> assert(!freed) /* reads the object */
       :: else
       fi;
       store(number + 1); /* leaves the section; a release, so it comes after the reads */
       number++;
       round++
    :: else -> break
    od
}

proctype Freer() {
    byte seen;
    linked = false;
#if !defined(NO_BARRIER) && !defined(FENCE)
    /* the reader passes the barrier, which empties its buffer */
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
