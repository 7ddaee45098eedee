/*
 * mr_wip: work in progress: says whether a consumer is draining a queue that many threads fill and one thread at a time
 * empties, and which producer must start the next consumer. In C because it is a shared word.
 *
 * `busy` is set from the signal that starts a consumer until that consumer rests. A signal in between sets
 * MR_WIP_AGAIN, and the consumer then looks at the queue once more instead of resting. After its last call of
 * a function here, a producer or a consumer touches nothing that the next consumer may free.
 *
 *     producer: add to the queue (seq_cst); if (mr_wip_signal(&wip)) start a consumer
 *     consumer: do { take all values (seq_cst) } while (!mr_wip_rest(&wip))
 *
 * | overlap | signal | rest         |
 * |---------|--------|--------------|
 * | signal  | yes    | yes          |
 * | rest    |        | one consumer |
 *
 * Progress: wait-free. Orderings: ORDERING.md.
 */
#ifndef MR_WIP_H
#define MR_WIP_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_WIP_IDLE ((uint32_t)0)
#define MR_WIP_BUSY ((uint32_t)1)  /* a consumer is at work, or about to start */
#define MR_WIP_AGAIN ((uint32_t)2) /* and a value may have come since it last looked */

typedef struct mr_wip {
    uint32_t busy;
    uint32_t unused; /* so that the next member of an object is aligned to a word */
} mr_wip;

/* A value has been added. True if the caller must start a consumer. */
MR_INLINE bool mr_wip_signal(mr_wip *wip) {
    // seq_cst: the value is in the queue before this load; pairs with mr_wip_rest
    if (mr_load(&wip->busy, mr_seq_cst) == MR_WIP_AGAIN)
        return false;
    if (mr_exchange(&wip->busy, MR_WIP_AGAIN, mr_seq_cst) != MR_WIP_IDLE)
        return false;
    // seq_cst: the consumer starts after this and finds all values added before, so it need not look twice
    mr_store(&wip->busy, MR_WIP_BUSY, mr_seq_cst);
    return true;
}

/* The consumer has found the queue empty. True: it stops. False: it looks again, since a value may have come. */
MR_INLINE bool mr_wip_rest(mr_wip *wip) {
    uint32_t expected = MR_WIP_BUSY;
    // seq_cst; release: what this consumer did to the queue comes before the next one; pairs with mr_wip_signal
    if (mr_cas(&wip->busy, &expected, MR_WIP_IDLE, mr_seq_cst, mr_relaxed))
        return true;
    // seq_cst: before the caller looks at the queue again, which has the values of all producers that found AGAIN
    mr_exchange(&wip->busy, MR_WIP_BUSY, mr_seq_cst);
    return false;
}

MR_ASSUME_NONNULL_END

#endif
