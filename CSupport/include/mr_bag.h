/*
 * mr_bag: a chain of links that many threads add to and one thread takes apart: the content of dispose bags and
 * composite disposables. In C because its head is a shared word.
 *
 * Adding pushes a link onto the head with a compare-and-swap, so the chain runs from the newest link to the oldest.
 * Closing exchanges the head for CLOSED and returns the chain. The caller reverses it, so that content is disposed in
 * the order in which it was added. A sweep unlinks links in the middle that are no longer needed. One thread at a time
 * sweeps; the flag SWEEPING in the head says so.
 *
 * The bag needs no reclamation scheme. Adding reads no link but its own. Only one thread sweeps, and it leaves the
 * newest link alone, because a link that is being pushed may be about to point to it. So the sweeper may free what it
 * unlinked at once, unless the bag was closed during the sweep: the closing thread may then be reading those links.
 * mr_bag_close and mr_bag_sweep_end tell each thread about the other, and both then keep their links until the owner
 * ends.
 *
 * Ownership: the chain owns its links and their content; the functions below hand them to their caller.
 *
 * | overlap | add | sweep         | close      |
 * |---------|-----|---------------|------------|
 * | add     | yes | yes           | yes        |
 * | sweep   |     | one at a time | yes        |
 * | close   |     |               | one winner |
 *
 * Progress: every operation is lock-free; a second sweeper leaves instead of waiting.
 * Orderings: adding releases the link. Sweeping and closing acquire all links: each push reads and writes the head, so
 * the pushes form one release sequence. The end of a sweep releases what it unlinked, and closing acquires it.
 */
#ifndef MR_BAG_H
#define MR_BAG_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_BAG_CLOSED ((uintptr_t)1)
#define MR_BAG_SWEEPING ((uintptr_t)2)
#define MR_BAG_FLAGS ((uintptr_t)3)

typedef struct mr_bag_link {
    struct mr_bag_link *MR_NULLABLE next; /* the older link; in a reversed chain, the newer one */
} mr_bag_link;

typedef struct mr_bag {
    uintptr_t head; /* the newest link, with MR_BAG_CLOSED and MR_BAG_SWEEPING */
    _Alignas(8) uint64_t counts; /* low half: links in the chain; high half: how many of them are dead */
    _Alignas(8) uint64_t limit; /* the owner's: the number of links at which it sweeps next */
} mr_bag;

MR_INLINE bool mr_bag_is_closed(const mr_bag *bag) {
    return (mr_load((uintptr_t *)&bag->head, mr_relaxed) & MR_BAG_CLOSED) != 0;
}

/* Adds a link as the newest. False if the bag is closed: the caller still owns the link. */
MR_INLINE bool mr_bag_add(mr_bag *bag, mr_bag_link *link) {
    uintptr_t head = mr_load(&bag->head, mr_relaxed);
    do {
        if (head & MR_BAG_CLOSED)
            return false;
        mr_store(&link->next, (mr_bag_link *)(head & ~MR_BAG_FLAGS), mr_relaxed);
        // release: publishes the link and what hangs on it; pairs with the acquire of mr_bag_sweep_begin and _close
    } while (!mr_cas(&bag->head, &head, (uintptr_t)link | (head & MR_BAG_SWEEPING), mr_release, mr_relaxed));
    return true;
}

MR_INLINE mr_bag_link *MR_NULLABLE mr_bag_next(const mr_bag_link *link) {
    return mr_load((mr_bag_link **)&link->next, mr_relaxed);
}

/*
 * Closes the bag and returns its newest link, or NULL if the bag is empty or was closed already. `*swept` says whether
 * a sweep is under way. The caller then owns the links' content, but must not change or free the links before the
 * sweep has ended.
 */
MR_INLINE mr_bag_link *MR_NULLABLE mr_bag_close(mr_bag *bag, bool *swept) {
    uintptr_t head = mr_load(&bag->head, mr_relaxed);
    do {
        if (head & MR_BAG_CLOSED)
            return NULL;
        // acquire: pairs with the releases of mr_bag_add and mr_bag_sweep_end
    } while (!mr_cas(&bag->head, &head, MR_BAG_CLOSED | (head & MR_BAG_SWEEPING), mr_acquire, mr_relaxed));
    *swept = (head & MR_BAG_SWEEPING) != 0;
    return (mr_bag_link *)(head & ~MR_BAG_FLAGS);
}

/* Reverses a chain that the caller alone owns: the oldest link comes first. */
MR_INLINE mr_bag_link *MR_NULLABLE mr_bag_reverse(mr_bag_link *MR_NULLABLE newest) {
    mr_bag_link *oldest = NULL;
    while (newest != NULL) {
        mr_bag_link *older = newest->next;
        newest->next = oldest;
        oldest = newest;
        newest = older;
    }
    return oldest;
}

/* ---- sweeping ---- */

/* Begins a sweep. Returns the newest link, which stays, or NULL if the bag is empty, closed, or being swept. */
MR_INLINE mr_bag_link *MR_NULLABLE mr_bag_sweep_begin(mr_bag *bag) {
    uintptr_t head = mr_load(&bag->head, mr_relaxed);
    do {
        if (head == 0 || (head & MR_BAG_FLAGS))
            return NULL;
        // acquire: pairs with the release of mr_bag_add, and with that of the previous sweep
    } while (!mr_cas(&bag->head, &head, head | MR_BAG_SWEEPING, mr_acquire, mr_relaxed));
    return (mr_bag_link *)head;
}

/* Unlinks the link after `newer`. The link keeps its `next`, since a closing thread may be reading it. */
MR_INLINE void mr_bag_unlink(mr_bag_link *newer, mr_bag_link *link) {
    mr_store(&newer->next, mr_load(&link->next, mr_relaxed), mr_relaxed);
}

/*
 * Ends a sweep. True: the sweeper frees what it unlinked. False: the bag was closed, and the sweeper keeps the links
 * for the owner.
 */
MR_INLINE bool mr_bag_sweep_end(mr_bag *bag) {
    // release: pairs with mr_bag_close, which then meets no link that is about to be freed
    return !(mr_fetch_add(&bag->head, -MR_BAG_SWEEPING, mr_release) & MR_BAG_CLOSED);
}

/* ---- counting: relaxed, since the numbers guard no data ---- */

#define MR_BAG_DEAD ((uint64_t)0x100000000)

/* Changes the counts, modulo 2^64; returns the new one. */
MR_INLINE uint64_t mr_bag_count(mr_bag *bag, uint64_t change) {
    return mr_fetch_add(&bag->counts, change, mr_relaxed) + change;
}

MR_INLINE uint64_t mr_bag_counts(const mr_bag *bag) { return mr_load((uint64_t *)&bag->counts, mr_relaxed); }

MR_INLINE uint64_t mr_bag_limit(const mr_bag *bag) { return mr_load((uint64_t *)&bag->limit, mr_relaxed); }

MR_INLINE void mr_bag_set_limit(mr_bag *bag, uint64_t limit) { mr_store(&bag->limit, limit, mr_relaxed); }

/* ---- the links of dispose bags ---- */

typedef struct mr_bag_item {
    mr_bag_link link;
    void *content;
} mr_bag_item;

/* Aborts when memory is out. */
mr_bag_item *mr_bag_item_create(void *content);
void mr_bag_item_free(mr_bag_item *item);

/*
 * Emptying a bag may release another bag, whose owner empties that bag in turn, so that a bag is empty when the release
 * of its last reference returns. MR_BAG_DEPTH emptyings may nest on a thread in any case, and more while they have
 * taken less than MR_BAG_STACK bytes and half of the stack is free. A bag that would nest deeper leaves its items to
 * the innermost emptying, which takes them before its own remaining items. This keeps the order and bounds the stack,
 * and all bags are empty when the outermost release returns.
 */
#ifndef MR_BAG_DEPTH
#define MR_BAG_DEPTH 32
#endif
#ifndef MR_BAG_STACK
#define MR_BAG_STACK ((uintptr_t)1 << 20)
#endif

/*
 * Closes the bag and begins to empty it. Returns the oldest item, or NULL if nothing is left for the caller to do. No
 * sweep is under way.
 */
mr_bag_item *MR_NULLABLE mr_bag_empty_begin(mr_bag *bag);

/* Frees an item whose content has been disposed. Returns the next item, or NULL once the emptying has ended. */
mr_bag_item *MR_NULLABLE mr_bag_empty_next(mr_bag_item *item);

MR_ASSUME_NONNULL_END

#endif
