/*
 * mr_reclaim: the one seam to the reclamation back end (liburcu's bp flavour). Not a public header.
 *
 * Sections are short and contain no user code. A second back end would replace mr_reclaim.c and nothing else.
 */
#ifndef MR_RECLAIM_H
#define MR_RECLAIM_H

#include "mr_base.h"

void mr_reclaim_enter(void);
void mr_reclaim_leave(void);

/*
 * Calls `callback(node)` when every section that was open at this call has ended. `node` is two words that the object
 * sets aside. May run on any thread.
 */
void mr_reclaim_later(uintptr_t node[2], void (*callback)(uintptr_t *node));

/* malloc and calloc-like allocation that abort with one line when memory is out. */
void *mr_allocate(size_t size, size_t alignment);

#endif
