/*
 * Counting requests (mr_counter) as ConcatSink does. The thread that counts up from 0 goes through the sources, until
 * it has counted down to 0 all requests that other threads made meanwhile. A source that is released without a terminal
 * event detaches its sink from the ConcatSink's lifecycle word. The thread that subscribes to an endless source returns
 * only when the source is disposed, so a source that ends while a request is being met is disposed before it makes its
 * own request. Checked: one thread at a time goes through the sources; each request is met; when no source is left and
 * none will come, downstream is released; a disposal drops the sources to come; no reference is left.
 */
#include "counted.h"

static mr_lifecycle word; /* the ConcatSink's lifecycle word, which holds the sink of the current source */
static mr_counter pending;

static int sources, next; /* used only by the thread that goes through the sources */
static bool going, let_go, finished, disposed;
static int asked, taken;
static counted *kept; /* the sink that a source has kept after its completion */

/* What source `id` does: on its own thread, or on the thread that subscribes to it; see met. */
static void (*behaviour[COUNTED])(counted *sink);
static counted *subscribed[COUNTED];
static int arrivals[COUNTED];
static bool endless[COUNTED]; /* `subscribe` of the source returns only when the source has been disposed */

/* The upper half counts all requests ever made, so that a request that came and was met in between is noticed. */
#define REQUEST (((int64_t)1 << 32) + 1)
#define WAITING(pending) ((pending) & 0xffffffff)

static void let_go_if_forsaken(int64_t seen) {
#ifdef MR_BUG_CONCAT_COUNTS_WAITING
    seen = mr_lifecycle_upstream(&word) == NULL ? mr_counter_value(&pending) : -1;
#endif
    if (mr_lifecycle_upstream(&word) == NULL && mr_counter_value(&pending) == seen)
        let_go = true;
}

/* The last release runs the sink's deinit. */
static void release_sink(counted *sink) {
    int id = sink->id;
    bool was = counted_freed[id];
    counted_release(sink);
    if (was || !counted_freed[id])
        return;
    int64_t seen = mr_counter_value(&pending);
    if (WAITING(seen) == 0)
        let_go_if_forsaken(seen);
}

static bool met(int id) {
    YIELD(NULL);
    return explore_arrive(&arrivals[id]) == 2;
}

static void run(int id) {
    counted *sink = subscribed[id];
    behaviour[id](sink);
    release_sink(sink);
}

static void go(void) {
    int64_t before;
    do {
        CHECK(!going, "two go at once");
        going = true;
        YIELD(NULL);
        taken += 1;
        if (!mr_lifecycle_is_open(&word)) {
            next = sources;
        } else if (next == sources) {
            finished = mr_lifecycle_stop(&word);
        } else {
            int id = next++;
            CHECK(!let_go, "downstream was let go of before source %d", id);
            counted *sink = counted_make(id);
            counted_retain(sink);
            uintptr_t former = mr_lifecycle_replace(&word, sink);
            if (former == MR_DISPOSED)
                former = (uintptr_t)sink;
            if (former != 0) {
                mr_lifecycle_dispose(&((counted *)former)->cell);
                release_sink((counted *)former);
            }
            if (mr_lifecycle_is_open(&sink->cell)) {
                counted_retain(sink);
                subscribed[id] = sink;
                if (met(id))
                    run(id);
                while (endless[id] && !mr_lifecycle_is_disposed(&sink->cell))
                    explore_relax();
            }
            release_sink(sink);
        }
        going = false;
        before = mr_counter_add(&pending, -1);
    } while (WAITING(before) != 1);
#ifndef MR_BUG_CONCAT_NO_LOOK
    let_go_if_forsaken(before - 1);
#endif
}

static void advance(void) {
    asked += 1;
    if (WAITING(mr_counter_add(&pending, REQUEST)) == 0)
        go();
}

static void vanish(counted *sink) {
    if (mr_lifecycle_detach(&word, sink))
        release_sink(sink);
}

static void dispose_if_others_wait(counted *sink) {
#ifndef MR_BUG_CONCAT_KEEPS_SOURCE
    if (WAITING(mr_counter_value(&pending)) != 0)
        mr_lifecycle_dispose(&sink->cell);
#endif
}

static void complete(counted *sink) {
    if (!mr_lifecycle_is_open(&sink->cell) || !mr_lifecycle_stop(&sink->cell))
        return;
    dispose_if_others_wait(sink);
    advance();
}

static void complete_keep(counted *sink) {
    complete(sink);
    counted_retain(sink);
    kept = sink;
}

static void complete_vanish(counted *sink) { complete(sink), vanish(sink); }

static void thread_of(int id) {
    if (met(id))
        run(id);
}

static void source_0(void) { thread_of(0); }
static void source_1(void) { thread_of(1); }
static void source_2(void) { thread_of(2); }

static void source_3(void) { thread_of(3); }

static void dispose_all(void) {
    uintptr_t upstream = mr_lifecycle_dispose(&word);
    disposed = true;
    if (upstream != 0) {
        mr_lifecycle_dispose(&((counted *)upstream)->cell);
        release_sink((counted *)upstream);
    }
    advance();
}

/* The first source is subscribed to before the run: callers end with advance(). */
static void begin(int count) {
    counted_reset();
    word = (mr_lifecycle){0};
    pending = (mr_counter){0};
    sources = count;
    next = asked = taken = 0;
    going = let_go = finished = disposed = false;
    kept = NULL;
    for (int i = 0; i < COUNTED; i++) {
        subscribed[i] = NULL;
        arrivals[i] = 0;
        endless[i] = false;
        behaviour[i] = complete_vanish;
    }
}

static void two_vanishing(void) { begin(2), behaviour[1] = vanish, advance(); }
static void two_keeping(void) { begin(2), behaviour[0] = complete_keep, behaviour[1] = vanish, advance(); }
static void two_completing(void) { begin(2), behaviour[0] = complete, advance(); }
/* The first source has completed and keeps its sink. The third completes and is released while it is subscribed to. */
static void third_at_once(void) {
    begin(4), behaviour[0] = complete_keep, arrivals[0] = arrivals[2] = 1, advance();
}
static void three_vanishing(void) { begin(3), behaviour[2] = vanish, advance(); }

/* The second source is endless. It completes on a thread of its own, or on the thread that subscribes to it. */
static void second_endless(void) {
    begin(3), behaviour[1] = complete, endless[1] = true, behaviour[2] = vanish, advance();
}

static void release_kept(void) {
    YIELD(NULL);
    counted *sink = kept;
    kept = NULL;
    if (sink != NULL)
        release_sink(sink);
}

static void check(void) {
    CHECK(WAITING(pending.value) == 0 && !going, "something is still to be done");
    CHECK(asked == taken, "%d of %d requests were met", taken, asked);
    bool fed = mr_lifecycle_upstream(&word) != NULL;
    CHECK(disposed || finished || fed || let_go, "no source is left, and downstream was not let go of");
    CHECK(!disposed || next == sources, "sources wait that nobody will come for");
    uintptr_t upstream = mr_lifecycle_dispose(&word);
    if (upstream != MR_DISPOSED && upstream != 0)
        counted_release((counted *)upstream);
    if (kept != NULL)
        counted_release(kept);
    for (int id = 0; id < COUNTED; id++)
        CHECK(subscribed[id] == NULL || counted_freed[id], "the sink of source %d is left", id);
}

static void check_completed(void) {
    CHECK(finished, "not all sources were gone through");
    check();
}

const scenario concat_scenarios[] = {
    {"concat-vanish", 2, 6, two_vanishing, {source_0, source_1}, check},
    {"concat-keep", 2, 6, two_keeping, {source_0, source_1}, check},
    {"concat-complete", 2, 6, two_completing, {source_0, source_1}, check_completed},
    {"concat-three", 3, 4, three_vanishing, {source_0, source_1, source_2}, check},
    {"concat-at-once", 3, 4, third_at_once, {source_1, release_kept, source_3}, check},
    {"concat-endless", 3, 4, second_endless, {source_0, source_1, source_2}, check},
    {"concat-dispose", 3, 4, two_vanishing, {source_0, source_1, dispose_all}, check},
    {0},
};
