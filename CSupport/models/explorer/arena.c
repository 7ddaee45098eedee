/* Memory that remembers what was freed. */
#include <string.h>

#include "machine.h"

#define GRANULE 16
#define POISON 0xdb

enum { UNUSED, LIVE, FREED };

static _Alignas(256) unsigned char arena[ARENA];
static unsigned char state[ARENA / GRANULE];
static uint32_t size_at[ARENA / GRANULE]; /* the size of the block that starts at this granule */
static size_t arena_used, live_blocks;

static bool in_arena(const void *p) {
    return (const unsigned char *)p >= arena && (const unsigned char *)p < arena + ARENA;
}

bool arena_offset(const void *p, size_t *offset) {
    *offset = (size_t)((const unsigned char *)p - arena);
    return in_arena(p);
}

const void *arena_address(size_t offset) { return arena + offset; }

void *arena_allocate(size_t size, size_t alignment) {
    if (alignment < GRANULE)
        alignment = GRANULE;
    size_t start = (arena_used + GRANULE + alignment - 1) / alignment * alignment; /* a granule between two blocks */
    size_t rounded = (size + GRANULE - 1) / GRANULE * GRANULE;
    CHECK(start + rounded <= ARENA, "the arena is too small");
    arena_used = start + rounded;
    memset(arena + start, 0, rounded);
    memset(state + start / GRANULE, LIVE, rounded / GRANULE);
    size_at[start / GRANULE] = (uint32_t)rounded;
    live_blocks += 1;
    history_allocate(start, rounded);
    return arena + start;
}

void arena_free(void *memory) {
    if (memory == NULL)
        return;
    CHECK(in_arena(memory), "free of %p, which was not allocated", memory);
    size_t start = (size_t)((unsigned char *)memory - arena);
    CHECK(start % GRANULE == 0 && size_at[start / GRANULE] != 0, "free of %p, which is no block", memory);
    CHECK(state[start / GRANULE] == LIVE, "double free of %p", memory);
    uint32_t size = size_at[start / GRANULE];
    history_free(start, size);
    memset(state + start / GRANULE, FREED, size / GRANULE);
    memset(memory, POISON, size);
    live_blocks -= 1;
}

bool arena_is_live(const void *p) {
    return !in_arena(p) || state[((const unsigned char *)p - arena) / GRANULE] == LIVE;
}

size_t arena_live_blocks(void) { return live_blocks; }

void arena_reset(void) {
    memset(state, UNUSED, (arena_used + GRANULE - 1) / GRANULE);
    memset(size_at, 0, (arena_used / GRANULE + 1) * sizeof(size_at[0]));
    arena_used = 0;
    live_blocks = 0;
}

/* Plain writes to freed memory are found at the end of a run. */
void arena_check(void) {
    for (size_t i = 0; i < arena_used / GRANULE; i++)
        if (state[i] == FREED)
            for (size_t j = 0; j < GRANULE; j++)
                CHECK(arena[i * GRANULE + j] == POISON, "freed memory was written to");
}
