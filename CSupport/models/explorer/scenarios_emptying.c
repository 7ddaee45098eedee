/*
 * Bags in bags: the deinit of a bag's content empties another bag. Checked: no more emptyings nest than may, and all
 * items come out in the order in which recursion without a limit would take them.
 */
#include "CMillrace.h"
#include "explorer.h"

#define NESTED 100
static struct {
    mr_item *first, *last;
} nested[NESTED];
static int depth, leaf;

static void add_nested(int bag, int content) {
    mr_item *item = mr_item_create((void *)(intptr_t)content);
    item->next = NULL;
    if (nested[bag].first == NULL)
        nested[bag].first = item;
    else
        nested[bag].last->next = item;
    nested[bag].last = item;
}

/* Each bag holds the next bag, and after it a leaf, which is a negative number. */
static void nested_setup(void) {
    register_all();
    for (int i = 0; i < NESTED; i++) {
        nested[i].first = NULL;
        if (i + 1 < NESTED)
            add_nested(i, i + 1);
        add_nested(i, -1 - i);
    }
    depth = 0;
    leaf = NESTED;
}

static void empty_from(int bag) {
    CHECK(++depth <= MR_EMPTYING_DEPTH + 1, "%d emptyings nest", depth);
    mr_item *item = mr_emptying_begin(nested[bag].first, nested[bag].last);
    for (; item != NULL; item = mr_emptying_next(item)) {
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

const scenario emptying_scenarios[] = {
    {"emptying-nested", 1, 0, nested_setup, {empty_nested}, nested_check},
    {0},
};
