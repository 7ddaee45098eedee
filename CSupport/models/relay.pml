/*
 * Relay: the consumer of a bounded queue asks before each element whether there is room in a bounded queue below.
 *
 * Functions: ObserveOnSink.drain, signal, start (ObserveOn.swift); Watermark.add, remove (Watermark.swift);
 * Pressure.onReopen (Pressure.swift).
 *
 * Model: a source puts elements into the upper queue, while there is room, and then ends. The relay, which is one
 * action at a time, takes them out and puts them into the lower queue, which another source fills as well. A consumer
 * empties the lower queue. wip.pml has the word that says whether an action is needed, watermark.pml how whoever finds no
 * room is told of room: here, both wait for a condition. Memory is sequentially consistent, as in the code.
 *
 * Checked: at most CAPACITY elements wait in the lower queue, and one more for the second of its two sources; the end
 * comes after all elements; nobody waits for ever.
 *
 * Twin:
 * ASKS_WITH_ELEMENT  the relay does not ask if it finds the upper queue empty, and then takes an element that has come
 *                    meanwhile: the action waits a moment for one.
 */
#define CAPACITY 1
#define EACH 4

byte upper, level, received;
bool source_ended, ended;

#define IS_OPEN (level < CAPACITY)

inline forward() {
    atomic { level++; assert(level <= CAPACITY + 1) }
}

proctype Source() {
    byte sent;
    do
    :: sent < EACH -> atomic { upper < CAPACITY -> upper++; sent++ }
    :: else -> break
    od;
    source_ended = true
}

proctype Other() {
    byte sent;
    do
    :: sent < 2 ->
       IS_OPEN; /* asks */
       forward();
       sent++
    :: else -> break
    od
}

proctype Relay() {
    bool held;
    do
    :: ended -> break
    :: else ->
       (upper > 0 || source_ended); /* an action begins */
       do
       :: true ->
          held = false;
#ifdef ASKS_WITH_ELEMENT
          if
          :: upper > 0 -> held = !IS_OPEN
          :: else
          fi;
#else
          held = !IS_OPEN;
#endif
          if
          :: held && upper > 0 -> IS_OPEN; break /* the action that goes on then asks again */
          :: !held && upper > 0 -> upper--; forward() /* perhaps an element for which it has waited a moment */
          :: upper == 0 && source_ended -> ended = true; break
          :: upper == 0 && !source_ended -> break /* rests */
          fi
       od
    od
}

proctype Consumer() {
    do
    :: atomic { level > 0 -> level--; received++ }
    :: atomic { ended && level == 0 && received == EACH + 2 -> break }
    od
}

init {
    atomic { run Source(); run Other(); run Relay(); run Consumer() }
}
