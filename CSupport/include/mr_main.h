/*
 * mr_main: whether the caller runs on the process's main thread. In C because on Linux, Swift has no call for it
 * without Foundation.
 *
 * Progress: wait-free.
 */
#ifndef MR_MAIN_H
#define MR_MAIN_H

#include "mr_base.h"

bool mr_is_main_thread(void);

#endif
