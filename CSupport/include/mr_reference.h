/*
 * mr_reference: counts references to Swift objects without atomic read-modify-writes, where no other thread can be
 * counting. In C because Swift has no names for the runtime's functions.
 *
 * Design.md has what it saves where a chain of operators is made and released.
 *
 * Progress: wait-free. Orderings: see each function; ORDERING.md.
 */
#ifndef MR_REFERENCE_H
#define MR_REFERENCE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* Of the Swift runtime, on all systems. */
void *swift_nonatomic_retain(void *object);
void swift_nonatomic_release(void *object);
void swift_release(void *object);

/*
 * The second word of an object with one reference: none further, none unowned, no weak one, not being released. The
 * layout is the runtime's; if another one has a different word there, all releases are atomic.
 */
#define MR_ONLY_REFERENCE ((uintptr_t)3)

/*
 * Adds a reference to an object that the calling thread has made and that no other thread can find: none was given it,
 * and no word that leads to it has been stored where another thread looks. Whoever publishes the object later, by a
 * release, publishes the count with it.
 */
MR_INLINE void mr_retain_private(void *object) { (void)swift_nonatomic_retain(object); }

/* Whether the caller, who has a reference, has the only one: then nobody else can make a further one, of any kind. */
MR_INLINE bool mr_is_only_reference(void *object) {
    // acquire: pairs with the release of swift_release by those who had the others; what they did with the object comes
    // before its end
    return mr_load((uintptr_t *)object + 1, mr_acquire) == MR_ONLY_REFERENCE;
}

/* Releases an object, as swift_release. */
MR_INLINE void mr_release_reference(void *object) {
    if (mr_is_only_reference(object))
        swift_nonatomic_release(object);
    else
        swift_release(object);
}

MR_ASSUME_NONNULL_END

#endif
