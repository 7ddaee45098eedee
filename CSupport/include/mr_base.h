/*
 * mr_base: what every header of the core shares.
 *
 * Swift does not import `_Atomic` members, so shared words are declared as plain integers and pointers. They are read
 * and written through the macros below, which are C11 atomics with the ordering spelled out at each use; where a word is
 * not, no other thread can reach it, or a comment says why. Swift loads the words of a gate and of a lifecycle itself.
 * ORDERING.md lists every write that releases, with its partner; Tools/check-orderings compares the two.
 */
#ifndef MR_BASE_H
#define MR_BASE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define MR_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define MR_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define MR_NULLABLE _Nullable
#define MR_NONNULL _Nonnull
#else
#define MR_ASSUME_NONNULL_BEGIN
#define MR_ASSUME_NONNULL_END
#define MR_NULLABLE
#define MR_NONNULL
#endif

#define MR_INLINE static inline
#define MR_NOINLINE __attribute__((noinline))
#define MR_LIKELY(x) __builtin_expect(!!(x), 1)
#define MR_UNLIKELY(x) __builtin_expect(!!(x), 0)

/*
 * The interleaving explorer of models/explorer compiles the core with a hook before the atomic operations below: it
 * may run another thread there, and it checks that the word is not in freed memory. With MR_EXPLORE_THREADS, the hook
 * is that of MillraceExplore (../explore), which runs real threads, and wants to know which operations only load.
 */
#ifdef MR_EXPLORE
void mr_explore_yield(const void *word, const char *file, int line);
#define MR_YIELD(p) mr_explore_yield((const void *)(p), __FILE__, __LINE__)
#else
#define MR_YIELD(p) ((void)0)
#endif
#ifdef MR_EXPLORE_THREADS
void mr_explore_load(const void *word, const char *file, int line);
void mr_explore_relax(void);
#define MR_YIELD_LOAD(p) mr_explore_load((const void *)(p), __FILE__, __LINE__)
#else
#define MR_YIELD_LOAD(p) MR_YIELD(p)
#endif

/*
 * A shared word of 64 bits has to be aligned to 8 bytes, or an access to it is not one step. Structs on i386 align such
 * a member to 4 bytes only, so each such member says _Alignas(8). Everywhere else this changes nothing.
 */
#define MR_ATOMIC(p) ((_Atomic(__typeof__(*(p))) *)(p))
#ifdef MR_EXPLORE_WEAK
#include "weak.h" /* the explorer's own definitions, with which a load may read an older store */
#else
#define mr_load(p, order) (MR_YIELD_LOAD(p), atomic_load_explicit(MR_ATOMIC(p), order))
#define mr_store(p, v, order) (MR_YIELD(p), atomic_store_explicit(MR_ATOMIC(p), v, order))
#define mr_exchange(p, v, order) (MR_YIELD(p), atomic_exchange_explicit(MR_ATOMIC(p), v, order))
#define mr_fetch_add(p, v, order) (MR_YIELD(p), atomic_fetch_add_explicit(MR_ATOMIC(p), v, order))
#define mr_fetch_or(p, v, order) (MR_YIELD(p), atomic_fetch_or_explicit(MR_ATOMIC(p), v, order))
#define mr_fetch_and(p, v, order) (MR_YIELD(p), atomic_fetch_and_explicit(MR_ATOMIC(p), v, order))
#define mr_cas(p, expected, v, order, failure) \
    (MR_YIELD(p), atomic_compare_exchange_strong_explicit(MR_ATOMIC(p), expected, v, order, failure))
#endif

#define mr_relaxed memory_order_relaxed
#define mr_acquire memory_order_acquire
#define mr_release memory_order_release
#define mr_acq_rel memory_order_acq_rel
#define mr_seq_cst memory_order_seq_cst

/*
 * The thread sanitizer cannot see what reclamation orders, so it is told: a reader annotates a release of an object before
 * its section ends, the thread that retires the object annotates a release before it does so, and the callback annotates
 * the acquire. All annotations are in CSupport/src/, which the sanitizer's build compiles as C, so no flag is needed:
 * __has_feature(thread_sanitizer) is 0 in headers that Swift imports. The inline functions of the headers use plain C11
 * atomics, which the sanitizer understands by itself.
 */
#if !defined(MR_TSAN) && defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MR_TSAN 1
#endif
#endif
#if !defined(MR_TSAN) && defined(__SANITIZE_THREAD__)
#define MR_TSAN 1
#endif

#ifdef MR_TSAN
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#define MR_TSAN_ACQUIRE(p) __tsan_acquire((void *)(p))
#define MR_TSAN_RELEASE(p) __tsan_release((void *)(p))
#else
#define MR_TSAN_ACQUIRE(p) ((void)(p))
#define MR_TSAN_RELEASE(p) ((void)(p))
#endif

/* Prefetches the two cache lines at `p`, where an object lies that will be used soon. */
MR_INLINE void mr_prefetch(const void *p) {
    __builtin_prefetch(p, 1);
    __builtin_prefetch((const char *)p + 64, 1);
}

/*
 * Swift's optimiser moves retains down and releases up past plain and atomic stores, since a store cannot release
 * anything. A value that is copied under a lock, or put into a slot, would then be retained after the store that
 * hands it to another thread, which may have released it by then. A value that is taken out would be released before
 * the store that gives its place back. The optimiser moves neither a retain nor a release past this macro.
 */
#define MR_REFERENCE_COUNTS_STAY() __asm__ __volatile__("" ::: "memory")

/* The same for Swift code. */
MR_INLINE void mr_reference_counts_stay(void) {
    MR_REFERENCE_COUNTS_STAY();
}

/*
 * Waits a moment for another thread, which is soon done unless it was preempted. After some turns the
 * caller sleeps, so that the other thread gets the processor whatever the two threads' priorities are. `turns` counts
 * the calls.
 */
void mr_wait(uint32_t *turns);

/*
 * Lets other threads run that wait for this processor. The caller sleeps for a moment, since sched_yield returns at once
 * if the others have had more than their share of time.
 */
void mr_yield(void);

/* Tells the processor, if it can be told, that the caller is waiting for another thread. */
MR_INLINE void mr_cpu_relax(void) {
#if defined(MR_EXPLORE_THREADS)
    mr_explore_relax();
#elif defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("isb" ::: "memory");
#endif
}

/*
 * Swift's reference counts order more than the sanitizer sees. A thread calls mr_before_release before it releases an
 * object that it has used and that another thread may use again. A thread that finds itself the only owner calls
 * mr_only_owner before it writes where the other owners have read. mr_only_owner is also an acquire fence, since the
 * runtime's test for one reference is a relaxed load on some processors.
 */
void mr_before_release(const void *object);
void mr_only_owner(const void *object);

/*
 * Stops the program with one line. The core keeps marks in the lowest bits of addresses, so an address that is not
 * aligned would be taken for another address.
 */
_Noreturn void mr_refuse_address(const void *address);

/* Whether the core was compiled with the annotations; for tests. */
bool mr_tsan_annotated(void);

/* Whether the core frees memory through liburcu; otherwise a thread of its own does. */
bool mr_uses_liburcu(void);

#endif
