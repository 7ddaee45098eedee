/*
 * mr_executor: whether the caller runs on a given actor. In C because the library that declares the runtime's function
 * keeps it for itself.
 *
 * Progress: wait-free, unless an executor of the user's own answers.
 */
#ifndef MR_EXECUTOR_H
#define MR_EXECUTOR_H

#include "mr_base.h"

/* `identity` and `implementation`: the two words of an UnownedSerialExecutor. True if the runtime cannot tell. */
bool mr_is_on_executor(uintptr_t identity, uintptr_t implementation);

#endif
