/*
 * mr_lazy: an object that is made when it is first needed, by whichever thread needs it first. In C because it is one
 * shared word inside a Swift object.
 *
 * Ownership: the word owns the object that was published; a caller whose object was not published keeps it.
 * Progress: wait-free. Orderings: publishing releases the object and loading acquires it. Both are sequentially
 * consistent. So if one thread publishes the object and then checks whether its owner is disposed, and another thread
 * disposes the owner and then loads the object, at least one of them sees what the other did.
 */
#ifndef MR_LAZY_H
#define MR_LAZY_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_lazy {
    void *MR_NULLABLE object;
} mr_lazy;

MR_INLINE void *MR_NULLABLE mr_lazy_get(const mr_lazy *once) { return mr_load((void **)&once->object, mr_seq_cst); }

/* Publishes `fresh`, unless another thread was first. Returns the object that is published. */
MR_INLINE void *mr_lazy_publish(mr_lazy *once, void *fresh) {
    void *object = NULL;
    return mr_cas(&once->object, &object, fresh, mr_seq_cst, mr_seq_cst) ? fresh : object;
}

MR_ASSUME_NONNULL_END

#endif
