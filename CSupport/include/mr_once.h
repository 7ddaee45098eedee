/*
 * mr_once: an object that is made when it is first needed, by whichever thread needs it first. In C because it is one
 * shared word inside a Swift object.
 *
 * Ownership: the word owns the object that was published; a caller whose object was not, keeps it.
 * Progress: wait-free. Orderings: publishing releases the object and looking acquires it; both are sequentially
 * consistent, so that whoever publishes, and then finds the owner disposed, and whoever disposes the owner, and then
 * looks for the object, do not miss each other.
 */
#ifndef MR_ONCE_H
#define MR_ONCE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_once {
    void *MR_NULLABLE object;
} mr_once;

MR_INLINE void *MR_NULLABLE mr_once_get(const mr_once *once) { return mr_load((void **)&once->object, mr_seq_cst); }

/* The object from now on: `fresh`, or the one that another thread has published before. */
MR_INLINE void *mr_once_publish(mr_once *once, void *fresh) {
    void *object = NULL;
    return mr_cas(&once->object, &object, fresh, mr_seq_cst, mr_seq_cst) ? fresh : object;
}

MR_ASSUME_NONNULL_END

#endif
