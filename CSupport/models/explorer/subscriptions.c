#include "subscriptions.h"

#include <string.h>

record records[OBJECTS];
mr_subject subject;
static int emitting, busy; /* busy: how many operations are under way, emissions included */
static int inside;         /* how many of these operations are in the core, and not in a callback */

/* The emissions that are walking the list: when each was called, and when it had begun. */
static struct {
    bool walks;
    uint64_t called, began;
} walking[16];
static uint64_t epoch;     /* how many emissions have begun */
int ended;          /* how often the subject has ended */
bool list_gone;

static mr_list *list(void) { return subject.list; }

void make(int id, int references, uint32_t tag) {
    object *o = arena_allocate(sizeof(object), 16);
    o->id = id;
    o->references = references;
    o->cell.tag = tag;
    records[id].object = o;
}

static void use(const object *o) { (void)*(const volatile int *)&o->payload; }

void release(object *o) {
    CHECK(arena_is_live(o), "release of a freed subscription");
    CHECK(!in_section(), "user code ran inside a section");
    int id = o->id, left = explore_release(&o->references);
    CHECK(left >= 0, "too many releases of %d", id);
    if (left == 0)
        arena_free(o);
}

/* The list's reference comes back, and is released. */
static void give_back(object *o) {
    CHECK(arena_is_live(o), "a freed subscription was given back");
    record *r = &records[o->id];
    CHECK(r->listed, "%d came back from a list that never had it", o->id);
    CHECK(!r->given_back, "%d came back twice", o->id);
    CHECK(r->visitors == 0, "%d came back under an emission that had found it", o->id);
    r->given_back = true;
    o->payload += 1; /* as if this were the last reference */
    release(o);
}

static void give_back_chain(mr_lifecycle *chain) {
    while (chain != NULL) {
        mr_lifecycle *next = mr_garbage_next(chain);
        object *o = (object *)chain;
        CHECK(arena_is_live(o), "a freed node was given back");
        if (o->departed != NULL) {
            give_back(o->departed);
            arena_free(o);
        } else {
            give_back(o);
        }
        chain = next;
    }
}

/* While no thread is inside the list, all that was disposed has been given back. */
static void check_quiet(void) {
    if (busy != 0)
        return;
    for (int i = 0; i < OBJECTS; i++)
        CHECK(!records[i].listed || records[i].given_back || !records[i].disposed,
              "nobody is in the list, and %d has not been given back", i);
}

/*
 * While no thread is in the core, except in callbacks, a disposed subscription is held only if an emission is under way
 * that was called before the disposal returned, and that had not begun yet when the join was called.
 */
static void check_held(void) {
    if (inside != 0 || ended != 0 || list_gone)
        return;
    for (int i = 0; i < OBJECTS; i++) {
        record *r = &records[i];
        bool may_be_held = !r->listed || r->joined == 0 || r->given_back || !r->disposed || r->dispose_returned == 0;
        for (size_t j = 0; j < sizeof(walking) / sizeof(walking[0]); j++)
            may_be_held |= walking[j].walks && walking[j].called <= r->last_returned &&
                           r->join_called <= walking[j].began;
        CHECK(may_be_held, "no emission under way can reach %d, and it has not been given back", i);
    }
}

void dispose(int id) {
    record *r = &records[id];
    object *o = r->object;
    bool quiet = emitting == 0 && r->joined != 0 && ended == 0; /* if the subject has ended, the closer may hold it */
    uint64_t began = epoch;
    if (r->dispose_called == 0)
        r->dispose_called = now() + 1;
    busy += 1;
    if (r->disposing++ != 0)
        r->contested = true; /* either disposer may give the reference back */
    inside += 1;
    uintptr_t taken = mr_lifecycle_dispose(&o->cell);
    if (taken & MR_LISTED)
        give_back_chain((mr_lifecycle *)(taken & ~MR_FLAGS));
    inside -= 1;
    r->disposing--;
    if (!(taken & MR_DISPOSED)) {
        CHECK(!r->disposed, "%d was disposed twice", id);
        r->disposed = true;
        if (!(taken & MR_LISTED) && taken != 0)
            release((object *)taken);
        if (quiet && !r->contested && epoch == began && r->listed && r->terminals == 0 && !list_gone)
            CHECK(r->given_back, "dispose() of %d returned before it was given back, and nobody emits", id);
    }
    if (r->dispose_returned == 0)
        r->dispose_returned = now() + 1;
    if (r->is_over == 0)
        r->is_over = explore_moment();
    r->last_returned = now() + 1;
    busy -= 1;
    check_quiet();
    check_held();
}

static void deliver_terminal(int id) {
    object *o = records[id].object;
    CHECK(arena_is_live(o), "terminal event for a freed subscription");
    CHECK(!in_section(), "user code ran inside a section");
    if (!mr_lifecycle_stop(&o->cell))
        return;
    CHECK(records[id].terminals++ == 0, "%d got two terminal events", id);
    records[id].had_terminal = explore_moment();
    if (records[id].on_terminal)
        records[id].on_terminal(id);
    use(o);
    YIELD(o);
    CHECK(arena_is_live(o), "%d was freed in its callback", id);
    dispose(id);
}

/* ---- what Swift does with a list ---- */

void subscribe(int id) {
    record *r = &records[id];
    object *o = r->object;
    r->join_called = now() + 1;
    r->listed = true;
    explore_retain(&o->references);
    busy += 1;
    mr_lifecycle *garbage = NULL;
    inside += 1;
    mr_joining joining = mr_subject_join(&subject, &o->cell, &garbage);
    give_back_chain(garbage);
    inside -= 1;
    switch (joining) {
    case MR_JOINED:
        r->joined = now() + 1;
        r->has_joined = explore_moment();
        break;
    case MR_JOIN_CLOSED:
        r->join_closed = now() + 1;
        give_back(o);
        CHECK(mr_subject_terminal(&subject) != 0, "the list is closed, and there is no terminal event");
        deliver_terminal(id);
        break;
    case MR_JOIN_DISPOSED:
        give_back(o);
        break;
    }
    busy -= 1;
    check_quiet();
}

void emit(int event) {
    mr_list *target = mr_subject_list(&subject);
    if (target == NULL)
        return;
    uint32_t heard = 0;
    int last_slot = -1;
    uint64_t called = now() + 1;
    uint32_t joined_before = 0; /* a bit for each; with weak orderings, "before" does not mean a time */
    for (int i = 0; i < OBJECTS; i++)
        joined_before |= (uint32_t)explore_is_past(records[i].has_joined) << i;
    emitting += 1;
    busy += 1;
    epoch += 1;
    inside += 1;
    mr_emission emission = {0};
    mr_emission_begin(&emission, target);
    uint64_t began = now();
    inside -= 1;
    size_t walk = 0;
    while (walking[walk].walks)
        walk += 1;
    walking[walk].walks = true;
    walking[walk].called = called;
    walking[walk].began = began;
    for (;;) {
        uintptr_t slot = mr_emission_next(&emission);
        object *o = (object *)mr_slot_sink(slot);
        if (o == NULL)
            break;
        CHECK(arena_is_live(o), "the emission found a freed subscription");
        record *r = &records[o->id];
        CHECK(o == r->object, "the slot holds no subscription");
        CHECK(!(slot & MR_SLOT_DIRECT) == !(o->cell.tag & MR_DIRECT), "a slot is marked that should not be");
        int index = (int)(emission.segment->base + (uint64_t)(emission.slot - emission.segment->slots));
        CHECK(index > last_slot, "out of order");
        last_slot = index;
        CHECK(!(heard & 1u << o->id), "%d hears one event twice", o->id);
        heard |= 1u << o->id;
        r->visitors += 1;
        CHECK(r->join_called <= began, "%d subscribed during the emission and got its event", o->id);
        if (mr_slot_is_ready(slot) ? mr_direct_is_open(mr_slot_ready_sink(slot)) : mr_lifecycle_is_open(&o->cell)) {
            CHECK(!explore_is_past(r->is_over), "%d heard an event after dispose() had returned", o->id);
            CHECK(!explore_is_past(r->had_terminal), "%d heard an event after its terminal event", o->id);
            CHECK(!in_section(), "user code ran inside a section");
            r->events += 1;
            if (r->on_next)
                r->on_next(o->id, event);
        }
        use(o);
        YIELD(o); /* the callback still uses the subscription */
        CHECK(arena_is_live(o), "%d was freed in its callback", o->id);
    }
    for (int i = 0; i < OBJECTS; i++) {
        record *r = &records[i];
        if ((joined_before & 1u << i) && r->dispose_called == 0 && r->terminals == 0 && ended == 0)
            CHECK(heard & 1u << i, "%d missed an event", i);
        if (heard & 1u << i)
            r->visitors -= 1;
    }
    walking[walk].walks = false;
    inside += 1;
    mr_lifecycle *garbage = mr_emission_end(&emission);
    emitting -= 1;
    give_back_chain(garbage);
    inside -= 1;
    busy -= 1;
    check_quiet();
    check_held();
}

/*
 * Discards a subscription that the closer has taken out. If the subscription is not disposed yet, a stand-in takes its
 * place in the garbage.
 */
static void discard(mr_emission *emission, object *o) {
    if (!mr_lifecycle_detach(&o->cell, emission->segment)) {
        mr_list_discard(emission, &o->cell);
        return;
    }
    object *stand_in = arena_allocate(sizeof(object), 16);
    stand_in->departed = o;
    mr_lifecycle_dispose(&stand_in->cell);
    mr_list_discard(emission, &stand_in->cell);
}

void end(uintptr_t terminal) {
    busy += 1;
    if (mr_subject_end(&subject, terminal)) {
        ended += 1;
        mr_list *target = mr_subject_list(&subject);
        emitting += 1;
        epoch += 1;
        mr_emission emission = {0};
        mr_emission_begin(&emission, target);
        mr_lifecycle *cell;
        while ((cell = mr_emission_take(&emission)) != NULL) {
            object *o = (object *)cell;
            CHECK(arena_is_live(o), "the closer found a freed subscription");
            if (terminal != MR_SUBJECT_SILENT)
                deliver_terminal(o->id);
            discard(&emission, o);
        }
        mr_lifecycle *garbage = mr_emission_end(&emission);
        emitting -= 1;
        give_back_chain(garbage);
    }
    busy -= 1;
    check_quiet();
}

void destroy(void) {
    list_gone = true;
    mr_list *target = mr_subject_list(&subject);
    if (target == NULL || target == mr_list_closed())
        return;
    busy += 1;
    mr_emission cursor = {0};
    mr_lifecycle *cell;
    while ((cell = mr_list_drain(target, &cursor)) != NULL) {
        give_back((object *)cell);
        YIELD(NULL); /* user code runs here */
    }
    mr_list_free(target);
    busy -= 1;
}

/* ---- setting up, and checking at the end ---- */

void reset_unregistered(void) {
    memset(records, 0, sizeof(records));
    memset(&subject, 0, sizeof(subject));
    emitting = busy = inside = ended = 0;
    memset(walking, 0, sizeof(walking));
    epoch = 0;
    list_gone = false;
}

void reset(void) {
    reset_unregistered();
    register_all();
}

void subscribe_all(int first, int last) {
    for (int i = first; i <= last; i++) {
        make(i, 1, i % 2 ? MR_DIRECT : 0);
        subscribe(i);
    }
}

static bool is_dead_from(const mr_segment *segment, uint32_t first) {
    for (uint32_t i = first; i < segment->capacity; i++)
        if (segment->slots[i] != MR_SLOT_TOMB && segment->slots[i] != MR_SLOT_GONE)
            return false;
    return true;
}

static bool is_dead(const mr_segment *segment) { return is_dead_from(segment, 0); }

static bool filled_in_order(const mr_segment *segment, bool is_last) {
    uint32_t used = 0;
    while (used < segment->capacity && segment->slots[used] > MR_SLOT_END)
        used += 1;
    for (uint32_t i = used; i < segment->capacity; i++)
        if (segment->slots[i] > MR_SLOT_END || (i > used && segment->slots[i] == MR_SLOT_END))
            return false;
    return is_last || used == segment->capacity;
}

void check_all(void) {
    CHECK(emitting == 0 && busy == 0, "somebody is still inside");
    check_quiet();
    mr_list *target = list();
    if (target != NULL && target != mr_list_closed() && !list_gone) {
        CHECK(target->dead == NULL && !target->unlinking, "something was left half-done");
        /* the chain of segments is whole in both directions, and `last` is in it */
        bool last_seen = false;
        mr_segment *previous = NULL;
        for (mr_segment *s = target->head; s != NULL; previous = s, s = s->next) {
            CHECK(arena_is_live(s), "a freed segment is linked");
            CHECK(s->previous == previous, "a segment's `previous` is wrong");
            CHECK(previous == NULL || previous->base < s->base, "segments out of order");
            last_seen |= s == target->last;
            CHECK(s == target->last || !is_dead(s), "a dead segment was not unlinked");
            CHECK(filled_in_order(s, s == target->last), "a slot was passed over");
            CHECK(s->next == NULL || ended == 0, "a closed list keeps its segments");
            CHECK(is_dead_from(s, s->reach), "somebody is where emissions do not go");
            CHECK(s != target->last || s->reach == s->capacity, "the last segment ends early");
        }
        CHECK(last_seen, "`last` is not in the chain");
        size_t live = 0;
        for (int i = 0; i < OBJECTS; i++)
            live += records[i].joined != 0 && !records[i].given_back;
        CHECK(mr_list_count(target) == live, "the list counts %zu of %zu", mr_list_count(target), live);
        CHECK(mr_list_has_observers(target) == (live != 0), "has_observers is wrong");
    }
    if (!list_gone)
        destroy();
    for (int i = 0; i < OBJECTS; i++) {
        record *r = &records[i];
        if (r->object == NULL)
            continue;
        CHECK(!r->listed || r->given_back, "the list's reference to %d is lost", i);
        CHECK(r->object->references == 1, "%d has %d references left", i, r->object->references);
        CHECK(r->terminals <= 1, "%d got %d terminal events", i, r->terminals);
        CHECK(r->disposed == (r->dispose_called != 0), "dispose() of %d had no effect", i);
        CHECK(mr_lifecycle_is_disposed(&r->object->cell) == r->disposed, "%d is disposed, or not, against its word", i);
        release(r->object);
    }
}

void check_silent(void) {
    CHECK(ended == 1, "the subject ended %d times", ended);
    for (int i = 0; i < OBJECTS; i++)
        CHECK(records[i].object == NULL || records[i].terminals == 0 || records[i].join_closed,
              "%d heard of the silent end", i);
    check_all();
}

void check_ended(void) {
    CHECK(ended == 1, "the subject ended %d times", ended);
    for (int i = 0; i < OBJECTS; i++) {
        record *r = &records[i];
        if (r->object != NULL && r->join_called != 0 && (r->dispose_called == 0 || r->disposed == false))
            CHECK(r->terminals == 1, "%d missed the terminal event", i);
    }
    check_all();
}
