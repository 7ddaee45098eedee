/* Passing over slots whose sinks have left, some at a time. */
#include "mr_list_parts.h"

MR_NOINLINE bool mr_slots_are_vacant(const uintptr_t *slots) {
    uintptr_t all = 0;
#ifdef MR_BUG_VACANT_BY_FIRST
    return mr_load((uintptr_t *)&slots[0], mr_seq_cst) <= MR_SLOT_GONE;
#endif
    for (uint32_t i = 0; i < MR_SLOTS_AT_A_TIME; i++)
        // seq_cst: comes after the pin, so that a sink whose join had returned is found, or its tombstone
        all |= mr_load((uintptr_t *)&slots[i], mr_seq_cst);
#ifdef MR_BUG_VACANT_CLAIMED
    return !mr_slot_is_sink(all);
#endif
    return all <= MR_SLOT_GONE; /* a claim counts: a closing must find it */
}

MR_NOINLINE uintptr_t *mr_slots_skip_dead(uintptr_t *place, uintptr_t *stop) {
    // In this order, so that no slot is loaded more than twice.
    while (stop - place >= MR_SLOTS_AT_A_TIME && mr_slots_are_vacant(place))
        place += MR_SLOTS_AT_A_TIME;
    while (place != stop && !mr_slot_is_sink(mr_load(place, mr_seq_cst)))
        place += 1;
    return place;
}
