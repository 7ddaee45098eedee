/*
 * mr_source_count: counts the sources that keep an operator alive: its outer source, and inner sources that come and
 * go. In C because it is one atomic word inside a Swift object.
 *
 * State: BIAS while the outer source is there, plus the number of inner sources that have left, minus the number that
 * have joined. Most inner sources join on the outer source's thread: these are counted in `joined`, without an atomic
 * operation, and subtracted from the word when the outer source leaves. Exactly one caller sees the word become 0: the
 * last one to leave.
 *
 * Progress: wait-free. Orderings: acq_rel, so that the last source to leave sees all that the others did.
 */
#ifndef MR_SOURCE_COUNT_H
#define MR_SOURCE_COUNT_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_SOURCE_COUNT_BIAS ((int64_t)0x4000000000000000)

typedef struct mr_source_count {
    _Alignas(8) int64_t word; /* MR_SOURCE_COUNT_BIAS at first */
    int64_t joined; /* by the outer source's thread; see mr_source_count_join_from_outer */
} mr_source_count;

/*
 * An inner source joins on the outer source's thread, while the outer source is there. One thread at a time calls this:
 * the coordinator has a gate for it, or is not published yet. A thread that finds the gate busy, because a second
 * thread feeds the outer source against the grammar, calls mr_source_count_join instead.
 */
MR_INLINE void mr_source_count_join_from_outer(mr_source_count *sources) { sources->joined += 1; }

/* Called while another source is counted: the count cannot reach 0 meanwhile. */
MR_INLINE void mr_source_count_join(mr_source_count *sources) { (void)mr_fetch_add(&sources->word, -1, mr_relaxed); }

/* An inner source has left. True if it was the last source. */
MR_INLINE bool mr_source_count_leave(mr_source_count *sources) {
    return mr_fetch_add(&sources->word, 1, mr_acq_rel) == -1;
}

/* The outer source has left. True if it was the last source. */
MR_INLINE bool mr_source_count_outer_leave(mr_source_count *sources) {
    int64_t change = MR_SOURCE_COUNT_BIAS + sources->joined;
    return mr_fetch_add(&sources->word, -change, mr_acq_rel) == change;
}

MR_ASSUME_NONNULL_END

#endif
