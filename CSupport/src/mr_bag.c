#include "mr_bag.h"

#include <stdlib.h>

#include "mr_reclaim.h"

/* Emptyings that nest on this thread, and what is left for the innermost of MR_BAG_DEPTH to do before its own. */
static _Thread_local struct {
    uint32_t depth;
    mr_bag_link *first, *last;
} emptying;

mr_bag_item *mr_bag_item_create(void *content) {
    mr_bag_item *item = mr_allocate(sizeof(mr_bag_item), _Alignof(mr_bag_item));
    item->content = content;
    return item;
}

void mr_bag_item_free(mr_bag_item *item) { free(item); }

mr_bag_item *mr_bag_empty_begin(mr_bag *bag) {
    bool swept;
    mr_bag_link *newest = mr_bag_close(bag, &swept);
    if (newest == NULL)
        return NULL;
    mr_bag_link *oldest = mr_bag_reverse(newest);
#ifndef MR_BUG_BAG_NESTS_WITHOUT_LIMIT
    if (emptying.depth == MR_BAG_DEPTH) {
        if (emptying.first == NULL)
            emptying.first = oldest;
        else
            emptying.last->next = oldest;
        emptying.last = newest;
        return NULL;
    }
#endif
    emptying.depth += 1;
    return (mr_bag_item *)oldest;
}

mr_bag_item *mr_bag_empty_next(mr_bag_item *item) {
    mr_bag_link *next = item->link.next;
    free(item);
    if (MR_UNLIKELY(emptying.first != NULL)) {
        emptying.last->next = next;
        next = emptying.first;
        emptying.first = NULL;
    }
    if (next == NULL)
        emptying.depth -= 1;
    return (mr_bag_item *)next;
}
