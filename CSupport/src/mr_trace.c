#define _GNU_SOURCE /* dladdr1 */

#include "mr_trace.h"

#include <stdio.h>
#include <stdlib.h> /* __GLIBC__ */
#include <string.h>

#if defined(__GLIBC__) && defined(__linux__)
#include "mr_trace_parts.h"

#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

/* The register with the address of the frame, by its number in DWARF. */
#if defined(__x86_64__)
#define FRAME_REGISTER 6
#elif defined(__aarch64__)
#define FRAME_REGISTER 29
#endif

typedef struct {
    uintptr_t *addresses;
    size_t capacity, count;
    // Of the outermost function so far: the value of its stack pointer, and the frame of it or of its caller.
    uintptr_t stack, frame;
} walk;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *data) {
    walk *w = data;
    int is_before = 0;
    uintptr_t address = _Unwind_GetIPInfo(context, &is_before);
    if (address == 0 || w->count == w->capacity)
        return _URC_END_OF_STACK;
    // A return address is behind its call, perhaps in the next line.
    w->addresses[w->count++] = is_before ? address : address - 1;
#ifdef FRAME_REGISTER
    w->stack = _Unwind_GetCFA(context);
    w->frame = _Unwind_GetGR(context, FRAME_REGISTER);
#endif
    return _URC_NO_REASON;
}

/* Copies from an address that may be wrong: the system says so. */
static bool read_memory(uintptr_t address, void *copy, size_t size) {
    struct iovec here = {copy, size}, there = {(void *)address, size};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

/* Whether a call ends where the address is. */
static bool is_behind_call(uintptr_t address) {
#if defined(__x86_64__)
    uint8_t code[8];
    if (address < 4096 || !read_memory(address - 8, code, 8))
        return false;
    // call by an offset; through a register; through memory with an offset of one byte, and of four
    return code[3] == 0xe8 || (code[6] == 0xff && (code[7] & 0x38) == 0x10) ||
           (code[5] == 0xff && (code[6] & 0x38) == 0x10) || (code[2] == 0xff && (code[3] & 0x38) == 0x10);
#else
    (void)address;
    return false;
#endif
}

MR_NOINLINE size_t mr_trace_walk(uintptr_t *addresses, size_t capacity) {
    walk w = {.addresses = addresses, .capacity = capacity};
    _Unwind_Backtrace(visit, &w);
    // Some functions of Swift's own libraries have no tables for unwinding, nor frames. Then the first word on the stack
    // that looks like a return address is taken for it.
    for (uintptr_t at = w.stack; at < w.frame && at < w.stack + 512 && w.count < capacity; at += sizeof at) {
        uintptr_t word;
        if (!read_memory(at, &word, sizeof word))
            break;
        if (is_behind_call(word)) {
            addresses[w.count++] = word - 1;
            break;
        }
    }
    // Frames lead on: in each is the address of the next one, then the return address.
    while (w.frame != 0 && w.frame % sizeof(uintptr_t) == 0 && w.count < capacity) {
        uintptr_t record[2];
        if (!read_memory(w.frame, record, sizeof record) || record[0] <= w.frame || record[1] == 0)
            break;
        addresses[w.count++] = record[1] - 1;
        w.frame = record[0];
    }
    return w.count;
}

MR_NOINLINE size_t mr_trace_capture(uintptr_t *addresses, size_t capacity) {
    // In front of the caller are this function and mr_trace_walk.
    uintptr_t caller = (uintptr_t)__builtin_return_address(0) - 1;
    if (capacity > 126) {
        size_t found = mr_trace_walk(addresses, capacity);
        size_t first = mr_trace_behind(addresses, found, caller);
        memmove(addresses, addresses + first, (found - first) * sizeof *addresses);
        return found - first;
    }
    uintptr_t all[128];
    size_t found = mr_trace_walk(all, capacity + 2);
    size_t first = mr_trace_behind(all, found, caller);
    size_t count = found - first < capacity ? found - first : capacity;
    memcpy(addresses, all + first, count * sizeof *addresses);
    return count;
}

#elif defined(__APPLE__)
#include <execinfo.h>

MR_NOINLINE size_t mr_trace_capture(uintptr_t *addresses, size_t capacity) {
    void *stack[128];
    int found = backtrace(stack, (int)(capacity < 127 ? capacity + 1 : 128));
    // In front of the caller is this function.
    for (int i = 1; i < found; i++)
        addresses[i - 1] = (uintptr_t)stack[i] - 1;
    return found > 1 ? (size_t)found - 1 : 0;
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
