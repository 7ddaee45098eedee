/*
 * mr_trace: call stacks, and the functions and source lines that their addresses belong to. In C because the program's
 * own file has to be read as bytes, and in a few milliseconds: Swift's Runtime module takes seconds under a sanitizer.
 *
 * mr_trace_capture returns addresses; mr_trace_resolve finds out about them. The second needs glibc, and finds lines in
 * programs with DWARF tables of the versions 2 to 5, as SwiftPM's debug and release builds have them. Elsewhere it finds
 * nothing. It maps each file once and keeps the mapping and an index of the lines, so the strings that it returns stay
 * valid as long as no library is unloaded. Files beyond the 32nd are not looked at.
 *
 * Progress: mr_trace_resolve takes a mutex and allocates; a stack takes a few milliseconds. No signal handler may call
 * it.
 */
#ifndef MR_TRACE_H
#define MR_TRACE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* The strings are NULL, and the lines 0, where nothing is known. */
typedef struct mr_frame {
    uintptr_t address;                /* of the call */
    const char *MR_NULLABLE image;    /* the library's path; of the program, what it was started as */
    const char *MR_NULLABLE function; /* mangled */
    /* Where the instruction comes from: in optimized code, perhaps from a function that was inlined. */
    const char *MR_NULLABLE file;
    const char *MR_NULLABLE directory; /* of the file, unless the file's name is a path */
    uint32_t line;
    /* The last line up to and including it, in the same function, whose file is not below one of `own`. */
    uint32_t caller_line;
    const char *MR_NULLABLE caller_file;
    const char *MR_NULLABLE caller_directory;
} mr_frame;

/*
 * Stores the addresses of the calls that the caller is inside, the innermost first. Returns how many: at most
 * `capacity`, and 0 where the system has no call for it.
 */
size_t mr_trace_capture(uintptr_t *addresses, size_t capacity);

/*
 * Stores the addresses of the calls that another thread is inside, by the system's number of the thread; the first is
 * where it is. Returns how many, and 0 if the thread is not there or does not take the question within a tenth of a
 * second, or if another handler has taken SIGPROF over. A thread that has taken the question has a second to answer. If
 * it does not answer, this call and all later ones return 0. It needs glibc on Linux.
 *
 * The thread is interrupted by SIGPROF, so a system call in which it waits may end early with EINTR.
 */
size_t mr_trace_capture_thread(uint32_t thread, uintptr_t *addresses, size_t capacity);

/*
 * Completes frames whose addresses are set.
 *
 * `own` has paths of folders, each of which ends in a slash and a zero; an empty one is the last. Files below them are
 * not the user's.
 */
void mr_trace_resolve(mr_frame *frames, size_t count, const char *own);

/*
 * Stores the function's name as its source writes it, as far as there is room. False for a name that is neither Swift's
 * nor C++'s, and without Swift's runtime.
 */
bool mr_trace_demangle(const char *function, char *name, size_t size);

MR_ASSUME_NONNULL_END

#endif
