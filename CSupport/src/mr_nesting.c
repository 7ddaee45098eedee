#include "mr_nesting.h"

/* A release build never asks, and needs no memory for it. */
#ifdef DEBUG

#define DEPTH 32

static _Thread_local struct {
    const void *subjects[DEPTH];
    bool overtaken[DEPTH];
    size_t depth;
} emissions;

void mr_nesting_begin(const void *subject) {
    size_t depth = emissions.depth++;
    for (size_t i = 0; i < depth && i < DEPTH; i++)
        if (emissions.subjects[i] == subject)
            emissions.overtaken[i] = true;
    if (depth < DEPTH) {
        emissions.subjects[depth] = subject;
        emissions.overtaken[depth] = false;
    }
}

bool mr_nesting_is_overtaken(void) {
    return emissions.depth <= DEPTH && emissions.overtaken[emissions.depth - 1];
}

void mr_nesting_end(void) { emissions.depth--; }

#else

void mr_nesting_begin(const void *subject) { (void)subject; }
bool mr_nesting_is_overtaken(void) { return false; }
void mr_nesting_end(void) {}

#endif
