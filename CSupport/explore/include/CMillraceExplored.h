/* The C core in the build that MillraceExplore explores: the same headers, with a step before each atomic operation. */
#ifndef CMILLRACE_EXPLORED_H
#define CMILLRACE_EXPLORED_H

#define MR_EXPLORE 1
#define MR_EXPLORE_THREADS 1

#include "../../include/CMillrace.h"
#include "mr_explore.h"

#endif
