/*
 * The sources of a coordinator: the outer source adds inner ones, on its own thread, inner ones add others on theirs,
 * and all of them leave. Checked: one of them alone is told that it is the last, after all others have left; it frees
 * the coordinator, so a touch after leaving is found.
 */
#include "CMillrace.h"
#include "explorer.h"

typedef struct coordinator {
    mr_source_count sources;
} coordinator;

static coordinator *target;
static int present, freed; /* who feeds it, by our own count */
static int arrivals;

static void use(void) {
    YIELD(target);
    CHECK(freed == 0, "used after the last one had left");
}

static void let_go(void) {
    CHECK(present == 0, "let go of while %d feed it", present);
    CHECK(++freed == 1, "let go of twice");
    arena_free(target);
}

static void join_from_outer(void) {
    present += 1;
    mr_source_count_join_from_outer(&target->sources);
}

static void join(void) {
    use();
    present += 1;
    mr_source_count_join(&target->sources);
}

/* Has left from before the call on: what the last one is told must not depend on who returns first. */
static void leave(void) {
    use();
    present -= 1;
    if (mr_source_count_leave(&target->sources))
        let_go();
}

static void outer_leave(void) {
    use();
    present -= 1;
    if (mr_source_count_outer_leave(&target->sources))
        let_go();
}

/* A source that was joined runs on its own thread if that waits for it already, else on the outer source's. */
static bool met(void) {
    YIELD(NULL);
    return ++arrivals == 2;
}

static void outer_joins_one(void) {
    use();
    join_from_outer();
    if (met())
        leave();
    outer_leave();
}

static void late_inner(void) {
    if (met())
        leave();
}

static void join_leave_leave(void) { join(), leave(), leave(); }
static void join_two_leave(void) { join(), leave(), join(), leave(), leave(); }

static void setup(void) {
    register_all();
    target = arena_allocate(sizeof(coordinator), 16);
    target->sources.word = MR_SOURCE_COUNT_BIAS;
    freed = arrivals = 0;
    present = 1; /* the outer source */
}

static void setup_one(void) { setup(), join_from_outer(); }
static void setup_two(void) { setup_one(), join_from_outer(); }

static void setup_three(void) { setup_two(), join_from_outer(); }

static void check(void) {
    CHECK(present == 0, "%d have not left", present);
    CHECK(freed == 1, "nobody was told to let go");
}

const scenario source_count_scenarios[] = {
    {"source-count-none", 1, 0, setup, {outer_leave}, check},
    {"source-count-leave", 4, 6, setup_three, {outer_leave, leave, leave, leave}, check},
    {"source-count-join-late", 3, 6, setup_one, {outer_joins_one, late_inner, leave}, check},
    {"source-count-join-inner", 3, 5, setup_two, {outer_leave, join_leave_leave, join_two_leave}, check},
    {"source-count-all", 4, 4, setup_two, {outer_joins_one, late_inner, join_leave_leave, join_leave_leave}, check},
    {0},
};
