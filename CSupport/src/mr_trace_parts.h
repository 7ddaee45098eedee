/* mr_trace_parts: what the files of mr_trace share. */
#ifndef MR_TRACE_PARTS_H
#define MR_TRACE_PARTS_H

#include "mr_trace.h"

/*
 * Stores the addresses of the calls that the caller is inside, and returns how many; the first address is in this
 * function. A signal handler may call it, after a first call from elsewhere.
 */
size_t mr_trace_walk(uintptr_t *addresses, size_t capacity);

/* Where the address is among the first few; 2 if it is not among them. */
static inline size_t mr_trace_behind(const uintptr_t *addresses, size_t count, uintptr_t address) {
    for (size_t i = 0; i < count && i < 6; i++)
        if (addresses[i] == address)
            return i;
    return count < 2 ? count : 2;
}

/* A part of a mapped file. */
typedef struct mr_bytes {
    const uint8_t *at;
    const uint8_t *end;
} mr_bytes;

/* Where the lines of an address range may be: the range begins at `address`. */
typedef struct mr_line_range {
    uint64_t address;
    uint64_t unit; /* offset in .debug_line */
} mr_line_range;

/* A function's symbol. */
typedef struct mr_function {
    uint64_t address;
    uint64_t size;
    uint64_t name; /* offset in .strtab */
} mr_function;

/* The file of the program or of a library. Its tables are empty if it has none, or if they cannot be read. */
typedef struct mr_image {
    uintptr_t bias; /* what is to be added to the file's addresses */
    mr_bytes lines, line_strings, strings, symbols, names;
    mr_line_range *ranges; /* in the order of their addresses */
    size_t range_count;
    mr_function *functions; /* likewise */
    size_t function_count;
} mr_image;

/* Maps the file and makes the index. */
void mr_image_open(mr_image *image, const char *path);

/* Stores the name of the frame's function. Returns where it begins, as an address of the file; 0 if that is not known. */
uintptr_t mr_image_function(const mr_image *image, mr_frame *frame);

/* Stores the frame's lines. `start` is where its function begins. */
void mr_image_line(const mr_image *image, mr_frame *frame, uintptr_t start, const char *own);

/* Makes the image's `ranges`. */
void mr_image_index_lines(mr_image *image);

/* These functions read megabytes; a sanitizer would check each byte. */
#if defined(__clang__) || __GNUC__ >= 8
#define MR_UNCHECKED __attribute__((no_sanitize("address"), no_sanitize("thread"), no_sanitize("undefined")))
#else
#define MR_UNCHECKED
#endif

#endif
