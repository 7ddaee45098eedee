/*
 * mr_hooks: switches that hot paths read. In C because they are process-wide atomic flags. Relaxed, since they guard no
 * data.
 */
#ifndef MR_HOOKS_H
#define MR_HOOKS_H

#include "mr_base.h"

extern uint32_t mr_record_call_stacks_flag;

/* What is to be done when a subscription is made: a bit for each of two hooks. */
extern uint32_t mr_subscription_hooks_bits;

extern uint32_t mr_report_drops_flag;

MR_INLINE bool mr_records_call_stacks(void) { return mr_load(&mr_record_call_stacks_flag, mr_relaxed) != 0; }
MR_INLINE void mr_set_records_call_stacks(bool on) { mr_store(&mr_record_call_stacks_flag, on ? 1 : 0, mr_relaxed); }

#define MR_RECORDS_SUBSCRIPTIONS 1u
#define MR_OBEYS_PRESSURE 2u

MR_INLINE uint32_t mr_subscription_hooks(void) { return mr_load(&mr_subscription_hooks_bits, mr_relaxed); }
MR_INLINE void mr_set_subscription_hook(uint32_t bit, bool on) {
    if (on) {
        mr_fetch_or(&mr_subscription_hooks_bits, bit, mr_relaxed);
    } else {
        mr_fetch_and(&mr_subscription_hooks_bits, ~bit, mr_relaxed);
    }
}

MR_INLINE bool mr_reports_drops(void) { return mr_load(&mr_report_drops_flag, mr_relaxed) != 0; }
MR_INLINE void mr_set_reports_drops(bool on) { mr_store(&mr_report_drops_flag, on ? 1 : 0, mr_relaxed); }

/* 0: off, 1: report, 2: stop. */
extern uint32_t mr_isolation_checks_mode;

MR_INLINE uint32_t mr_isolation_checks(void) { return mr_load(&mr_isolation_checks_mode, mr_relaxed); }
MR_INLINE void mr_set_isolation_checks(uint32_t mode) { mr_store(&mr_isolation_checks_mode, mode, mr_relaxed); }

#endif
