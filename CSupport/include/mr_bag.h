/*
 * mr_bag: a chain that many threads add to and one takes apart: the content of dispose bags and composite disposables.
 * In C because its head is a shared word.
 *
 * Adding pushes a link onto the head by compare-and-swap, so the chain runs from the newest link to the oldest. Closing
 * exchanges the head for CLOSED and hands the chain to the caller, who turns it round: content is taken apart in the
 * order in which it came. Links that are no longer needed are unlinked in the middle by one sweeper at a time, which
 * the head says with SWEEPING.
 *
 * What needs no reclamation scheme, and why: adding reads no link but its own, a sweep has a single winner, and it
 * leaves the newest link alone, to which a link that is being pushed may be about to point. So the sweeper may free
 * what it unlinked at once, unless the bag was closed meanwhile: then the closer may be on it. mr_bag_close and
 * mr_bag_sweep_end tell each of the two about the other; both then keep their links for the owner's end.
 *
 * Ownership: the chain owns its links and what hangs on them; the functions below hand them to their caller.
 *
 * | overlap | add | sweep         | close      |
 * |---------|-----|---------------|------------|
 * | add     | yes | yes           | yes        |
 * | sweep   |     | one at a time | yes        |
 * | close   |     |               | one winner |
 *
 * Progress: all lock-free; a second sweeper does not wait but leaves.
 * Orderings: adding releases the link, sweeping and closing acquire all links (each push reads and writes the head, so
 * they form one release sequence); the end of a sweep releases what it unlinked, closing acquires it.
 */
#ifndef MR_BAG_H
#define MR_BAG_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_BAG_CLOSED ((uintptr_t)1)
#define MR_BAG_SWEEPING ((uintptr_t)2)
#define MR_BAG_FLAGS ((uintptr_t)3)

typedef struct mr_bag_link {
    struct mr_bag_link *MR_NULLABLE next; /* the older one; in a chain that was turned round, the newer one */
} mr_bag_link;

typedef struct mr_bag {
    uintptr_t head; /* the newest link, and MR_BAG_CLOSED, MR_BAG_SWEEPING */
    uint64_t tally; /* low half: links in the chain; high half: those of them that are dead */
    uint64_t limit; /* the owner's: how many links call for the next sweep */
} mr_bag;

MR_INLINE bool mr_bag_is_closed(const mr_bag *bag) {
    return (mr_load((uintptr_t *)&bag->head, mr_relaxed) & MR_BAG_CLOSED) != 0;
}

/* Adds a link as the newest. False when the bag is closed: the caller still owns it. */
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
 * Closes the bag and returns its newest link, or NULL: empty, or closed already. `*swept` tells whether a sweep is under
 * way: then the links are not the caller's to change or free before that has ended; what hangs on them is.
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

/* Turns a chain round that is the caller's alone: the oldest link comes first. */
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

/* Begins a sweep: the newest link, which stays, or NULL: empty, closed, or being swept. */
MR_INLINE mr_bag_link *MR_NULLABLE mr_bag_sweep_begin(mr_bag *bag) {
    uintptr_t head = mr_load(&bag->head, mr_relaxed);
    do {
        if (head == 0 || (head & MR_BAG_FLAGS))
            return NULL;
        // acquire: pairs with the release of mr_bag_add, and of the sweep before
    } while (!mr_cas(&bag->head, &head, head | MR_BAG_SWEEPING, mr_acquire, mr_relaxed));
    return (mr_bag_link *)head;
}

/* Unlinks the link after `newer`. Who walks the chain meanwhile may be on it still, so it keeps its own `next`. */
MR_INLINE void mr_bag_unlink(mr_bag_link *newer, mr_bag_link *link) {
    mr_store(&newer->next, mr_load(&link->next, mr_relaxed), mr_relaxed);
}

/* Ends a sweep. True: what it unlinked is the sweeper's to free. False: the bag was closed, keep it for the owner. */
MR_INLINE bool mr_bag_sweep_end(mr_bag *bag) {
    // release: pairs with mr_bag_close, which then meets no link that is about to be freed
    return !(mr_fetch_add(&bag->head, -MR_BAG_SWEEPING, mr_release) & MR_BAG_CLOSED);
}

/* ---- counting; relaxed, for the numbers guard nothing ---- */

#define MR_BAG_DEAD ((uint64_t)0x100000000)

/* Changes the tally, modulo 2^64; returns the new one. */
MR_INLINE uint64_t mr_bag_count(mr_bag *bag, uint64_t change) {
    return mr_fetch_add(&bag->tally, change, mr_relaxed) + change;
}

MR_INLINE uint64_t mr_bag_tally(const mr_bag *bag) { return mr_load((uint64_t *)&bag->tally, mr_relaxed); }

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
 * Emptying a bag may release another bag, whose owner empties it in turn, so that it is empty when the release of
 * its last reference returns. Up to MR_BAG_DEPTH nest on a thread in any case, and more while they have taken less than MR_BAG_STACK bytes
 * and half of the stack is free. What is in deeper ones goes before what the innermost emptying has left to do: order is
 * kept, the stack bounded, and all is empty when the outermost release returns.
 */
#ifndef MR_BAG_DEPTH
#define MR_BAG_DEPTH 32
#endif
#ifndef MR_BAG_STACK
#define MR_BAG_STACK ((uintptr_t)1 << 20)
#endif

/*
 * Closes the bag and begins to empty it: the oldest item, or NULL: nothing is left for the caller to do. No sweep is
 * under way.
 */
mr_bag_item *MR_NULLABLE mr_bag_empty_begin(mr_bag *bag);

/* Frees an item whose content has been dealt with; returns the next one, or NULL: the emptying has ended. */
mr_bag_item *MR_NULLABLE mr_bag_empty_next(mr_bag_item *item);

MR_ASSUME_NONNULL_END

#endif
