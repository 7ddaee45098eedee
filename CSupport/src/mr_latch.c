#include "mr_latch.h"

MR_NOINLINE void mr_latch_wait(mr_latch *latch) {
    uint32_t turns = 0;
    do {
        // relaxed: waits on its own copy of the cache line; the exchange decides
        while (mr_load(&latch->held, mr_relaxed) != 0)
            mr_wait(&turns);
        // acquire: as in mr_latch_enter
    } while (mr_exchange(&latch->held, 1, mr_acquire) != 0);
}
