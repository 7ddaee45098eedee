/* Which object a word lies in, as long as steps are watched; for the names of operators in reports. */
#include <dlfcn.h>
#include <stdlib.h>

#include "machine.h"

typedef struct object {
    const char *begin, *end;
    const void *metadata;
} object;

#define MOST_OBJECTS 65536

static object *objects;
static size_t count;
static bool watches;

/*
 * In place of the function of Swift's runtime, as in outside.c. Weak, since a program may have the runtime in it. Only the
 * controller and the thread with the baton note objects, one after the other.
 */
__attribute__((weak)) void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask) {
    static void *(*own)(const void *, size_t, size_t);
    if (MR_UNLIKELY(own == NULL))
        own = dlsym(RTLD_NEXT, "swift_allocObject");
    char *made = own(metadata, size, alignment_mask);
    if (MR_UNLIKELY(watches) && count < MOST_OBJECTS && (machine_self() != NULL || machine_is_controlled_here()))
        objects[count++] = (object){made, made + size, metadata};
    return made;
}

void mr_explore_watch(void (*watcher)(size_t)) {
    if (objects == NULL)
        objects = calloc(MOST_OBJECTS, sizeof(object));
    count = 0;
    watches = watcher != NULL && objects != NULL;
    trail_watcher = watcher;
}

const void *mr_explore_owner(const void *word) {
    // the newest first: memory is used again
    for (size_t i = count; i > 0; i--)
        if (objects[i - 1].begin <= (const char *)word && (const char *)word < objects[i - 1].end)
            return objects[i - 1].metadata;
    return NULL;
}
