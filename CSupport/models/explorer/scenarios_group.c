/*
 * A coordinator's group, which is made by the thread that needs it first (mr_lazy). One thread subscribes inner sinks
 * and puts them into the group, while other threads end the sinks, release their sources, or dispose the coordinator.
 * Checked: only one group is published, and no other group is left; the group is disposed if the coordinator is; an
 * inner sink that has ended, or whose source was released, does not stay in the group; nothing else is disposed; all
 * references come back.
 */
#include "counted.h"

/* ---- the group: a CompositeDisposable ---- */

typedef struct group {
    mr_lifecycle cell;
    mr_lock lock;
    counted *contents[COUNTED]; /* by id; under the lock; owned */
} group;

static mr_lifecycle word; /* the coordinator's lifecycle word */
static mr_lazy once;
static group *seen[MAX_COROUTINES]; /* the group that each coroutine has got */
static mr_list *list;               /* the list that the coordinator is in, or NULL */

/* Takes the content out; the caller owns it. */
static counted *take_content(group *g, int id) {
    mr_lock_acquire(&g->lock);
    counted *content = g->contents[id];
    g->contents[id] = NULL;
    mr_lock_release(&g->lock);
    return content;
}

static void dispose_group(group *g) {
    if (mr_lifecycle_dispose(&g->cell) == MR_DISPOSED)
        return;
    for (int id = 0; id < COUNTED; id++) {
        counted *content = take_content(g, id);
        if (content != NULL) {
            mr_lifecycle_dispose(&content->cell);
            counted_release(content);
        }
    }
}

/* False: the group is disposed, and the caller still owns the content. */
static bool insert(group *g, int id, counted *content) {
#ifdef MR_BUG_GROUP_INSERT_LOOKS_FIRST
    bool disposed = mr_lifecycle_is_disposed(&g->cell);
#endif
    mr_lock_acquire(&g->lock);
#ifndef MR_BUG_GROUP_INSERT_LOOKS_FIRST
    bool disposed = mr_lifecycle_is_disposed(&g->cell);
#endif
    if (!disposed)
        g->contents[id] = content;
    mr_lock_release(&g->lock);
    return !disposed;
}

static group *the_group(void) {
    group *g = mr_lazy_get(&once);
    if (g == NULL) {
        group *fresh = arena_allocate(sizeof(group), 16);
        g = mr_lazy_publish(&once, fresh);
        if (g != fresh)
            arena_free(fresh);
        if (mr_lifecycle_is_disposed_after(&word))
            dispose_group(g);
    }
    CHECK(arena_is_live(g), "the group is gone");
    for (int i = 0; i < MAX_COROUTINES; i++)
        CHECK(seen[i] == NULL || seen[i] == g, "there are two groups");
    if (current_coroutine() >= 0)
        seen[current_coroutine()] = g;
    return g;
}

/* Disposes the coordinator: its word, then its group if there is one (Coordinator.nextPart). */
static void dispose_coordinator(void) {
    uintptr_t taken = mr_lifecycle_dispose(&word);
    if (taken == MR_DISPOSED)
        return;
    if (mr_lifecycle_claim(&word)) {
        group *g = mr_lazy_get(&once);
        if (g != NULL)
            dispose_group(g);
    }
}

/* ---- inner sinks ---- */

static counted *inner[COUNTED];
static bool keys[COUNTED]; /* whether there is an InnerSink.key: plain memory, which MR_MEMBER publishes */
static bool ended[COUNTED], forsaken[COUNTED];
static int detachments[COUNTED];

/* CompositeDisposable.detach: takes out the sink, if it is still there, and does not dispose it. */
static void detach(int id) {
    CHECK(keys[id], "the key of %d is not there", id);
    counted *content = take_content(the_group(), id);
    if (content == NULL)
        return;
    CHECK(++detachments[id] == 1, "%d was taken out twice", id);
    counted_release(content);
}

/* Coordinator.enroll, with CompositeDisposable.insert. */
static void enroll(int id) {
    group *g = the_group();
    counted *o = inner[id];
    counted_retain(o);
    if (!insert(g, id, o)) {
        mr_lifecycle_dispose(&o->cell);
        counted_release(o);
        return;
    }
    keys[id] = true;
    if (mr_lifecycle_join_group(&o->cell))
        detach(id);
}

/* The end of Coordinator.subscribe: the source has been subscribed to. */
static void enroll_unless_ended(int id) {
    if (!mr_lifecycle_has_ended(&inner[id]->cell))
        enroll(id);
}

/* InnerSink.disposeAfterEnd */
static void end(int id) {
    ended[id] = true;
    mr_lifecycle_dispose(&inner[id]->cell);
    if (mr_lifecycle_leave_group(&inner[id]->cell))
        detach(id);
}

/* The source is released: InnerSink.sourceReleased, then the reference that the source held. */
static void source_goes(int id) {
    forsaken[id] = true;
    bool disposed = mr_lifecycle_is_disposed(&inner[id]->cell);
    if (mr_lifecycle_detach_from_group(&inner[id]->cell)) {
        CHECK(!disposed, "%d was told to leave although it had been disposed", id);
        detach(id);
    }
    counted_release(inner[id]);
}

static void end_and_go(int id) { end(id), source_goes(id); }

/* ---- setting up, and checking at the end ---- */

static void setup(void) {
    counted_reset();
    word = (mr_lifecycle){0};
    once = (mr_lazy){0};
    list = NULL;
    for (int i = 0; i < MAX_COROUTINES; i++)
        seen[i] = NULL;
    for (int id = 0; id < COUNTED; id++) {
        inner[id] = NULL;
        keys[id] = ended[id] = forsaken[id] = false;
        detachments[id] = 0;
    }
}

/* Two references: one is held by the source, one by the scenario. */
static void make_inner(int id) {
    inner[id] = counted_make(id);
    counted_retain(inner[id]);
}

static void one(void) { setup(), make_inner(0); }

static void one_in(void) { /* 0 is in the group, 1 is not in it yet */
    one();
    make_inner(1);
    enroll(0);
}

static void two(void) { one(), make_inner(1); }

/* The coordinator itself is in an observer list, so mr_list_leave disposes its word. */
static void one_listed(void) {
    one();
    list = mr_list_create();
    mr_lifecycle *garbage = NULL;
    CHECK(mr_list_join(list, &word, &garbage) == MR_JOINED, "not joined");
}

static void enroll_0(void) { enroll_unless_ended(0); }
static void enroll_1(void) { enroll_unless_ended(1); }
static void enroll_0_at_once(void) { enroll(0); } /* as Coordinator.subscribe does inside another subscription */
static void end_0(void) { end(0); }
static void go_0(void) { source_goes(0); }
static void end_go_0(void) { end_and_go(0); }
static void end_go_1(void) { end_and_go(1); }
static void need_group(void) { the_group(); }

static void check(void) {
    group *g = once.object;
    bool whole = mr_lifecycle_is_disposed(&word);
    CHECK(g == NULL || mr_lifecycle_is_disposed(&g->cell) == whole, "the group is disposed, or not, against the coordinator");
    for (int id = 0; id < COUNTED; id++) {
        counted *o = inner[id];
        if (o == NULL)
            continue;
        bool held = g != NULL && g->contents[id] != NULL;
        CHECK(!held || !(ended[id] || forsaken[id] || whole), "%d is left in the group", id);
        CHECK(ended[id] || whole || !mr_lifecycle_is_disposed(&o->cell), "%d was disposed by nobody", id);
        CHECK(!whole || !keys[id] || mr_lifecycle_is_disposed(&o->cell) || forsaken[id], "%d was not disposed", id);
        if (!forsaken[id])
            counted_release(o);
        counted_release(o);
        CHECK(held || counted_freed[id], "a reference to %d is left", id);
    }
    /* the coordinator's deinit */
    if (g != NULL) {
        for (int id = 0; id < COUNTED; id++)
            if (g->contents[id] != NULL)
                counted_release(g->contents[id]);
        arena_free(g);
    }
    for (int id = 0; id < COUNTED; id++)
        CHECK(inner[id] == NULL || counted_freed[id], "%d is left", id);
    if (list != NULL) {
        mr_emission cursor = {0};
        while (mr_list_drain(list, &cursor) != NULL)
            ;
        mr_list_free(list);
    }
}

const scenario group_scenarios[] = {
    {"lazy-two", 2, 6, setup, {need_group, need_group}, check},
    {"lazy-three", 3, 4, setup, {need_group, need_group, need_group}, check},
    {"lazy-dispose", 3, 5, setup, {need_group, dispose_coordinator, need_group}, check},
    {"lazy-enroll-dispose", 3, 4, one, {enroll_0, dispose_coordinator, need_group}, check},
    {"lazy-listed", 2, 5, one_listed, {enroll_0, dispose_coordinator}, check},

    {"group-join-end", 2, 6, one, {enroll_0, end_0}, check},
    {"group-join-gone", 2, 6, one, {enroll_0_at_once, go_0}, check},
    {"group-join-end-gone", 3, 4, one, {enroll_0, end_0, go_0}, check},
    {"group-join-end-dispose", 3, 4, one, {enroll_0, end_go_0, dispose_coordinator}, check},
    {"group-join-other", 3, 3, one_in, {enroll_1, end_go_0, dispose_coordinator}, check},
    {"group-join-two", 4, 3, two, {enroll_0_at_once, enroll_1, end_go_0, end_go_1}, check},
    {"group-all", 4, 2, one_in, {enroll_1, end_go_0, end_go_1, dispose_coordinator}, check},
    {0},
};
