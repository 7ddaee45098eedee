/*
 * Reference-counted objects for scenarios, as Swift has them: the count is changed atomically, and the memory is freed
 * when the count falls to 0. Each object may be disposed once at most; a scenario disposes it by `counted_dispose`.
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "CMillrace.h"
#include "explorer.h"

typedef struct counted {
    mr_lifecycle cell; /* the first member, as in a DisposeBase; not every scenario uses it */
    int references;
    int id;
} counted;

#define COUNTED 8

/* What became of each object, by its id. Outlives the objects. */
extern int counted_disposals[COUNTED];
extern bool counted_freed[COUNTED];

void counted_reset(void);
/* Makes an object with one reference, which the caller owns. If the id is below 0, nothing is recorded about it. */
counted *counted_make(int id);
void counted_retain(counted *o);
void counted_release(counted *o);
/* The caller owns a reference during the call. */
void counted_dispose(counted *o);
/* Uses the object. The caller owns a reference during the call. */
void counted_use(counted *o);

#endif
