#include "bench_flag.h"
#include "bench_list.h"
#include "bench_meter.h"
#include "bench_opaque.h"
