/*
 * An address that is not aligned stops the program when the core is given it, with one line and an abort: otherwise the
 * core would take the lowest bits of the address for its own marks. The upper bits are not the core's, so an address
 * with a tag there comes back with its tag. The main thread's stack is used up near its limit, and not where what is
 * mapped of it ends. Each attempt runs in a process of its own.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CMillrace.h"

/* Each shared word of 64 bits is aligned to 8 bytes, on i386 as well. */
#define IS_ALIGNED(type, word) (_Alignof(type) % 8 == 0 && offsetof(type, word) % 8 == 0)
_Static_assert(IS_ALIGNED(mr_list, era) && IS_ALIGNED(mr_list, end) && IS_ALIGNED(mr_pin, end) && IS_ALIGNED(mr_pin, era),
               "lists and pins");
_Static_assert(IS_ALIGNED(mr_counter, value), "what counts");
_Static_assert(IS_ALIGNED(mr_mpsc, tail), "queues");

static _Alignas(16) mr_lifecycle sinks[4];

static void *marked(uintptr_t mark) { return (void *)((uintptr_t)&sinks[1] | mark); }

static void attach(uintptr_t mark) {
    mr_lifecycle_attach(&sinks[0], marked(mark));
    if (mr_lifecycle_upstream(&sinks[0]) != marked(mark) || mr_lifecycle_dispose(&sinks[0]) != (uintptr_t)marked(mark))
        _exit(1);
}

static void replace(uintptr_t mark) {
    mr_lifecycle_replace(&sinks[0], marked(mark));
    if (mr_lifecycle_replace(&sinks[0], NULL) != (uintptr_t)marked(mark))
        _exit(1);
}

static void join(uintptr_t mark) {
    mr_list *list = mr_list_create();
    mr_lifecycle *garbage = NULL;
    mr_list_join(list, marked(mark), &garbage);
    mr_emission emission = {0};
    mr_emission_begin(&emission, list);
    mr_emission_next(&emission);
    mr_emission_end(&emission);
}

/* Goes down the stack by 16 KiB at a time. Returns after how many KiB it counts as used up; `most` or more: never. */
static MR_NOINLINE uintptr_t go_down(uintptr_t depth, uintptr_t most) {
    volatile char frame[16 << 10];
    frame[0] = 0;
    if (depth >= most || mr_stack_is_nearly_used_up())
        return depth;
    return go_down(depth + 16, most) + (uintptr_t)frame[0];
}

static void use_stack(uintptr_t most) {
    if (go_down(0, most) < most)
        _exit(1);
}

/* Half of its limit can be used, and not all of it. */
static void use_up_stack(uintptr_t most) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > most << 10)
        return; /* none, or too large to try */
    uintptr_t whole = limit.rlim_cur >> 10, depth = go_down(0, whole);
    if (depth < whole / 2 || depth >= whole)
        _exit(1);
}

static const struct {
    const char *name;
    void (*attempt)(uintptr_t mark);
    uintptr_t mark;
    bool stops;
} attempts[] = {
    {"attach", attach, 0, false},
#if UINTPTR_MAX > UINT32_MAX
    {"attach, a tag", attach, (uintptr_t)0x2a << 56, false},
    {"attach, the lowest bit above addresses", attach, (uintptr_t)1 << 48, false},
    {"replace, a tag", replace, (uintptr_t)1 << 63, false},
#endif
    {"attach, not aligned", attach, 4, true},
    {"replace", replace, 0, false},
    {"replace, not aligned", replace, 1, true},
    {"join", join, 0, false},
    {"join, not aligned", join, 8, true},
    {"the stack, 1 MiB of it", use_stack, 1 << 10, false},
    {"the stack, all of it", use_up_stack, 64 << 10, false},
};

/* Ends a process that aborts: an emulator would print a line of its own about a process that a signal ends. */
#define ABORTED 134
static void end_aborted(int unused) {
    (void)unused;
    _exit(ABORTED);
}

/* Whether the attempt ended as it must. */
static bool run(size_t i) {
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        alarm(10);
        signal(SIGABRT, end_aborted);
        attempts[i].attempt(attempts[i].mark);
        _exit(0);
    }
    close(ends[1]);
    char text[512] = {0};
    size_t length = 0;
    ssize_t got;
    while (length < sizeof(text) - 1 && (got = read(ends[0], text + length, sizeof(text) - 1 - length)) > 0)
        length += (size_t)got;
    close(ends[0]);
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return false;
    const char *line = "millrace: cannot use the address 0x";
    bool stopped = WIFEXITED(status) && WEXITSTATUS(status) == ABORTED && strncmp(text, line, strlen(line)) == 0 &&
                   strchr(text, '\n') == text + length - 1;
    bool passed = WIFEXITED(status) && WEXITSTATUS(status) == 0 && length == 0;
    if (attempts[i].stops ? stopped : passed)
        return true;
    fprintf(stderr, "%s: status %#x, and it said: %s\n", attempts[i].name, (unsigned)status, text);
    return false;
}

int main(void) {
    int failures = 0;
    size_t count = sizeof(attempts) / sizeof(attempts[0]);
    for (size_t i = 0; i < count; i++)
        failures += !run(i);
    printf("%zu of %zu addresses were treated as they must be\n", count - (size_t)failures, count);
    return failures != 0;
}
