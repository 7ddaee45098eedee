#define _GNU_SOURCE /* dladdr1 */

#include "mr_trace.h"

#include <stdio.h>
#include <stdlib.h> /* __GLIBC__ */
#include <string.h>

#if defined(__GLIBC__) || defined(__APPLE__)
#include <execinfo.h>

MR_NOINLINE size_t mr_trace_capture(uintptr_t *addresses, size_t capacity) {
    void *stack[128];
    size_t wanted = capacity < 127 ? capacity + 1 : 128;
    int found = backtrace(stack, (int)wanted);
    size_t count = 0;
    // In front of the caller are this function and, under the address sanitizer, that of the sanitizer.
    int first = 1;
    for (int i = 1; i < found && i < 4; i++)
        if (stack[i] == __builtin_return_address(0))
            first = i;
    // A return address is behind its call, perhaps in the next line.
    for (int i = first; i < found; i++)
        addresses[count++] = (uintptr_t)stack[i] - 1;
    return count;
}

#else

size_t mr_trace_capture(uintptr_t *addresses, size_t capacity) {
    (void)addresses, (void)capacity;
    return 0;
}

#endif

/* Weak, since a program in C alone has no Swift runtime, and an old runtime has no such function. */
__attribute__((weak)) char *_swift_backtrace_demangle(const char *name, size_t length, char *buffer, size_t *size);

bool mr_trace_demangle(const char *function, char *name, size_t size) {
    char *demangled =
        _swift_backtrace_demangle ? _swift_backtrace_demangle(function, strlen(function), NULL, NULL) : NULL;
    if (demangled == NULL)
        return false;
    snprintf(name, size, "%s", demangled);
    free(demangled);
    return true;
}

#if defined(__GLIBC__)

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include "mr_trace_parts.h"

#define IMAGES 32

static pthread_mutex_t images_lock = PTHREAD_MUTEX_INITIALIZER;
static mr_image images[IMAGES]; /* under the lock */
static size_t image_count;

/* The image that is loaded at `bias`; NULL if there are too many. Under the lock. */
static mr_image *find_image(uintptr_t bias, const char *path) {
    for (size_t i = 0; i < image_count; i++)
        if (images[i].bias == bias)
            return &images[i];
    if (image_count == IMAGES)
        return NULL;
    mr_image *image = &images[image_count++];
    image->bias = bias;
    // Whatever the path is relative to, the system knows the file of the program itself.
    mr_image_open(image, path[0] == '\0' ? "/proc/self/exe" : path);
    return image;
}

static void resolve(mr_frame *frame, const char *own) {
    Dl_info info;
    struct link_map *map = NULL;
    if (dladdr1((void *)frame->address, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL)
        return;
    frame->image = info.dli_fname;
    frame->function = info.dli_sname;
    mr_image *image = find_image(map->l_addr, map->l_name);
    if (image == NULL)
        return;
    uintptr_t start = mr_image_function(image, frame);
    mr_image_line(image, frame, start, own);
}

void mr_trace_resolve(mr_frame *frames, size_t count, const char *own) {
    pthread_mutex_lock(&images_lock);
    for (size_t i = 0; i < count; i++)
        resolve(&frames[i], own);
    pthread_mutex_unlock(&images_lock);
}

#else

void mr_trace_resolve(mr_frame *frames, size_t count, const char *own) {
    (void)frames, (void)count, (void)own;
}

#endif
