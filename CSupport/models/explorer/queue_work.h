/*
 * A queue and its work in progress, as observe(on:) uses them; scenarios_mpsc.c and scenarios_locked.c include this, each
 * after its queue. Several threads push. A thread that pushes into a queue that no thread drains schedules an action.
 * Some thread runs the action. The action stops after a number of values and schedules the next action. The thread that
 * releases the operator last frees the queue, and the values that wait in it. Checked: one consumer at a time; each value
 * is delivered once, and the values of each producer in order; at the end, no value waits; all memory is freed, none
 * while it is in use.
 *
 * The including file has `struct queue`, queue_init, queue_destroy, queue_push, queue_is_empty, and queue_pop, which calls
 * take_value with the value.
 */
#define LIMIT 2

typedef struct operator_sink {
    struct queue queue;
    mr_wip work;
    int references;
} operator_sink;

static operator_sink *target;
static int scheduled; /* how many actions wait; each holds a reference */
static handed hand_over; /* the scheduler orders what comes before an action is scheduled before the action */
static int consumers;
static int delivered[MAX_COROUTINES], pushed[MAX_COROUTINES];
static bool drop; /* the operator is released while values wait */

static void take_value(int pusher, int number, bool delivers) {
    if (!delivers)
        return;
    CHECK(number == delivered[pusher] + 1, "value %d after %d", number, delivered[pusher]);
    delivered[pusher] = number;
}

static void let_go(void) {
    YIELD(target);
    int left = explore_release(&target->references);
    CHECK(left >= 0, "too many releases");
    if (left != 0)
        return;
    while (queue_pop(&target->queue, false))
        ;
    queue_destroy(&target->queue);
    arena_free(target);
}

static void start(void) {
    YIELD(target);
    explore_retain(&target->references);
    scheduled += 1;
    history_release(&hand_over);
}

static void drain(void) {
    CHECK(++consumers == 1, "two consumers at once");
    for (int left = LIMIT; left > 0;)
        if (queue_pop(&target->queue, true))
            left -= 1;
        else {
            consumers -= 1; /* during rest, a producer may start the next consumer */
            if (mr_wip_rest(&target->work))
                return;
            consumers += 1;
        }
    do {
        if (!queue_is_empty(&target->queue)) {
            consumers -= 1;
            start();
            return;
        }
        consumers -= 1;
        if (mr_wip_rest(&target->work))
            return;
        consumers += 1;
    } while (true);
}

static void run_actions(void) {
    while (scheduled != 0) {
        scheduled -= 1;
        history_acquire(&hand_over);
        if (!drop)
            drain();
        let_go();
    }
}

static void push_some(int count) {
    int me = current_coroutine();
    for (int i = 0; i < count; i++) {
        queue_push(&target->queue, me, ++pushed[me]);
        if (mr_wip_signal(&target->work))
            start();
    }
}

static void setup(void) {
    register_all();
    target = arena_allocate(sizeof(operator_sink), 16);
    queue_init(&target->queue);
    target->references = 3;
    scheduled = consumers = 0;
    hand_over = (handed){0};
    drop = false;
    memset(delivered, 0, sizeof(delivered));
    memset(pushed, 0, sizeof(pushed));
}

static void setup_drop(void) { setup(), drop = true; }
static void setup_two(void) { setup(), target->references = 2; }

static void push_1(void) { push_some(1), run_actions(), let_go(); }
static void push_2(void) { push_some(2), run_actions(), let_go(); }
static void push_4(void) { push_some(4), run_actions(), let_go(); }
static void push_then_go(void) { push_some(2), let_go(), run_actions(); }
static void run_then_go(void) { run_actions(), let_go(); }

static void check(void) {
    run_actions();
    for (int i = 0; i < MAX_COROUTINES; i++)
        CHECK(drop || delivered[i] == pushed[i], "%d of %d values arrived", delivered[i], pushed[i]);
}

/* The scenarios, with the queue's name in front. */
#define QUEUE_SCENARIOS(queue)                                                       \
    {queue "-one", 2, 4, setup_two, {push_4, run_then_go}, check},                   \
    {queue "-each", 2, 4, setup_two, {push_1, push_1}, check},                       \
    {queue "-two", 2, 4, setup_two, {push_2, push_2}, check},                        \
    {queue "-three", 3, 3, setup, {push_1, push_2, push_1}, check},                  \
    {queue "-runner", 3, 3, setup, {push_then_go, push_1, run_then_go}, check},      \
    {queue "-go", 3, 3, setup, {push_then_go, push_then_go, run_then_go}, check},    \
    {queue "-drop", 3, 3, setup_drop, {push_then_go, push_then_go, push_1}, check}
