/*
 * mr_reclaim: the one seam to the reclamation back end (liburcu's bp flavour). Not a public header.
 *
 * Sections are short and contain no user code. A second back end would replace mr_reclaim.c, and this header's inline
 * half if it has no use for it.
 *
 * liburcu's own sections cost some 10 ns through its shared library. Where the system has membarrier (Linux), a thread
 * with a record says instead in that record that it is inside, by a plain store without a fence: `section` is odd
 * meanwhile. Who frees makes up for the missing fence: after liburcu's grace period, which covers threads without a
 * record, it has every thread pass a barrier and then waits for each that is inside. So a section is not over when
 * memory that it can reach is freed: either its store is seen and waited for, or the section began after the barrier and
 * finds what was unlinked before. All this happens on liburcu's thread.
 */
#ifndef MR_RECLAIM_H
#define MR_RECLAIM_H

#include "mr_base.h"
#include "mr_pin.h"

/* What mr_reclaim_leave is to undo. */
typedef mr_thread *mr_section;

/*
 * Calls `callback(node)` when every section that was open at this call has ended. `node` is two words that the object
 * sets aside. May run on any thread.
 */
void mr_reclaim_later(uintptr_t node[2], void (*callback)(uintptr_t *node));

/* malloc and calloc-like allocation that abort with one line when memory is out. */
void *mr_allocate(size_t size, size_t alignment);

/* The explorer has its own. */
#ifdef MR_RECLAIM_ELSEWHERE
mr_section mr_reclaim_enter(void);
void mr_reclaim_leave(mr_section section);
#else

/* Whether threads with a record mark their sections there. Set before any section begins. */
extern bool mr_marked_sections;

#define MR_SECTION_NESTED ((mr_section)8) /* inside one that is marked already */

mr_section mr_reclaim_enter_urcu(void);
void mr_reclaim_leave_urcu(void);

MR_INLINE mr_section mr_reclaim_enter(void) {
    mr_thread *thread = mr_thread_self;
    if (MR_UNLIKELY(thread == NULL || !mr_marked_sections))
        return mr_reclaim_enter_urcu();
    uint32_t number = mr_load(&thread->section, mr_relaxed);
    if (number & 1)
        return MR_SECTION_NESTED;
    // relaxed, and ordered before the section's loads by the barrier of whoever frees
    mr_store(&thread->section, number + 1, mr_relaxed);
    atomic_signal_fence(mr_seq_cst);
    return thread;
}

MR_INLINE void mr_reclaim_leave(mr_section section) {
    if (MR_UNLIKELY(section == NULL))
        mr_reclaim_leave_urcu();
    else if (section != MR_SECTION_NESTED)
        // release: what the section did comes before the memory is freed
        mr_store(&section->section, mr_load(&section->section, mr_relaxed) + 1, mr_release);
}

#endif

#endif
