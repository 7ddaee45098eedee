/* The lifecycle word of a sink that is in no list, and the word of a ref-counted disposable. */
#include "CMillrace.h"
#include "explorer.h"

static mr_lifecycle word;
static int terminals, passed, disposals, returned_upstreams;
static moment terminal_over, dispose_over;
static max_align_t upstreams[2]; /* aligned as objects are, since the low bits are flags */

static void word_setup(void) {
    register_all();
    word = (mr_lifecycle){0};
    terminals = passed = disposals = returned_upstreams = 0;
    terminal_over = dispose_over = 0;
}

static void word_emit(void) {
    for (int i = 0; i < 2; i++)
        if (mr_lifecycle_is_open(&word)) {
            CHECK(!explore_is_past(terminal_over) && !explore_is_past(dispose_over), "an event passed after the end");
            passed += 1;
        }
}

static void word_stop(void) {
    if (mr_lifecycle_stop(&word)) {
        CHECK(!explore_is_past(dispose_over), "a terminal event passed after dispose() had returned");
        terminals += 1;
        terminal_over = explore_moment();
    }
}

static void word_dispose(void) {
    uintptr_t taken = mr_lifecycle_dispose(&word);
    if (taken != MR_DISPOSED) {
        disposals += 1;
        if (taken != 0)
            returned_upstreams += 1;
    }
    dispose_over = explore_moment();
    CHECK(mr_lifecycle_is_disposed(&word), "not disposed after dispose()");
}

static void word_stop_dispose(void) { word_stop(), word_dispose(); }

static void word_check(void) {
    CHECK(terminals <= 1, "%d terminal events passed", terminals);
    CHECK(disposals <= 1, "%d callers disposed", disposals);
    CHECK(mr_lifecycle_is_disposed(&word) == (disposals == 1), "disposed without a disposer");
    CHECK(passed <= 4, "more events than were sent");
}

static void word_attach(void) {
    switch (mr_lifecycle_attach(&word, &upstreams[0])) {
    case MR_ATTACHED: break;
    case MR_REFUSED: returned_upstreams += 1; break;
    case MR_OCCUPIED: fail("occupied");
    }
}

static void word_replace(void) {
    uintptr_t former = mr_lifecycle_replace(&word, &upstreams[1]);
    if (former != 0)
        returned_upstreams += 1; /* the new upstream, which was refused, or the previous one */
}

static void word_detach(void) {
    if (mr_lifecycle_detach(&word, &upstreams[0]))
        returned_upstreams += 1;
}

/* every upstream has exactly one owner: a disposer, the thread that detached it, or the thread that brought it */
static void word_check_attach(void) {
    word_check();
    CHECK(disposals == 1, "nobody disposed");
    CHECK(returned_upstreams == 1, "%d owners for one upstream", returned_upstreams);
}

static void word_replace_setup(void) {
    word_setup();
    word_attach();
}

static void word_check_replace(void) {
    word_check();
    CHECK(returned_upstreams == 2, "%d owners for two upstreams", returned_upstreams);
}

static void word_check_detach(void) {
    word_check();
    CHECK(returned_upstreams == 1, "%d owners for one upstream", returned_upstreams);
}

static int claims;
static void claim_setup(void) { word_setup(), claims = 0; }
static void claim(void) { claims += mr_lifecycle_claim(&word); }
static void claim_check(void) { CHECK(claims == 1, "%d claims won", claims); }

const scenario word_scenarios[] = {
    {"word-emit-stop-dispose", 4, 3, word_setup, {word_emit, word_stop, word_stop_dispose, word_emit}, word_check},
    {"word-two-disposers", 4, 3, word_setup, {word_emit, word_dispose, word_stop_dispose, word_stop}, word_check},
    {"word-attach-dispose", 3, 4, word_setup, {word_attach, word_dispose, word_stop}, word_check_attach},
    {"word-replace-dispose", 3, 4, word_replace_setup, {word_replace, word_stop_dispose, word_dispose},
     word_check_replace},
    {"word-detach-dispose", 3, 4, word_replace_setup, {word_detach, word_dispose, word_stop}, word_check_detach},
    {"word-claim", 3, 4, claim_setup, {claim, claim, claim}, claim_check},
    {0},
};
