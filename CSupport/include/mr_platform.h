/*
 * mr_platform: what the system and Swift's runtime know about the calling thread: whether it is the process's main
 * thread, whether it runs on a given actor, and how much of its stack is left. In C because Swift lacks these calls: on
 * Linux, the first without Foundation; the second is internal to Swift's library. The third asks the system.
 *
 * Progress: wait-free, except for a thread's first call, which asks the system, and where an executor of the user's own
 * answers.
 */
#ifndef MR_PLATFORM_H
#define MR_PLATFORM_H

#include "mr_base.h"

bool mr_is_main_thread(void);

/* `identity` and `implementation`: the two words of an UnownedSerialExecutor. True if the runtime has no such call. */
bool mr_is_on_executor(uintptr_t identity, uintptr_t implementation);

/*
 * Whether less than an eighth of the stack is left, and less than 128 KiB. False on a stack that the system does not
 * know. Debug builds ask, to report a recursion before it ends the program without a word.
 */
bool mr_stack_is_nearly_used_up(void);

/* Whether more than half of the stack is free. False on a stack that the system does not know. */
bool mr_stack_is_half_free(void);

#endif
