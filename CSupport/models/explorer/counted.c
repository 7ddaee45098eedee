#include "counted.h"

#include <string.h>

int counted_disposals[COUNTED];
bool counted_freed[COUNTED];

void counted_reset(void) {
    memset(counted_disposals, 0, sizeof(counted_disposals));
    memset(counted_freed, 0, sizeof(counted_freed));
    register_all();
}

counted *counted_make(int id) {
    counted *o = arena_allocate(sizeof(counted), 16);
    o->id = id;
    o->references = 1;
    return o;
}

void counted_retain(counted *o) {
    YIELD(o);
    CHECK(explore_retain(&o->references) > 0, "retain of %d, which is being freed", o->id);
}

void counted_release(counted *o) {
    YIELD(o);
    int left = explore_release(&o->references);
    CHECK(left >= 0, "too many releases of %d", o->id);
    if (left != 0)
        return;
    if (o->id >= 0)
        counted_freed[o->id] = true;
    arena_free(o);
}

void counted_dispose(counted *o) {
    counted_use(o);
    if (o->id >= 0)
        CHECK(++counted_disposals[o->id] <= 1, "%d was disposed twice", o->id);
}

void counted_use(counted *o) {
    YIELD(o);
    CHECK(explore_count(&o->references) > 0, "%d is used after its last release", o->id);
}
