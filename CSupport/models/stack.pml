/*
 * The stack of another thread: one thread asks, by a signal, and the other one's handler answers.
 *
 * Functions: mr_trace_capture_thread, its handler take_question (mr_trace_thread.c).
 *
 * Model: two threads ask about two others, ROUNDS times each, under a lock. A signal comes at any time, or late. The
 * asking thread may lose patience at any time before its question is taken. An answer is two words, so that a mixture of
 * two answers shows. Memory is sequentially consistent; `question` publishes the answer by release and acquire.
 *
 * Checked: whoever asks about a thread gets that thread's answer or none; a handler never writes while another one writes
 * or the answer is read.
 *
 * Twins:
 * ANSWERS_ANY_SIGNAL  the handler answers without taking the question.
 * FORGETS_A_QUESTION  the asking thread that loses patience does not look whether its question was taken.
 */
#define ROUNDS 2
#define NONE 0   /* threads are 1 and 2 */
#define TAKEN 3
#define ANSWERED 4

byte question, first, second;
bool locked, owned; /* owned: somebody writes or reads the answer; not in the code */
byte signals[3];    /* that are under way to a thread */
byte asking = 2;

inline own() {
    assert(!owned);
    owned = true
}

proctype Asking() {
    byte round, about;
    bool gone;
    do
    :: round < ROUNDS ->
       round++;
       if :: about = 1 :: about = 2 fi;
       atomic { !locked -> locked = true };
       question = about;
       signals[about]++;
       gone = false;
       if
       :: question != about
       :: true -> /* no patience */
          atomic {
              if
#ifdef FORGETS_A_QUESTION
              :: true -> question = NONE; gone = true
#else
              :: question == about -> question = NONE; gone = true
              :: else
#endif
              fi
          }
       fi;
       if
       :: gone
       :: else ->
          question == ANSWERED;
          own();
          assert(first == about);
          assert(second == about);
          owned = false;
          question = NONE
       fi;
       locked = false
    :: else -> break
    od;
    asking--
}

proctype Handler(byte thread) {
    bool mine;
    do
    :: signals[thread] > 0 ->
       signals[thread]--;
       atomic {
           if
#ifdef ANSWERS_ANY_SIGNAL
           :: true -> mine = true
#else
           :: question == thread -> question = TAKEN; mine = true
           :: else -> mine = false
#endif
           fi
       };
       if
       :: mine ->
          own();
          first = thread;
          second = thread;
          owned = false;
          question = ANSWERED
       :: else
       fi
    :: asking == 0 && signals[thread] == 0 -> break
    od
}

init {
    atomic { run Asking(); run Asking(); run Handler(1); run Handler(2) }
}
