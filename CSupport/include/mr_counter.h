/*
 * mr_counter: an integer that several threads add to and load. In C because it is one atomic word that lives inside a
 * Swift object.
 *
 * Progress: wait-free. Orderings: the count can hand data from one thread to the next. mr_counter_add and
 * mr_counter_value are sequentially consistent. So if one thread counts and then calls mr_lifecycle_upstream, and
 * another thread calls mr_lifecycle_detach and then loads the count, at least one of them sees what the other did. The
 * functions whose names end in `relaxed` order nothing.
 */
#ifndef MR_COUNTER_H
#define MR_COUNTER_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_counter {
    _Alignas(8) int64_t value;
} mr_counter;

/* Adds and returns the value from before. */
MR_INLINE int64_t mr_counter_add(mr_counter *count, int64_t amount) {
    // release: what this thread did comes before; acquire: pairs with the release of threads that counted earlier.
    // seq_cst: this thread then loads a sink's word; the thread that calls mr_lifecycle_detach then loads the count. At
    // least one of the two sees what the other has done.
    return mr_fetch_add(&count->value, amount, mr_seq_cst);
}

MR_INLINE int64_t mr_counter_value(const mr_counter *count) {
    // acquire: as above; seq_cst: after mr_lifecycle_detach
    return mr_load((int64_t *)&count->value, mr_seq_cst);
}

/* Adds and returns the new value. One thread at a time calls it. */
MR_INLINE int64_t mr_counter_advance(mr_counter *count, int64_t amount) {
    int64_t value = mr_load(&count->value, mr_relaxed) + amount;
    // release: pairs with mr_counter_value
    mr_store(&count->value, value, mr_release);
    return value;
}

/*
 * For statistics: such a number guards no data, and must not order anything, so that counting hides no race from the
 * thread sanitizer.
 */
MR_INLINE int64_t mr_counter_value_relaxed(const mr_counter *count) {
    return mr_load((int64_t *)&count->value, mr_relaxed);
}

MR_INLINE void mr_counter_set_relaxed(mr_counter *count, int64_t value) { mr_store(&count->value, value, mr_relaxed); }

/* Adds and returns the value from before. */
MR_INLINE int64_t mr_counter_add_relaxed(mr_counter *count, int64_t amount) {
#ifdef MR_EXPLORE_THREADS
    // no step: all threads count in a few words, which decide at most whether a thread looks at a table of kinds
    return atomic_fetch_add_explicit(MR_ATOMIC(&count->value), amount, mr_relaxed);
#else
    return mr_fetch_add(&count->value, amount, mr_relaxed);
#endif
}

MR_ASSUME_NONNULL_END

#endif
