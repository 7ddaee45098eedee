/*
 * How an emission treats slots without a mark: it marks those with sinks, and passes over those whose sinks have left.
 */
#include "mr_list_parts.h"

MR_NOINLINE bool mr_slots_are_vacant(const uintptr_t *slots) {
    uintptr_t all = 0;
    for (uint32_t i = 0; i < MR_SLOTS_AT_A_TIME; i++)
        // seq_cst: comes after the pin, so that a sink whose join has returned is found, or its tombstone
        all |= mr_load((uintptr_t *)&slots[i], mr_seq_cst);
    return all <= MR_SLOT_GONE; /* a slot with a claim is not vacant: a closing must find it */
}

/* The first slot from `slot` on that holds a sink, or `stop`. */
static uintptr_t *skip_dead(uintptr_t *slot, uintptr_t *stop) {
    // Groups first, then single slots, so that no slot is loaded more than twice.
    while (stop - slot >= MR_SLOTS_AT_A_TIME && mr_slots_are_vacant(slot))
        slot += MR_SLOTS_AT_A_TIME;
    while (slot != stop && !mr_slot_is_sink(mr_load(slot, mr_seq_cst)))
        slot += 1;
    return slot;
}

/*
 * Marks a slot before its sink is used. A thread that takes a sink out of an unmarked slot knows that no emission uses
 * it.
 */
static bool see(uintptr_t *slot, uintptr_t value) {
    // seq_cst: comes after the pin, as does the load of the slot
    return mr_cas(slot, &value, value | MR_SLOT_SEEN, mr_seq_cst, mr_seq_cst) || mr_slot_is_sink(value);
}

MR_NOINLINE uintptr_t *mr_slots_meet(uintptr_t *slot, uintptr_t *stop) {
    uintptr_t value = mr_load(slot, mr_seq_cst);
    if (mr_slot_is_sink(value) && see(slot, value))
        return slot;
    slot += 1;
    /* Where one sink has left, its neighbours may have left too. */
    if (slot == stop || mr_slot_is_sink(mr_load(slot, mr_seq_cst)))
        return slot;
    return skip_dead(slot, stop);
}
