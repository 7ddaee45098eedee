/*
 * mr_release: releases chains of objects of any length with bounded recursion. In C for its thread-local.
 *
 * The deinit of a link releases the next link, whose deinit releases the next. Up to MR_RELEASE_DEPTH links nest;
 * deeper ones are queued and released by the outermost call on the thread.
 *
 * Progress: wait-free, except that the queue allocates when it grows. Nothing is shared between threads.
 */
#ifndef MR_RELEASE_H
#define MR_RELEASE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#ifndef MR_RELEASE_DEPTH
#define MR_RELEASE_DEPTH 32
#endif

extern _Thread_local uint32_t mr_release_depth;

/* True: the caller releases the object itself and then calls mr_release_leave. False: it was queued. */
bool mr_release_queue(void *object);
/* Releases what was queued, one by one. */
void mr_release_drain(void (*release)(void *));

extern _Thread_local bool mr_release_pending;

MR_INLINE bool mr_release_enter(void *object) {
    if (MR_UNLIKELY(mr_release_depth == MR_RELEASE_DEPTH))
        return mr_release_queue(object);
    mr_release_depth += 1;
    return true;
}

MR_INLINE void mr_release_leave(void (*release)(void *)) {
    mr_release_depth -= 1;
    if (MR_UNLIKELY(mr_release_pending) && mr_release_depth == 0)
        mr_release_drain(release);
}

MR_ASSUME_NONNULL_END

#endif
