/*
 * mr_stack: how much of the calling thread's stack is left: debug builds report a recursion before it ends the program
 * without a word, and bags nest on the stack while it has room (mr_emptying.h). In C because the system says where a
 * stack ends, and the answer is kept in a thread-local.
 *
 * Progress: wait-free, except for a thread's first call, which asks the system.
 */
#ifndef MR_STACK_H
#define MR_STACK_H

#include "mr_base.h"

/*
 * Whether less than an eighth of the stack is left, and less than 128 KiB. False on a stack that the system does not
 * know.
 */
bool mr_stack_is_nearly_used_up(void);

/* Whether more than half of the stack is free. False on a stack that the system does not know. */
bool mr_stack_is_half_free(void);

#endif
