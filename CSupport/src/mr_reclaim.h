/*
 * mr_reclaim: the interface to memory reclamation. Not a public header.
 *
 * Sections are short and contain no user code. Two back ends, with liburcu (its bp flavour) and without, free memory;
 * see mr_reclaim_parts.h.
 *
 * liburcu's own sections cost some 10 ns through its shared library, and a fence costs as much. Where the system has
 * membarrier (Linux), a thread with a record instead marks its sections in that record, with a plain store and no
 * fence: `section` is odd inside a section. The thread that frees memory makes up for the missing fence. It waits for
 * the sections that are not marked, such as those of threads without a record. It then makes every thread pass a
 * barrier, and waits for each thread that is inside a section. So memory is freed only when no section can reach it:
 * either the mark of a section is visible after the barrier, and the freeing thread waits for the section, or the
 * section began after the barrier, and finds the memory unlinked. All this happens on one thread, the back end's.
 */
#ifndef MR_RECLAIM_H
#define MR_RECLAIM_H

#include "mr_base.h"
#include "mr_pin.h"

/* What mr_reclaim_enter returns and mr_reclaim_leave takes. */
typedef mr_thread *mr_section;

/*
 * Calls `callback(node)`, on the thread that frees, once every section has ended that any thread has open now. `node`
 * is two words that the object sets aside.
 */
void mr_reclaim_later(uintptr_t node[2], void (*callback)(uintptr_t *node));

/* Allocates zeroed memory; aborts with one line when memory is out. */
void *mr_allocate(size_t size, size_t alignment);

/* The explorer has its own. */
#ifdef MR_RECLAIM_ELSEWHERE
mr_section mr_reclaim_enter(void);
void mr_reclaim_leave(mr_section section);
#else

/* Whether threads with a record mark their sections there without a fence. Set before any section begins. */
extern bool mr_marked_sections;

#define MR_SECTION_UNMARKED(n) ((mr_section)(uintptr_t)(n)) /* not marked in a record; n is the back end's: 0 or 1 */
#define MR_SECTION_NESTED ((mr_section)8)                   /* inside a section that is marked already */

mr_section mr_reclaim_enter_unmarked(void);
void mr_reclaim_leave_unmarked(mr_section section);

MR_INLINE mr_section mr_reclaim_enter(void) {
    mr_thread *thread = mr_thread_self;
    if (MR_UNLIKELY(thread == NULL || !mr_marked_sections))
        return mr_reclaim_enter_unmarked();
    uint32_t number = mr_load(&thread->section, mr_relaxed);
    if (number & 1)
        return MR_SECTION_NESTED;
    // relaxed: the barrier of the thread that frees orders it before the section's loads
    mr_store(&thread->section, number + 1, mr_relaxed);
    atomic_signal_fence(mr_seq_cst);
    return thread;
}

MR_INLINE void mr_reclaim_leave(mr_section section) {
    if (MR_UNLIKELY((uintptr_t)section <= 1))
        mr_reclaim_leave_unmarked(section);
    else if (section != MR_SECTION_NESTED)
        // release: what the section did comes before memory is freed
        mr_store(&section->section, mr_load(&section->section, mr_relaxed) + 1, mr_release);
}

#endif

#endif
