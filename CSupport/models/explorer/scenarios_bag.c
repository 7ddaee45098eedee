/*
 * Bags as DisposeBag and CompositeDisposable use them. Links are really freed. Checked: each content is disposed at
 * most once, and once if it was left in the bag; the contents that a thread inserted are disposed in the order of
 * insertion; no reference is left.
 */
#include "counted.h"

static mr_bag bag;
static int last_disposed[2]; /* for each of two threads: the first inserts ids 0 … 3, the second 4 … 7 */
static uint64_t threshold;

static void reset_bag(void) {
    counted_reset();
    bag = (mr_bag){0};
    last_disposed[0] = last_disposed[1] = -1;
}

/* ---- DisposeBag ---- */

static counted *content_of(mr_bag_link *link) { return ((mr_bag_item *)link)->content; }

static void sweep_items(void) {
    mr_bag_link *newer = mr_bag_sweep_begin(&bag);
    if (newer == NULL)
        return;
    mr_bag_link *unlinked = NULL, *link;
    uint64_t count = 0;
    while ((link = mr_bag_next(newer)) != NULL) {
        if (mr_lifecycle_is_disposed(&content_of(link)->cell)) {
            mr_bag_unlink(newer, link);
            link->next = unlinked;
            unlinked = link;
            count += 1;
        } else {
            newer = link;
        }
    }
    mr_bag_count(&bag, -count);
    mr_bag_sweep_end(&bag);
    while (unlinked != NULL) {
        link = unlinked;
        unlinked = link->next;
        counted_release(content_of(link));
        mr_bag_item_free((mr_bag_item *)link);
    }
}

/* Inserts an object. If `over` is true, the object is disposed before, and a sweep may release it. */
static void insert_item(int id, bool over) {
    counted *o = counted_make(id);
    if (over)
        mr_lifecycle_dispose(&o->cell);
    mr_bag_item *item = mr_bag_item_create(o);
    CHECK(mr_bag_add(&bag, &item->link), "the bag is closed");
    if (mr_bag_count(&bag, 1) > threshold)
        sweep_items();
}

static void items_setup(void) {
    reset_bag();
    threshold = 1;
    insert_item(7, true);
}

static void insert_0_1(void) { insert_item(0, true), insert_item(1, false); }
static void insert_4_5(void) { insert_item(4, false), insert_item(5, true); }
static void insert_2(void) { insert_item(2, true); }

static void items_check(void) {
    for (mr_bag_item *item = mr_bag_empty_begin(&bag); item != NULL; item = mr_bag_empty_next(item)) {
        counted *o = item->content;
        if (!mr_lifecycle_is_disposed(&o->cell)) {
            counted_dispose(o);
            CHECK(o->id > last_disposed[o->id / 4], "out of order");
            last_disposed[o->id / 4] = o->id;
        }
        counted_release(o);
    }
    CHECK(counted_disposals[1] == 1, "1 was not disposed with the bag");
    for (int id = 0; id < COUNTED; id++)
        CHECK(counted_freed[id] || counted_disposals[id] == 0, "%d is left", id);
}

/* ---- bags in bags: the deinit of a bag's content empties another bag ---- */

#define NESTED 100
static mr_bag nested[NESTED];
static int depth, leaf;

static void add_nested(int bag_number, int content) {
    mr_bag_item *item = mr_bag_item_create((void *)(intptr_t)content);
    CHECK(mr_bag_add(&nested[bag_number], &item->link), "the bag is closed");
}

/* Each bag holds the next bag, and after it a leaf, which is a negative number. */
static void nested_setup(void) {
    reset_bag();
    for (int i = 0; i < NESTED; i++) {
        nested[i] = (mr_bag){0};
        if (i + 1 < NESTED)
            add_nested(i, i + 1);
        add_nested(i, -1 - i);
    }
    depth = 0;
    leaf = NESTED;
}

static void empty_from(int bag_number) {
    CHECK(++depth <= MR_BAG_DEPTH + 1, "%d emptyings nest", depth);
    for (mr_bag_item *item = mr_bag_empty_begin(&nested[bag_number]); item != NULL; item = mr_bag_empty_next(item)) {
        int content = (int)(intptr_t)item->content;
        if (content > 0)
            empty_from(content);
        else
            CHECK(-1 - content == --leaf, "leaf %d comes out of order", -1 - content);
    }
    depth -= 1;
}

static void empty_nested(void) { empty_from(0); }
static void nested_check(void) { CHECK(leaf == 0 && depth == 0, "%d leaves are left", leaf); }

/* ---- CompositeDisposable ---- */

static mr_lifecycle composite;
static counted *keys[COUNTED];            /* the slots that the keys hold */
static mr_bag_link *parts, *kept;
static mr_lifecycle *garbage;
static bool inserted[COUNTED], removed[COUNTED];

static counted *slot_of(mr_bag_link *link) { return (counted *)((char *)link - offsetof(counted, link)); }

static counted *make_slot(counted *content) {
    counted *slot = counted_make(-1);
    CHECK(mr_lifecycle_attach(&slot->cell, content) == MR_ATTACHED, "not attached");
    return slot;
}

static counted *take_content(counted *slot) {
    uintptr_t taken = mr_lifecycle_dispose(&slot->cell);
    return taken == MR_DISPOSED ? NULL : (counted *)taken;
}

static void dispose_and_release(counted *content) {
    counted_dispose(content);
    if (content->id >= 0) {
        CHECK(content->id > last_disposed[content->id / 4] || removed[content->id], "out of order");
        if (!removed[content->id])
            last_disposed[content->id / 4] = content->id;
    }
    counted_release(content);
}

static void release_slots(mr_lifecycle *chain) {
    while (chain != NULL) {
        counted *slot = (counted *)chain;
        chain = mr_garbage_next(chain);
        counted_release(slot);
    }
}

static bool sweep_slots(void) {
    mr_bag_link *newer = mr_bag_sweep_begin(&bag);
    if (newer == NULL)
        return false;
    mr_lifecycle *unlinked = NULL;
    mr_bag_link *link;
    uint64_t count = 0;
    while ((link = mr_bag_next(newer)) != NULL) {
        mr_lifecycle *cell = &slot_of(link)->cell;
        if (mr_lifecycle_is_disposed(cell)) {
            mr_bag_unlink(newer, link);
            mr_garbage_push(cell, unlinked);
            unlinked = cell;
            count += 1;
        } else {
            newer = link;
        }
    }
    mr_bag_count(&bag, -(count * (MR_BAG_DEAD + 1)));
    if (mr_bag_sweep_end(&bag))
        release_slots(unlinked);
    else
        garbage = unlinked;
    return true;
}

static void count_slots(uint64_t change) {
    if (mr_bag_count(&bag, change) >> 32 != 0 && sweep_slots() && mr_bag_counts(&bag) >> 32 != 0)
        sweep_slots();
}

static void insert(int id) {
    counted *content = counted_make(id);
    if (!mr_bag_is_closed(&bag)) {
        counted_retain(content);
        counted *slot = make_slot(content);
        counted_retain(slot);
        if (mr_bag_add(&bag, &slot->link)) {
            inserted[id] = true;
            keys[id] = slot;
            count_slots(1);
            counted_release(content);
            return;
        }
        counted_release(take_content(slot));
        counted_release(slot);
        counted_release(slot);
    }
    removed[id] = true;
    dispose_and_release(content);
}

static void remove_key(int id) {
    counted *content = keys[id] == NULL ? NULL : take_content(keys[id]);
    if (content == NULL)
        return;
    removed[id] = true;
    count_slots(MR_BAG_DEAD);
    dispose_and_release(content);
}

/* Removes the content with its key, and releases the key. */
static void remove_and_forget(int id) {
    counted *slot = keys[id];
    remove_key(id);
    keys[id] = NULL;
    if (slot != NULL)
        counted_release(slot);
}

static mr_bag_link *close_bag(void) {
    bool swept = false;
    mr_bag_link *newest = mr_bag_close(&bag, &swept);
    if (!swept)
        return mr_bag_reverse(newest);
    kept = newest;
    mr_bag_link *oldest = NULL;
    for (mr_bag_link *link = newest, *next; link != NULL; link = next) {
        next = mr_bag_next(link);
        counted *content = take_content(slot_of(link));
        if (content == NULL)
            continue;
        counted *copy = make_slot(content);
        copy->link.next = oldest;
        oldest = &copy->link;
    }
    return oldest;
}

static void dispose_composite(void) {
    if (mr_lifecycle_dispose(&composite) == MR_DISPOSED)
        return;
    for (;;) {
        if (parts == NULL)
            parts = close_bag();
        if (parts == NULL)
            return;
        counted *slot = slot_of(parts);
        parts = mr_bag_next(parts);
        counted *content = take_content(slot);
        if (content != NULL)
            dispose_and_release(content);
        counted_release(slot);
    }
}

static void detach(mr_bag_link *chain) {
    while (chain != NULL) {
        counted *slot = slot_of(chain);
        chain = mr_bag_next(chain);
        counted *content = take_content(slot);
        if (content != NULL)
            counted_release(content);
        counted_release(slot);
    }
}

static void slots_setup(void) {
    reset_bag();
    composite = (mr_lifecycle){0};
    parts = kept = NULL;
    garbage = NULL;
    for (int id = 0; id < COUNTED; id++)
        keys[id] = NULL, inserted[id] = removed[id] = false;
    for (int id = 0; id < 3; id++)
        insert(id);
}

static void insert_4(void) { insert(4); }
static void remove_0(void) { remove_and_forget(0); }
static void remove_0_keep(void) { remove_key(0); }
static void remove_1(void) { remove_and_forget(1); }
static void remove_0_1(void) { remove_and_forget(0), remove_and_forget(1); }
static void insert_remove_4(void) { insert(4), remove_and_forget(4); }

/* Runs the deinit, and checks that nothing is left. */
static void slots_check(void) {
    bool disposed = mr_lifecycle_is_disposed(&composite), unused;
    detach(mr_bag_close(&bag, &unused));
    detach(kept);
    release_slots(garbage);
    for (int id = 0; id < COUNTED; id++) {
        if (keys[id] != NULL)
            counted_release(keys[id]);
        if (inserted[id])
            CHECK(counted_freed[id], "%d is left", id);
        if (inserted[id] && (disposed || removed[id]))
            CHECK(counted_disposals[id] == 1, "%d was not disposed", id);
    }
}

const scenario bag_scenarios[] = {
    {"bag-insert-insert", 2, 4, items_setup, {insert_0_1, insert_4_5}, items_check},
    {"bag-insert-sweep", 3, 3, items_setup, {insert_0_1, insert_4_5, insert_2}, items_check},
    {"bag-nested", 1, 0, nested_setup, {empty_nested}, nested_check},
    {"composite-remove-remove", 3, 3, slots_setup, {remove_0, remove_1, insert_4}, slots_check},
    {"composite-remove-dispose", 3, 3, slots_setup, {remove_0_1, dispose_composite, insert_4}, slots_check},
    {"composite-two-disposers", 3, 3, slots_setup, {remove_0, dispose_composite, dispose_composite}, slots_check},
    {"composite-insert-remove", 3, 3, slots_setup, {insert_remove_4, remove_0_1, dispose_composite}, slots_check},
    {"composite-same-key", 3, 3, slots_setup, {remove_0_keep, remove_0_keep, dispose_composite}, slots_check},
    {0},
};
