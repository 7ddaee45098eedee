/*
 * mr_reference: whether a Swift object has one reference. In C because it reads the runtime's word.
 *
 * Progress: wait-free. Orderings: see each function; ORDERING.md.
 */
#ifndef MR_REFERENCE_H
#define MR_REFERENCE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/*
 * The second word of an object with one reference: none further, none unowned, no weak one, not being released. The
 * layout is the runtime's; if another one has a different word there, no object is found to have one reference.
 */
#define MR_ONLY_REFERENCE ((uintptr_t)3)

/* Whether the caller, who has a reference, has the only one: then nobody else can make a further one, of any kind. */
MR_INLINE bool mr_is_only_reference(void *object) {
#ifdef MR_BUG_ONLY_REFERENCE_RELAXED
    return mr_load((uintptr_t *)object + 1, mr_relaxed) == MR_ONLY_REFERENCE;
#endif
    // acquire: pairs with the release of swift_release by those who had the others; what they did with the object comes
    // before its end
    return mr_load((uintptr_t *)object + 1, mr_acquire) == MR_ONLY_REFERENCE;
}

MR_ASSUME_NONNULL_END

#endif
