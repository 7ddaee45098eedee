/* The C core of Millrace: one header for each concept. Each header begins with its contract. */
#ifndef CMILLRACE_H
#define CMILLRACE_H

#include "mr_base.h"
#include "mr_sink.h"
#include "mr_pin.h"
#include "mr_bag.h"
#include "mr_list.h"
#include "mr_hub.h"
#include "mr_trampoline.h"
#include "mr_release.h"
#include "mr_refcount.h"
#include "mr_wake.h"
#include "mr_backlog.h"
#include "mr_ring.h"
#include "mr_gate.h"
#include "mr_switch.h"
#include "mr_feeders.h"
#include "mr_once.h"
#include "mr_latch.h"
#include "mr_hooks.h"
#include "mr_count.h"
#include "mr_tally.h"
#include "mr_main.h"

#endif
