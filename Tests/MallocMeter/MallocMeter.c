#include "MallocMeter.h"

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define METER_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define METER_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(METER_SANITIZED)

#include <errno.h>
#include <stdatomic.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* Relaxed: the counter guards nothing, and whoever reads it has waited for those who count. */
static _Atomic(int) is_on;
static _Atomic(int64_t) all;
static _Thread_local int64_t own;
static _Atomic(const volatile uint32_t *) watched;

static void count(void) {
    if (__builtin_expect(atomic_load_explicit(&is_on, memory_order_relaxed), 0)) {
        const volatile uint32_t *word = atomic_load_explicit(&watched, memory_order_relaxed);
        if (word != NULL && *word == 0)
            return;
        atomic_fetch_add_explicit(&all, 1, memory_order_relaxed);
        own += 1;
    }
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    void *memory = memalign(alignment, size);
    if (memory == NULL)
        return ENOMEM;
    *block = memory;
    return 0;
}

bool malloc_meter_available(void) { return true; }

void malloc_meter_start(void) { malloc_meter_start_while(NULL); }

void malloc_meter_start_while(const uint32_t *word) {
    atomic_store_explicit(&watched, word, memory_order_relaxed);
    atomic_store_explicit(&all, 0, memory_order_relaxed);
    own = 0;
    atomic_store_explicit(&is_on, 1, memory_order_relaxed);
}

malloc_meter_counts malloc_meter_stop(void) {
    atomic_store_explicit(&is_on, 0, memory_order_relaxed);
    return (malloc_meter_counts){.own = own, .all = atomic_load_explicit(&all, memory_order_relaxed)};
}

#else

bool malloc_meter_available(void) { return false; }
void malloc_meter_start(void) {}
void malloc_meter_start_while(const uint32_t *word) { (void)word; }
malloc_meter_counts malloc_meter_stop(void) { return (malloc_meter_counts){0}; }

#endif
