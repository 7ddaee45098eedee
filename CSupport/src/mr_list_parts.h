/*
 * mr_list_parts: what the files of mr_list use of each other. Not a public header.
 *
 * Each file calls only functions of those before it, which models/order/check.sh checks:
 *
 *     mr_pin.c             threads' records, and looking for the emissions that can reach a slot
 *     mr_list_memory.c     making and freeing a list, and freeing a segment
 *     mr_list_vacant.c     passing over slots whose sinks have left
 *     mr_list_collect.c    what was taken out and waits for emissions to end
 *     mr_list_segments.c   how the chain of segments grows and is unlinked
 *     mr_list.c            joining, leaving, closing, the end of the owner, looking
 */
#ifndef MR_LIST_PARTS_H
#define MR_LIST_PARTS_H

#include "mr_list.h"
#include "mr_reclaim.h"

/* ---- mr_list_memory.c ---- */

/* The segment that a list is allocated with. */
mr_segment *mr_list_first_segment(mr_list *list);

/* Frees an unlinked segment once every section that is open now has ended. */
void mr_segment_free_later(mr_segment *segment);

/* ---- mr_list_collect.c ---- */

/*
 * Hands the sink of a slot, which holds a tombstone by now, to an emission that can reach the sink; the pin `except`
 * does not count. Returns `found` with garbage in front: the sink, if there is no such emission, and other sinks that
 * no emission can reach any more. Inside a section.
 */
mr_lifecycle *mr_list_hand_over(mr_list *list, mr_lifecycle *sink, uint64_t slot, const mr_pin *except, mr_lifecycle *found);

/* The same for an unlinked segment, which is freed once no emission can be in it. */
mr_lifecycle *mr_list_hand_over_segment(mr_list *list, mr_segment *segment, mr_lifecycle *found);

/* ---- mr_list_segments.c ---- */

/*
 * Returns the segment after a full one, and makes it if there is none; `last` has then moved on to it, or further.
 * Inside a section. If the full segment is dead, it is unlinked, and garbage is put in front of `found`; if `found` is
 * NULL, the full segment is left as it is.
 */
mr_segment *mr_segment_advance(mr_list *list, mr_segment *segment, mr_lifecycle **found);

/*
 * Unlinks a segment if all its slots are dead and `last` has moved on from it; called after either of these has
 * happened. `slot` is the slot that has just died. Returns `found`, with garbage in front. Inside a section.
 */
mr_lifecycle *mr_segment_retire(mr_list *list, mr_segment *segment, uint32_t slot, mr_lifecycle *found);

#endif
