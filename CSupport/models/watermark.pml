/*
 * Watermark: sources ask before each element whether there is room, and the consumer lets them go on when half of the
 * room is free.
 *
 * Functions: Watermark.add, remove, release, enlist, delist (Watermark.swift); Pressure.onReopen, resume, cancel
 * (Pressure.swift).
 *
 * Model: two sources, which send three elements each and then dispose, or are disposed during a pause; a consumer,
 * which takes one element at a time. A source that pauses goes on on the consumer's thread, one element at a time, as
 * an emitter does that finds no room again. Each step under the lock is one step here. Memory is sequentially
 * consistent, as the accesses to the count are in the code.
 *
 * Checked: at most CAPACITY elements wait, and one more for the other source; nobody waits for ever: at the end every
 * source has sent all its elements or was disposed, and no element waits.
 *
 * Twins:
 * NO_SECOND_LOOK   a source does not look again after it has enlisted.
 * LEVEL_AFTER_LIST the consumer looks into the list before it counts the element out.
 */
#define SOURCES 2
#define EACH 3
#define CAPACITY 2
#define LOWER 1

byte level;              /* elements that wait */
bool enlisted[SOURCES];
bool body[SOURCES];      /* what is to be done when there is room */
byte sent[SOURCES];
bool over[SOURCES];
byte running[SOURCES];   /* not in the code: how many threads run the source */

#define IS_OPEN (level < CAPACITY)

/* The source's loop, on whichever thread; ends when the source is over or waits. */
inline emit(s) {
    running[s]++;
    assert(running[s] == 1);
    do
    :: over[s] || sent[s] == EACH -> break
    :: else ->
       if
       :: !IS_OPEN -> break
       :: else -> atomic { level++; sent[s]++; assert(level <= CAPACITY + SOURCES - 1) }
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
       enlisted[s] = true;
#ifndef NO_SECOND_LOOK
       if
       :: !IS_OPEN -> break
       :: else ->
          if
          :: atomic { enlisted[s] -> enlisted[s] = false }
          :: atomic { !enlisted[s] -> break } /* the consumer has taken it and goes on with it */
          fi
       fi
#else
       break
#endif
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
    bool go;
    work(s, go);
    if
    :: s == 1 -> /* disposed, perhaps during a pause: Pressure.cancel */
       over[s] = true;
       atomic { body[s] = false };
       atomic { enlisted[s] = false }
    :: else
    fi;
    ended++
}

proctype Consumer() {
    bool go, crossed;
    byte s;
    do
    :: atomic { level > 0 ->
#ifdef LEVEL_AFTER_LIST
           crossed = (level == LOWER + 1) };
#else
           level--; crossed = (level == LOWER) };
#endif
       do
       :: crossed ->
#ifndef LEVEL_AFTER_LIST
          if
          :: IS_OPEN
          :: else -> break
          fi;
#endif
          atomic {
              if
              :: enlisted[0] -> enlisted[0] = false; s = 0
              :: !enlisted[0] && enlisted[1] -> enlisted[1] = false; s = 1
              :: else -> break
              fi
          };
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
    :: ended == SOURCES && level == 0 -> break
    od;
    assert(sent[0] == EACH && (over[1] || sent[1] == EACH))
}

init {
    atomic { run Source(0); run Source(1); run Consumer() }
}
