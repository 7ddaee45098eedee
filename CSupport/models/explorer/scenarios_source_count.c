/*
 * The sources of a coordinator. The outer source adds inner sources on its own thread, inner sources add further
 * sources on theirs, and all sources leave. Checked: exactly one source is told that it is the last, after all others
 * have left. It frees the coordinator, so the explorer finds every use of the coordinator by a source that has left.
 */
#include "CMillrace.h"
#include "explorer.h"

typedef struct coordinator {
    mr_source_count sources;
} coordinator;

static coordinator *target;
static int present, freed; /* present: how many sources feed it, by the scenario's own count */
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

/* A source counts as gone before the call: which source is last must not depend on which call returns first. */
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

/*
 * Called by the source's own thread, and by the outer source's thread when it has added the source. The second caller
 * gets true, and runs the source.
 */
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
