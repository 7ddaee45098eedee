/*
 * Watermark: sources ask before each element whether there is room, and the consumer lets them go on when half of the
 * room is free. While a source waits, the mark is closed for all.
 *
 * Functions: Watermark.add, remove, takeFirst, enlist, delist (Watermark.swift); Pressure.onReopen, resume, cancel
 * (Pressure.swift).
 *
 * Model: two sources, which send three elements each and then dispose, or are disposed during a pause; a third one,
 * which only asks, and sends where there is room; a consumer, which takes one element at a time. A source that pauses
 * goes on on the consumer's thread, one element at a time, as an emitter does that finds no room again. Each section
 * under the lock is one step here, except that the count is read before the mark is closed or opened. Memory is
 * sequentially consistent, as the accesses to the count are in the code.
 *
 * Checked: at most CAPACITY elements wait, and one more for each other source; nobody waits for ever: at the end every
 * source has sent all its elements or was disposed, and no element waits. While a source waits, the one that only asks
 * finds no room, unless the consumer is letting sources go on.
 *
 * Twins:
 * LOOKS_OUTSIDE    a source looks at the count before it takes the lock.
 * LEVEL_AFTER_LIST the consumer looks into the list before it counts the element out.
 * STAYS_OPEN       a mark with a source that waits is open if there is room, so that the one that only asks takes it.
 */
#define SOURCES 2
#define EACH 3
#define ASKED 3
#define CAPACITY 2
#define LOWER 1

byte level;              /* elements that wait */
bool closed;
bool enlisted[SOURCES];
bool body[SOURCES];      /* what is to be done when there is room */
byte sent[SOURCES];
bool over[SOURCES];
bool locked;
byte running[SOURCES];   /* not in the code: how many threads run the source */
bool letting;            /* not in the code: whether the consumer is letting sources go on */

#ifdef STAYS_OPEN
#define IS_OPEN (level < CAPACITY)
#else
#define IS_OPEN (level < CAPACITY && !closed)
#endif

/* The source's loop, on whichever thread; ends when the source is over or waits. */
inline emit(s) {
    running[s]++;
    assert(running[s] == 1);
    do
    :: over[s] || sent[s] == EACH -> break
    :: else ->
       if
       :: !IS_OPEN -> break
       :: else -> atomic { level++; sent[s]++; assert(level <= CAPACITY + SOURCES) }
       fi
    od;
    running[s]--
}

/* Pressure.resume: `go` is set if the caller is to run the source. */
inline resume(s, go) {
    go = false;
    do
    :: IS_OPEN ->
       atomic { go = body[s]; body[s] = false };
       break
    :: else ->
       /* Watermark.enlist */
#ifdef LOOKS_OUTSIDE
       isFull = level > LOWER;
       atomic { !locked -> locked = true };
#else
       atomic { !locked -> locked = true };
       isFull = level > LOWER;
#endif
       if
       :: isFull -> closed = true
       :: !isFull && !enlisted[1 - s] -> closed = false; locked = false; goto again
       :: else
       fi;
       atomic { enlisted[s] = true; locked = false };
       break;
again: skip
    od
}

/* The source and its pauses, until it waits or is over. */
inline work(s, go) {
    go = true;
    do
    :: go ->
       emit(s);
       if
       :: over[s] || sent[s] == EACH -> go = false
       :: else -> body[s] = true; resume(s, go)
       fi
    :: else -> break
    od
}

byte ended;

proctype Source(byte s) {
    bool go, isFull;
    work(s, go);
    if
    :: s == 1 -> /* disposed, perhaps during a pause: Pressure.cancel */
       over[s] = true;
       atomic { body[s] = false };
       atomic { !locked -> enlisted[s] = false }
    :: else
    fi;
    ended++
}

/* It asks, and never waits. */
proctype Asking() {
    byte count;
    do
    :: count == ASKED -> break
    :: atomic {
           count < ASKED && IS_OPEN ->
           level++; count++;
           assert(level <= CAPACITY + SOURCES);
           assert(letting || !enlisted[0] && !enlisted[1])
       }
    od;
    ended++
}

proctype Consumer() {
    bool go, crossed, isFull;
    byte s, seen;
    do
    :: atomic { level > 0 ->
#ifdef LEVEL_AFTER_LIST
           crossed = (level == LOWER + 1) };
#else
           level--; crossed = (level == LOWER) };
#endif
       do
       :: crossed ->
          /* Watermark.takeFirst */
          atomic { !locked -> locked = true; letting = true };
          seen = level;
          if
          :: seen <= LOWER -> closed = false
          :: else
          fi;
          if
          :: !enlisted[0] && !enlisted[1] -> letting = false; locked = false; break
#ifdef LEVEL_AFTER_LIST
          :: (enlisted[0] || enlisted[1]) ->
#else
          :: (enlisted[0] || enlisted[1]) && (closed || seen >= CAPACITY) -> atomic { closed = true; letting = false; locked = false }; break
          :: (enlisted[0] || enlisted[1]) && !closed && seen < CAPACITY ->
#endif
             if
             :: enlisted[0] -> enlisted[0] = false; s = 0
             :: !enlisted[0] && enlisted[1] -> enlisted[1] = false; s = 1
             fi;
             locked = false
          fi;
          resume(s, go);
          if
          :: go -> work(s, go)
          :: else
          fi
       :: else -> break
       od;
#ifdef LEVEL_AFTER_LIST
       level--
#endif
    :: ended == SOURCES + 1 && level == 0 -> break
    od;
    assert(sent[0] == EACH && (over[1] || sent[1] == EACH))
}

init {
    atomic { run Source(0); run Source(1); run Asking(); run Consumer() }
}
