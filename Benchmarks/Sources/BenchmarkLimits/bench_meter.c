#include "bench_meter.h"

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BENCH_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BENCH_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(BENCH_SANITIZED)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

/* Relaxed throughout: the counters guard nothing, and whoever reads them has waited for those who count. */
static _Atomic(int) metering;
static _Atomic(int64_t) mallocs;
static _Atomic(int64_t) blocks;
static _Atomic(int64_t) bytes;

static int is_metering(void) { return __builtin_expect(atomic_load_explicit(&metering, memory_order_relaxed), 0); }

static void add(_Atomic(int64_t) *counter, int64_t amount) {
    atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

static void *allocated(void *block) {
    if (is_metering() && block != NULL) {
        add(&mallocs, 1);
        add(&blocks, 1);
        add(&bytes, (int64_t)malloc_usable_size(block));
    }
    return block;
}

void *malloc(size_t size) { return allocated(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return allocated(__libc_calloc(count, size)); }

void free(void *block) {
    if (is_metering() && block != NULL) {
        add(&blocks, -1);
        add(&bytes, -(int64_t)malloc_usable_size(block));
    }
    __libc_free(block);
}

void *realloc(void *block, size_t size) {
    if (!is_metering() || block == NULL)
        return allocated(__libc_realloc(block, size));
    int64_t before = (int64_t)malloc_usable_size(block);
    void *moved = __libc_realloc(block, size);
    if (moved != NULL) {
        add(&mallocs, 1);
        add(&bytes, (int64_t)malloc_usable_size(moved) - before);
    } else if (size == 0) {
        add(&blocks, -1);
        add(&bytes, -before);
    }
    return moved;
}

void *memalign(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

void *valloc(size_t size) { return memalign((size_t)sysconf(_SC_PAGESIZE), size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    void *memory = memalign(alignment, size);
    if (memory == NULL)
        return ENOMEM;
    *block = memory;
    return 0;
}

bool bench_meter_available(void) { return true; }

void bench_meter_start(void) {
    atomic_store_explicit(&mallocs, 0, memory_order_relaxed);
    atomic_store_explicit(&blocks, 0, memory_order_relaxed);
    atomic_store_explicit(&bytes, 0, memory_order_relaxed);
    atomic_store_explicit(&metering, 1, memory_order_relaxed);
}

bench_readings bench_meter_stop(void) {
    atomic_store_explicit(&metering, 0, memory_order_relaxed);
    return (bench_readings){
        .mallocs = atomic_load_explicit(&mallocs, memory_order_relaxed),
        .blocks = atomic_load_explicit(&blocks, memory_order_relaxed),
        .bytes = atomic_load_explicit(&bytes, memory_order_relaxed),
    };
}

#else

bool bench_meter_available(void) { return false; }
void bench_meter_start(void) {}
bench_readings bench_meter_stop(void) { return (bench_readings){0}; }

#endif
