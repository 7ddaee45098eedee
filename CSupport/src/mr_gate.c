#include "mr_gate.h"

_Thread_local char mr_gate_thread;
