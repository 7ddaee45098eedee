/*
 * mr_list_parts: what the files of mr_list know of each other. Not a public header.
 *
 *     mr_list.c            joining, leaving, closing, the end of the owner, looking
 *     mr_list_memory.c     making and freeing a list
 *     mr_list_segments.c   how the chain of segments grows and is unlinked
 *     mr_list_vacant.c     passing over slots whose sinks have left
 *     mr_list_collect.c    what was taken out and waits for emissions to end
 */
#ifndef MR_LIST_PARTS_H
#define MR_LIST_PARTS_H

#include "mr_list.h"
#include "mr_reclaim.h"

/* Exchanges a word of a thread's own; atomically, since an emission in a signal's handler may do so, too. */
#define mr_swap_private(p, v) atomic_exchange_explicit(MR_ATOMIC(p), v, mr_relaxed)

/*
 * Hands the sink of a slot, which has a tombstone, to an emission that can reach it; not to that of `except`. If there is
 * none, puts it in front of `found`, as well as others that it comes upon. Inside a section.
 */
mr_sink *mr_list_hand_over(mr_list *list, mr_sink *sink, uint64_t slot, const mr_pin *except, mr_sink *found);

/* The same for a segment that has been unlinked: it is freed when no emission can be in it. */
mr_sink *mr_list_hand_over_segment(mr_list *list, mr_segment *segment, mr_sink *found);

/* The segment that a list is allocated with. */
mr_segment *mr_list_first_segment(mr_list *list);

/*
 * The segment after a full one, made if there is none; `last` has moved on to it, or further. Inside a section. Garbage
 * is put in front of `found`; NULL: the full one is not looked at, dead though it may be.
 */
mr_segment *mr_segment_advance(mr_list *list, mr_segment *segment, mr_sink **found);

/*
 * Sends a segment out if all of it is dead and `last` has moved on; either fact may come last. `slot` is the one that has
 * just died. `found`, with garbage in front. Inside a section.
 */
mr_sink *mr_segment_retire(mr_list *list, mr_segment *segment, uint32_t slot, mr_sink *found);

/* Frees a segment; a callback of mr_reclaim_later. */
void mr_segment_free(uintptr_t *node);

#endif
