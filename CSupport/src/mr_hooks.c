#include "mr_hooks.h"

uint32_t mr_record_call_stacks_flag;
uint32_t mr_report_drops_flag;
