#ifdef __linux__
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include <sys/resource.h>
#endif

#include "bench_opaque.h"

intptr_t bench_opaque(intptr_t value) { return value; }

long bench_preemptions(void) {
#ifdef __linux__
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
#else
    return 0;
#endif
}
