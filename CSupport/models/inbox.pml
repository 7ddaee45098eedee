/*
 * The inbox: many pushers fill a linked queue, and the one whose push finds nobody at it starts a consumer, which rests
 * when the queue looks empty. Between the two steps of a push the consumer sees the end of the queue.
 *
 * Functions: mr_inbox_push, mr_inbox_pop, mr_inbox_rest (mr_inbox.h). Two pushers with two nodes each; the consumer
 * that a push starts runs on one of two threads, so that it may begin while the one before is still about to return
 * from rest. Node 0 is the stub. Sequentially consistent, as the accesses to `busy` and the links are.
 *
 * Holds: every node arrives, each pusher's in order; there are never two consumers; no node is touched after the pop
 * that names it as spent.
 * NO_LOOK_AFTER_REST  the consumer clears `busy` whether or not something came since it last looked.
 * LOOK_AT_LINK        `busy` is cleared first and the last node's link read afterwards, when another consumer may have
 *                     freed that node.
 */
#define PUSHERS 2
#define EACH 2
#define NODES 5 /* PUSHERS * EACH and the stub */

/* busy */
#define IDLE 0
#define BUSY 1
#define AGAIN 2 /* and something has been pushed since the consumer last looked */

byte next[NODES]; /* 0: none; nothing is linked to the stub */
byte tail, head;
byte busy;

bool consuming; /* not in the code: somebody has been told to consume and has not rested */
byte starts, awake;
byte popped[PUSHERS];
bool freed[NODES];
byte finished;

inline begin_consuming() {
    assert(!consuming);
    consuming = true
}

proctype Pusher(byte me) {
    byte node, former, pushed, was;
    do
    :: pushed < EACH ->
       atomic { node = 1 + me * EACH + pushed; pushed++; former = tail; tail = node };
       atomic { assert(!freed[former]); next[former] = node; former = 0; node = 0 };
#ifdef LOOK_AT_LINK
       if
       :: busy != IDLE
       :: else ->
          atomic {
              was = busy;
              busy = BUSY;
              if
              :: was == IDLE -> begin_consuming(); starts++
              :: else
              fi;
              was = 0
          }
       fi
#else
       if
       :: busy == AGAIN
       :: else ->
          atomic { was = busy; busy = AGAIN };
          if
          :: was == IDLE ->
             atomic { busy = BUSY; begin_consuming(); starts++ } /* whatever is pushed already, the consumer will see */
          :: else
          fi;
          was = 0
       fi
#endif
    :: else -> break
    od;
    finished++
}

/* mr_inbox_rest */
inline rest(more) {
#ifdef LOOK_AT_LINK
    node = head;
    atomic { busy = IDLE; consuming = false };
    atomic { assert(!freed[node]); more = (next[node] != 0); node = 0 };
    if
    :: !more
    :: else ->
       atomic {
           more = (busy == IDLE);
           busy = BUSY;
           if
           :: more -> begin_consuming()
           :: else
           fi
       }
    fi
#else
    do
    :: atomic { assert(!freed[head]); more = (next[head] != 0) };
       if
       :: more -> break
       :: else ->
          atomic {
              if
#ifdef NO_LOOK_AFTER_REST
              :: true -> busy = IDLE; consuming = false; break
#else
              :: busy == BUSY -> busy = IDLE; consuming = false; break
#endif
              :: else
              fi
          };
          busy = BUSY
       fi
    od
#endif
}

proctype Consumer() {
    byte node;
    bool more;
end:
    do
    :: atomic { starts > 0 -> starts--; awake++ };
       do
       :: atomic { assert(!freed[head]); node = next[head] };
          if
          :: node != 0 -> /* pop */
             atomic {
                 freed[head] = (head != 0);
                 head = node;
                 popped[(node - 1) / EACH]++;
                 assert(popped[(node - 1) / EACH] == 1 + (node - 1) % EACH);
                 node = 0
             };
             if
             :: true
             :: true -> /* enough for one turn: hands over what waits */
                rest(more);
                if
                :: more -> atomic { more = false; starts++; break }
                :: else -> break
                fi
             fi
          :: else ->
             rest(more);
             if
             :: more -> more = false
             :: else -> break
             fi
          fi
       od;
       awake--
    od
}

init {
    atomic {
        run Pusher(0);
        run Pusher(1);
        run Consumer();
        run Consumer()
    };
    finished == PUSHERS && starts == 0 && awake == 0;
    assert(!consuming && busy == IDLE);
    assert(popped[0] == EACH && popped[1] == EACH)
}
