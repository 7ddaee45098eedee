/*
 * mr_lifecycle: the atomic word of every sink and disposable: whether it is open, stopped or disposed, and what feeds
 * it. In C because mr_list.c changes the word too, and Swift's own atomics need a newer Darwin than macOS 13, which
 * Package.swift asks for.
 *
 * State (one word):
 *
 *     bits 3…   what feeds this sink: 0, an upstream object (owned, +1), or, with LISTED, a segment of an observer
 *               list (not owned; `slot` is the index in it); after DISPOSED, the link of a garbage chain
 *     LISTED    the pointer is a segment of an observer list; never together with DISPOSED
 *     DISPOSED  dispose() was called; set once, never cleared
 *     STOPPED   a terminal event has been accepted, or the sink is disposed, or its events were stopped before its
 *               disposal; set once, never cleared
 *
 *     open ──stop──▶ stopped ──dispose──▶ disposed            open ──dispose──▶ disposed
 *
 * Events pass while neither STOPPED nor DISPOSED is set: one relaxed load, no read-modify-write. The first terminal
 * event wins by fetch-or. A sink is attached to one source in its life, unless mr_lifecycle_replace exchanges the
 * source.
 *
 * | overlap  | is_open | stop | attach | replace | dispose |
 * |----------|---------|------|--------|---------|---------|
 * | any      | yes     | yes  | one caller at a time | yes | yes |
 *
 * Progress: is_open and stop are wait-free, the others lock-free.
 * Orderings: attach and replace release what they publish; dispose acquires it. is_open is relaxed: it guards no data,
 * and on one thread program order already makes a disposal visible.
 */
#ifndef MR_LIFECYCLE_H
#define MR_LIFECYCLE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_STOPPED ((uintptr_t)1)
#define MR_DISPOSED ((uintptr_t)2)
#define MR_LISTED ((uintptr_t)4)
#define MR_FLAGS ((uintptr_t)7)

/*
 * The flags in `tag`. PLAIN and DIRECT never change once other threads know the sink, so a relaxed load is enough. It
 * is atomic, since other flags in the word may change.
 *
 * | flag            | set by                                          | read by                                       |
 * |-----------------|-------------------------------------------------|-----------------------------------------------|
 * | MR_PLAIN        | the maker, before another thread knows the sink | disposers: nothing is to be disposed but the  |
 * |                 |                                                 | upstream                                      |
 * | MR_DIRECT       | the maker, likewise: the sink ends a chain, and | a joining thread, which marks the slot, so    |
 * |                 | emitters call it directly                       | that emitters need not read the sink          |
 * | MR_CLAIMED      | the first thread that claims the object's work  | threads that do so later; the thread that     |
 * |                 | (mr_lifecycle_claim), or that ends its source   | joins a group                                 |
 * |                 | (..._detach_from_group)                         |                                               |
 * | MR_MEMBER       | the thread that puts the object into a group,   | threads that end the object, and then take it |
 * |                 | after it has stored the key                     | out of the group                              |
 * | MR_NO_WATERMARK | any thread that has walked down the sinks and   | the same: the walk need not be made again     |
 * |                 | found no watermark, which would hold the source |                                               |
 * |                 | back; what is below a sink never changes        |                                               |
 */
#define MR_DIRECT ((uint32_t)1)
#define MR_CLAIMED ((uint32_t)2)
#define MR_PLAIN ((uint32_t)4)
#define MR_MEMBER ((uint32_t)8)
#define MR_NO_WATERMARK ((uint32_t)16)

/*
 * Slots of an observer list use the lowest four bits of an address (mr_list.h), so a sink is aligned to 16 bytes. With
 * pointers of 64 bits, malloc and Swift's objects are; with pointers of 32 bits, they may be aligned to 8 bytes only
 * unless what is in them asks for more.
 */
#if UINTPTR_MAX > UINT32_MAX
#define MR_SINK_ALIGNMENT _Alignof(uintptr_t)
#else
#define MR_SINK_ALIGNMENT 16
#endif

typedef struct mr_lifecycle {
    _Alignas(MR_SINK_ALIGNMENT) uintptr_t word;
    uint32_t slot; /* index in the segment; final before the slot holds the sink */
    uint32_t tag;  /* the flags above */
} mr_lifecycle;

_Static_assert(sizeof(mr_lifecycle) == 16, "Swift finds a link behind the word");

MR_INLINE bool mr_lifecycle_is_plain(const mr_lifecycle *sink) {
    return (mr_load((uint32_t *)&sink->tag, mr_relaxed) & MR_PLAIN) != 0;
}

/* Relaxed: a thread that does not see the bit only looks for a watermark again. */
MR_INLINE bool mr_lifecycle_has_no_watermark(const mr_lifecycle *sink) {
    return (mr_load((uint32_t *)&sink->tag, mr_relaxed) & MR_NO_WATERMARK) != 0;
}

MR_INLINE void mr_lifecycle_set_no_watermark(mr_lifecycle *sink) {
    mr_fetch_or(&sink->tag, MR_NO_WATERMARK, mr_relaxed);
}

MR_INLINE bool mr_lifecycle_is_direct(const mr_lifecycle *sink) {
    return (mr_load((uint32_t *)&sink->tag, mr_relaxed) & MR_DIRECT) != 0;
}

MR_INLINE bool mr_lifecycle_is_open(const mr_lifecycle *sink) {
    return (mr_load((uintptr_t *)&sink->word, mr_relaxed) & (MR_STOPPED | MR_DISPOSED)) == 0;
}

/* Whether dispose() was called. */
MR_INLINE bool mr_lifecycle_is_disposed(const mr_lifecycle *sink) {
    return (mr_load((uintptr_t *)&sink->word, mr_acquire) & MR_DISPOSED) != 0;
}

/* The same for a thread that has just published something that a disposer looks for; see mr_lazy.h. */
MR_INLINE bool mr_lifecycle_is_disposed_after(const mr_lifecycle *sink) {
    return (mr_load((uintptr_t *)&sink->word, mr_seq_cst) & MR_DISPOSED) != 0;
}

/* Stops the sink; true if it was open. */
MR_INLINE bool mr_lifecycle_stop(mr_lifecycle *sink) {
    // acq_rel: of two threads that stop, the second sees what the first did before; pairs with itself and with dispose
    return (mr_fetch_or(&sink->word, MR_STOPPED, mr_acq_rel) & (MR_STOPPED | MR_DISPOSED)) == 0;
}

/* Whether a thread has set MR_CLAIMED: see mr_lifecycle_claim and mr_lifecycle_detach_from_group. */
MR_INLINE bool mr_lifecycle_is_claimed(const mr_lifecycle *sink) {
    return (mr_load((uint32_t *)&sink->tag, mr_acquire) & MR_CLAIMED) != 0;
}

/* True for the first caller. What the first and the second caller then do is the affair of the object's class. */
MR_INLINE bool mr_lifecycle_claim(mr_lifecycle *sink) {
    // acq_rel: each caller's work before comes before what the second one does after
    return (mr_fetch_or(&sink->tag, MR_CLAIMED, mr_acq_rel) & MR_CLAIMED) == 0;
}

typedef enum mr_attachment {
    MR_ATTACHED = 0, /* the sink owns `upstream` now */
    MR_REFUSED = 1,  /* the sink is disposed: the caller still owns `upstream` and disposes it */
    MR_OCCUPIED = 2, /* the sink has an upstream already: a programming error of the caller */
} mr_attachment;

/* As mr_lifecycle_attach; the address may have MR_LISTED. */
MR_INLINE mr_attachment mr_lifecycle_attach_word(mr_lifecycle *sink, void *upstream) {
    uintptr_t old = mr_load(&sink->word, mr_relaxed);
    do {
        if (old & MR_DISPOSED)
            return MR_REFUSED;
        if (old & ~MR_FLAGS)
            return MR_OCCUPIED;
        // release: publishes what `upstream` points to, and the chain behind it that was linked before by
        // mr_lifecycle_attach_private; pairs with the acquire in mr_lifecycle_dispose
    } while (!mr_cas(&sink->word, &old, (uintptr_t)upstream | old, mr_release, mr_relaxed));
    return MR_ATTACHED;
}

/* Attaches what feeds the sink; once. */
MR_INLINE mr_attachment mr_lifecycle_attach(mr_lifecycle *sink, void *upstream) {
    if (MR_UNLIKELY((uintptr_t)upstream & MR_FLAGS))
        mr_refuse_address(upstream);
    return mr_lifecycle_attach_word(sink, upstream);
}

/*
 * As above, for a sink that no other thread can find: a relaxed store suffices. The release that publishes the sink
 * afterwards publishes its word and its upstream too. The alignment of the address is not checked.
 */
MR_INLINE mr_attachment mr_lifecycle_attach_private(mr_lifecycle *sink, void *upstream) {
    if (MR_UNLIKELY(mr_load(&sink->word, mr_relaxed) != 0))
        return mr_lifecycle_attach(sink, upstream);
    MR_REFERENCE_COUNTS_STAY();
    mr_store(&sink->word, (uintptr_t)upstream, mr_relaxed);
    return MR_ATTACHED;
}

/*
 * Replaces what feeds the sink by `upstream` (NULL: nothing). The sink is in no list. Returns MR_DISPOSED if the sink
 * is disposed; the caller then still owns `upstream`. Otherwise returns the previous upstream, which the caller owns
 * now.
 */
MR_INLINE uintptr_t mr_lifecycle_replace(mr_lifecycle *sink, void *MR_NULLABLE upstream) {
    uintptr_t old = mr_load(&sink->word, mr_relaxed);
    if (MR_UNLIKELY((uintptr_t)upstream & MR_FLAGS))
        mr_refuse_address(upstream);
    do {
        if (old & MR_DISPOSED)
            return MR_DISPOSED;
        // release: publishes `upstream`; acquire: the previous upstream is handed over complete
    } while (!mr_cas(&sink->word, &old, (uintptr_t)upstream | (old & MR_STOPPED), mr_acq_rel, mr_relaxed));
    return old & ~MR_FLAGS;
}

/*
 * What feeds the sink, unretained; NULL if nothing or a list does, or if the sink is disposed. A caller that uses the
 * upstream makes sure that it does not change meanwhile.
 */
MR_INLINE void *MR_NULLABLE mr_lifecycle_upstream(const mr_lifecycle *sink) {
    // acquire: the upstream is complete; seq_cst: after mr_counter_add, see mr_lifecycle_detach
    uintptr_t word = mr_load((uintptr_t *)&sink->word, mr_seq_cst);
    return word & (MR_DISPOSED | MR_LISTED) ? NULL : (void *)(word & ~MR_FLAGS);
}

/*
 * Detaches `upstream` from the sink, if `upstream` still feeds it. True: the caller owns `upstream` now; if it is a
 * segment of a list, nothing changes hands. The sink is as open or stopped as before.
 */
MR_INLINE bool mr_lifecycle_detach(mr_lifecycle *sink, void *upstream) {
    uintptr_t old = mr_load(&sink->word, mr_relaxed);
    do {
        if ((old & MR_DISPOSED) || (old & ~MR_FLAGS) != (uintptr_t)upstream)
            return false;
        // acquire, release: hand-over of the upstream; seq_cst: before the caller loads a count, whereas a thread that
        // counts down loads the word afterwards (model `concat`)
    } while (!mr_cas(&sink->word, &old, old & MR_STOPPED, mr_seq_cst, mr_relaxed));
    return true;
}

/* ---- disposing ---- */

/* mr_list.c: the part of dispose that takes the sink out of an observer list. */
uintptr_t mr_list_leave(mr_lifecycle *sink);

/*
 * Disposes the sink. Returns
 *     MR_DISPOSED               it was disposed already; nothing to do
 *     upstream (flags clear)    the caller owns it, disposes it and releases it; may be 0
 *     chain | MR_LISTED         it was in an observer list; the caller releases every sink of the garbage chain
 *                               (mr_garbage_next), which may be 0
 */
MR_INLINE uintptr_t mr_lifecycle_dispose(mr_lifecycle *sink) {
    uintptr_t old = mr_load(&sink->word, mr_relaxed);
    do {
        if (old & MR_LISTED)
            return mr_list_leave(sink);
        if (old & MR_DISPOSED)
            return MR_DISPOSED;
        // acquire: pairs with the release in mr_lifecycle_attach/replace; release: what the disposer did comes before;
        // seq_cst: see mr_lifecycle_leave_group
    } while (!mr_cas(&sink->word, &old, MR_DISPOSED | MR_STOPPED, mr_seq_cst, mr_relaxed));
    return old & ~MR_FLAGS;
}

/* The sink after this one in a garbage chain, or NULL. Only the chain's owner calls it. */
MR_INLINE mr_lifecycle *MR_NULLABLE mr_garbage_next(const mr_lifecycle *sink) {
    return (mr_lifecycle *)(mr_load((uintptr_t *)&sink->word, mr_relaxed) & ~MR_FLAGS);
}

/* ---- groups ---- */

/*
 * While one thread puts an object into a group, another thread may end the object: dispose it, or find that its source
 * is gone and set MR_CLAIMED. The object must then leave the group. The joining thread stores the key, sets MR_MEMBER,
 * and then loads the bits of the ending thread. The ending thread sets its bit, and then loads MR_MEMBER. All of this
 * is sequentially consistent, so at least one of the two threads sees what the other did. True: the caller takes the
 * object out of the group; it does no harm if both threads do so.
 */
MR_INLINE bool mr_lifecycle_join_group(mr_lifecycle *sink) {
    // release: the key
    uint32_t tag = mr_fetch_or(&sink->tag, MR_MEMBER, mr_seq_cst);
    return (tag & MR_CLAIMED) || (mr_load(&sink->word, mr_seq_cst) & MR_DISPOSED);
}

/*
 * Called after the caller has disposed the object. True: the caller takes the object out of its group. If another
 * thread had disposed the object before, the caller has changed nothing, so it may not see MR_MEMBER; the other thread
 * then takes the object out.
 */
MR_INLINE bool mr_lifecycle_leave_group(const mr_lifecycle *sink) {
    // acquire: the key
    return (mr_load((uint32_t *)&sink->tag, mr_seq_cst) & MR_MEMBER) != 0;
}

/* Records that the source is gone. True for the first such call if the object is in a group and was not disposed. */
MR_INLINE bool mr_lifecycle_detach_from_group(mr_lifecycle *sink) {
    if (mr_load(&sink->word, mr_acquire) & MR_DISPOSED)
        return false; /* the thread that disposed it takes it out */
    return (mr_fetch_or(&sink->tag, MR_CLAIMED, mr_seq_cst) & (MR_CLAIMED | MR_MEMBER)) == MR_MEMBER;
}

/* Whether the object has been disposed, or its source is gone. */
MR_INLINE bool mr_lifecycle_has_ended(const mr_lifecycle *sink) {
    return (mr_load((uintptr_t *)&sink->word, mr_acquire) & MR_DISPOSED) || mr_lifecycle_is_claimed(sink);
}

MR_ASSUME_NONNULL_END

#endif
