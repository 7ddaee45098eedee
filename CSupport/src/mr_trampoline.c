#include "mr_trampoline.h"

_Thread_local mr_trampoline mr_trampoline_self;
