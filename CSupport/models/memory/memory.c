/*
 * Out of memory: lets the k-th allocation of the core fail, for every k. Each run is a process of its own. It either
 * ends normally, because it makes fewer allocations, or aborts with the core's one line. It must not do anything else,
 * such as crash or hang.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CMillrace.h"

extern long mr_fail_allocation;

/* ---- what is run ---- */

#define SINKS 40 /* several segments */

static mr_subject subject;
static _Alignas(16) mr_lifecycle sinks[SINKS];

static void require(bool condition, const char *what) {
    if (condition)
        return;
    fprintf(stderr, "not so: %s\n", what);
    _exit(3);
}

/* Emits, and nests emissions deeper than one block of pins. */
static int emit(int depth) {
    mr_emission emission = {0};
    mr_emission_begin(&emission, mr_subject_list(&subject));
    int heard = 0;
    while (mr_emission_next(&emission) != 0)
        heard += 1;
    if (depth > 0)
        require(emit(depth - 1) == heard, "nested emissions reach the same sinks");
    require(mr_emission_end(&emission) == NULL, "nobody left");
    return heard;
}

static void *emit_elsewhere(void *unused) {
    (void)unused;
    emit(0);
    return NULL;
}

static void use_list(void) {
    mr_lifecycle *garbage = NULL;
    for (int i = 0; i < SINKS; i++)
        require(mr_subject_join(&subject, &sinks[i], &garbage) == MR_JOINED, "joined");
    require(emit(3 * MR_BLOCK / (int)sizeof(mr_pin)) == SINKS, "all were reached");
    mr_emission emission = {0};
    mr_emission_begin(&emission, mr_subject_list(&subject));
    require(mr_lifecycle_dispose(&sinks[1]) == MR_LISTED, "it waits for the emission");
    require(mr_emission_end(&emission) == &sinks[1], "which gives it back");
    pthread_t thread;
    require(pthread_create(&thread, NULL, emit_elsewhere, NULL) == 0, "a thread began");
    require(pthread_join(thread, NULL) == 0, "a thread ended");
    for (int i = 0; i < SINKS; i += 2)
        require(mr_lifecycle_dispose(&sinks[i]) & MR_LISTED, "left");
    mr_list *list = mr_subject_list(&subject);
    mr_emission cursor = {0};
    int left = 0;
    while (mr_list_drain(list, &cursor) != NULL)
        left += 1;
    require(left == SINKS / 2 - 1, "the others were left");
    mr_list_free(list);
}

static void use_bag(void) {
    mr_item *first = NULL, *last = NULL;
    for (int i = 0; i < 3; i++) {
        mr_item *item = mr_item_create(&sinks[i]);
        item->next = first;
        first = item;
        if (last == NULL)
            last = item;
    }
    int items = 0;
    for (mr_item *item = mr_emptying_begin(first, last); item != NULL; item = mr_emptying_next(item))
        items += 1;
    require(items == 3, "all came out");
}

#define LINKS 200

static int released;

/* Links are numbers. Each link releases the next. The deepest link that nests releases LINKS links; they are queued. */
static void release_now(void *link);
static void release_link(uintptr_t number) {
    if (mr_release_enter((void *)number)) {
        release_now((void *)number);
        mr_release_leave(release_now);
    }
}

static void release_now(void *link) {
    uintptr_t number = (uintptr_t)link;
    released += 1;
    if (number < MR_RELEASE_DEPTH)
        release_link(number + 1);
    else if (number == MR_RELEASE_DEPTH)
        for (int i = 0; i < LINKS; i++)
            release_link(MR_RELEASE_DEPTH + 1);
}

static void use_release_queue(void) {
    release_link(1);
    require(released == MR_RELEASE_DEPTH + LINKS, "all were released");
}

static void use_queues(void) {
    mr_mpsc queue;
    mr_mpsc_init(&queue, 16, 8, 1);
    for (int i = 0; i < 40; i++)
        mr_mpsc_publish(mr_mpsc_claim(&queue));
    for (int i = 0; i < 40; i++) {
        require(mr_mpsc_first(&queue) != NULL, "a value waits");
        mr_mpsc_drop_first(&queue);
    }
    mr_mpsc_destroy(&queue);
}

static void run(void) {
    use_list();
    use_queues();
    use_bag();
    use_release_queue();
}

/* ---- every k ---- */

/* Ends a process that aborts: an emulator would print a line of its own about a process that a signal ends. */
#define ABORTED 134
static void end_aborted(int unused) {
    (void)unused;
    _exit(ABORTED);
}

/* 0: the run ended normally; 1: it aborted as it must; 2: it failed, which has been reported. */
static int attempt(long k) {
    int ends[2];
    if (pipe(ends) != 0)
        return 2;
    pid_t child = fork();
    if (child < 0)
        return 2;
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        alarm(10);
        signal(SIGABRT, end_aborted);
        mr_fail_allocation = k;
        run();
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
    if (waitpid(child, &status, 0) != child)
        return 2;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && length == 0)
        return 0;
    const char *line = "millrace: out of memory (";
    if (WIFEXITED(status) && WEXITSTATUS(status) == ABORTED && strncmp(text, line, strlen(line)) == 0 &&
        strchr(text, '\n') == text + length - 1)
        return 1;
    fprintf(stderr, "allocation %ld: status %#x, and it said: %s\n", k, (unsigned)status, text);
    return 2;
}

int main(void) {
    long aborted = 0;
    for (long k = 0; k < 10000; k++) {
        int result = attempt(k);
        if (result == 2)
            return 1;
        if (result == 0) {
            if (aborted < 20) {
                fprintf(stderr, "only %ld allocations failed: not all are tried\n", aborted);
                return 1;
            }
            printf("each of %ld allocations may fail: one line, and an abort\n", aborted);
            return 0;
        }
        aborted += 1;
    }
    fprintf(stderr, "the runs never end well\n");
    return 1;
}
