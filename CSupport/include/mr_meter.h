/*
 * mr_meter: what passes one edge of a chain, and which thread is inside what the edge feeds. In C because the words are
 * atomic, a thread's number is in a thread-local, and the clock is a word of the process.
 *
 * Who does what: the thread that emits enters and leaves; any thread reads. Progress: wait-free. Orderings: all relaxed,
 * since the words guard no data, and each of them makes sense alone: the time and the thread of a visit are one word.
 *
 * One thread at a time emits, so the count is loaded and stored. If two threads emit at once, counts may get lost, and
 * one of the two visits is not seen; the last thread to leave clears the word, so no visit stays behind.
 */
#ifndef MR_METER_H
#define MR_METER_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

typedef struct mr_meter {
    _Alignas(8) uint64_t count;
    _Alignas(8) uint64_t inside; /* a time, then the number of a thread; 0: nobody is inside */
} mr_meter;

#define MR_METER_THREAD_BITS 24
#define MR_METER_THREADS ((1u << MR_METER_THREAD_BITS) - 1)

/* The time in milliseconds, in the upper bits; 0 while nobody keeps it. A thread writes it a hundred times a second. */
extern uint64_t mr_meter_clock;

/* The calling thread's number; 0: it has none yet. */
extern _Thread_local uint32_t mr_meter_thread;

/* Gives the calling thread its number: on Linux the system's, elsewhere the next one. */
uint32_t mr_meter_number_thread(void);

MR_INLINE void mr_meter_set_clock(uint64_t milliseconds) {
    mr_store(&mr_meter_clock, milliseconds << MR_METER_THREAD_BITS, mr_relaxed);
}

/* The calling thread enters. False: it was inside already, and does not leave at the end of this visit. */
MR_INLINE bool mr_meter_enter(mr_meter *meter) {
    uint32_t thread = mr_meter_thread;
    if (MR_UNLIKELY(thread == 0)) thread = mr_meter_number_thread();
    uint64_t inside = mr_load(&meter->inside, mr_relaxed);
    if (MR_UNLIKELY((inside & MR_METER_THREADS) == thread)) return false;
    mr_store(&meter->inside, mr_load(&mr_meter_clock, mr_relaxed) | thread, mr_relaxed);
    return true;
}

MR_INLINE void mr_meter_leave(mr_meter *meter) { mr_store(&meter->inside, 0, mr_relaxed); }

/* Counts an element; returns its number, from 1. */
MR_INLINE uint64_t mr_meter_count(mr_meter *meter) {
    uint64_t count = mr_load(&meter->count, mr_relaxed) + 1;
    mr_store(&meter->count, count, mr_relaxed);
    return count;
}

MR_INLINE uint64_t mr_meter_counted(const mr_meter *meter) { return mr_load((uint64_t *)&meter->count, mr_relaxed); }

MR_INLINE uint64_t mr_meter_inside(const mr_meter *meter) { return mr_load((uint64_t *)&meter->inside, mr_relaxed); }

/*
 * When elements came that went into a queue: of the latest 256 each, of earlier ones, back to about 65,000, every
 * 256th. A reader may find the time of a later element; then it says too little of the age. Of the newest, for a
 * moment, it may find the time of the element 256 before.
 */
#define MR_ARRIVALS 256

typedef struct mr_arrivals {
    _Alignas(8) uint64_t each[MR_ARRIVALS];
    _Alignas(8) uint64_t some[MR_ARRIVALS];
} mr_arrivals;

MR_INLINE void mr_arrivals_add(mr_arrivals *arrivals, uint64_t number) {
    uint64_t time = mr_load(&mr_meter_clock, mr_relaxed) >> MR_METER_THREAD_BITS;
    mr_store(&arrivals->each[number % MR_ARRIVALS], time, mr_relaxed);
    if (MR_UNLIKELY(number % MR_ARRIVALS == 0)) {
        mr_store(&arrivals->some[number / MR_ARRIVALS % MR_ARRIVALS], time, mr_relaxed);
    }
}

/* When the element `number` came, after which others have come, up to `last`; 0: that is not known. */
MR_INLINE uint64_t mr_arrivals_time(const mr_arrivals *arrivals, uint64_t number, uint64_t last) {
    mr_arrivals *words = (mr_arrivals *)arrivals;
    if (last - number < MR_ARRIVALS) return mr_load(&words->each[number % MR_ARRIVALS], mr_relaxed);
    uint64_t block = (number + MR_ARRIVALS - 1) / MR_ARRIVALS, oldest = last / MR_ARRIVALS - MR_ARRIVALS + 1;
    if (last / MR_ARRIVALS >= MR_ARRIVALS && block < oldest) block = oldest;
    return mr_load(&words->some[block % MR_ARRIVALS], mr_relaxed);
}

MR_ASSUME_NONNULL_END

#endif
