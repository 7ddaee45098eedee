/* The C core of Millrace: one header for each concept. Each header begins with its contract. */
#ifndef CMILLRACE_H
#define CMILLRACE_H

#include "mr_base.h"
#include "mr_lifecycle.h"
#include "mr_pin.h"
#include "mr_list.h"
#include "mr_subject.h"
#include "mr_trampoline.h"
#include "mr_release.h"
#include "mr_mpsc.h"
#include "mr_gate.h"
#include "mr_lazy.h"
#include "mr_lock.h"
#include "mr_hooks.h"
#include "mr_counter.h"
#include "mr_meter.h"
#include "mr_platform.h"
#include "mr_nesting.h"
#include "mr_trace.h"

#endif
