/*
 * Reference-counted objects for scenarios, as Swift has them: a count that is changed atomically, and memory that is
 * freed when it falls to 0. Each is to be disposed once at most, which a scenario says by `counted_dispose`.
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "CMillrace.h"
#include "explorer.h"

typedef struct counted {
    mr_lifecycle cell; /* first, as in a DisposeBase; not every scenario uses it */
    mr_bag_link link;
    int references;
    int id;
    struct counted *content; /* of a slot; owned until it is taken */
} counted;

#define COUNTED 8

/* What became of each object, by its id; outlives it. */
extern int counted_disposals[COUNTED];
extern bool counted_freed[COUNTED];

void counted_reset(void);
/* One reference, the caller's. An id below 0: nobody asks what becomes of it. */
counted *counted_make(int id);
void counted_retain(counted *o);
void counted_release(counted *o);
/* The caller owns a reference meanwhile. */
void counted_dispose(counted *o);
/* The caller owns a reference meanwhile, and uses the object. */
void counted_use(counted *o);

#endif
