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

/* Pushes a sink or a segment onto a stack of the list. */
void mr_list_push(mr_sink **stack, mr_sink *node);

/* Takes back what waits, as far as no pin is in the way, and puts it in front of `found`. Inside a section. */
mr_sink *mr_list_take_back(mr_list *list, mr_sink *found);

/* The segment that a list is allocated with. */
mr_segment *mr_list_first_segment(mr_list *list);

/* The segment after a full one, made if there is none; `last` has moved on to it, or further. Inside a section. */
mr_segment *mr_segment_advance(mr_list *list, mr_segment *segment);

/*
 * Sends a segment out if all of it is dead and `last` has moved on; either fact may come last. `slot` is the one that has
 * just died. True if it did: there is something to collect. Inside a section.
 */
bool mr_segment_retire(mr_list *list, mr_segment *segment, uint32_t slot);

/* Frees a segment; a callback of mr_reclaim_later. */
void mr_segment_free(uintptr_t *node);

#endif
