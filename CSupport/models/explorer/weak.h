/*
 * The core's atomic operations, when the explorer runs with weak orderings. mr_base.h includes this header in place of its
 * own definitions. Each operation is a call of history.c, with the place that it stands at.
 */
#ifndef WEAK_H
#define WEAK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { LOAD, STORE, EXCHANGE, ADD, OR, AND, CAS, FENCE } explore_operation;

/* An operation in the source, and the ordering that the command line gives it instead of its own; -1: its own. */
typedef struct {
    const char *file;
    int line;
    const char *function, *word;
    explore_operation operation;
    bool known;
    int instead, instead_on_failure;
} explore_place;

uint64_t explore_load(explore_place *place, const void *word, size_t size, int order);
void explore_store(explore_place *place, void *word, size_t size, uint64_t value, int order);
/* EXCHANGE, ADD, OR, AND: returns the value from before. */
uint64_t explore_change(explore_place *place, void *word, size_t size, uint64_t value, int order);
bool explore_cas(explore_place *place, void *word, size_t size, void *expected, uint64_t value, int order, int failure);
void explore_fence(explore_place *place, int order);

#define MR_PLACE(operation, word)                                                                                      \
    ({                                                                                                                 \
        static explore_place place = {__FILE__, __LINE__, __func__, word, operation, false, -1, -1};                   \
        &place;                                                                                                        \
    })
#define MR_CHANGE(operation, word, p, v, order)                                                                        \
    ((__typeof__(*(p)))explore_change(MR_PLACE(operation, word), (p), sizeof(*(p)), (uint64_t)(v), order))

#define mr_load(p, order) ((__typeof__(*(p)))explore_load(MR_PLACE(LOAD, #p), (p), sizeof(*(p)), order))
#define mr_store(p, v, order) explore_store(MR_PLACE(STORE, #p), (p), sizeof(*(p)), (uint64_t)(v), order)
#define mr_exchange(p, v, order) MR_CHANGE(EXCHANGE, #p, p, v, order)
#define mr_fetch_add(p, v, order) MR_CHANGE(ADD, #p, p, v, order)
#define mr_fetch_or(p, v, order) MR_CHANGE(OR, #p, p, v, order)
#define mr_fetch_and(p, v, order) MR_CHANGE(AND, #p, p, v, order)
#define mr_cas(p, expected, v, order, failure)                                                                         \
    explore_cas(MR_PLACE(CAS, #p), (p), sizeof(*(p)), (expected), (uint64_t)(v), order, failure)

#undef atomic_thread_fence
#define atomic_thread_fence(order) explore_fence(MR_PLACE(FENCE, ""), order)

#endif
