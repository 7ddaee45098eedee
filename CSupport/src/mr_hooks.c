#include "mr_hooks.h"

uint32_t mr_record_call_stacks_flag;
uint32_t mr_subscription_hooks_bits;
uint32_t mr_report_drops_flag;

#ifdef DEBUG
uint32_t mr_isolation_checks_mode = 1;
#else
uint32_t mr_isolation_checks_mode;
#endif
