/*
 * mr_nesting: the emissions that the calling thread is inside, and whether an emission of the same subject has begun
 * inside one of them. Debug builds ask, to report that an observer gets the newer element first. In C because it is a
 * thread-local. It does not say of emissions that nest deeper than 32.
 *
 * Progress: wait-free.
 */
#ifndef MR_NESTING_H
#define MR_NESTING_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* An emission of a subject begins. */
void mr_nesting_begin(const void *subject);

/* Whether an emission of the same subject has begun inside the innermost emission, and has ended since. */
bool mr_nesting_is_overtaken(void);

/* The innermost emission ends. */
void mr_nesting_end(void);

MR_ASSUME_NONNULL_END

#endif
