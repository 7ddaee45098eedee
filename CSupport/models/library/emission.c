/* An emission as Swift inlines it: all that it needs is in registers. */
#include "mr_list.h"

size_t reached(mr_list *list);

size_t reached(mr_list *list) {
    mr_emission emission;
    size_t found = 0;
    mr_emission_begin(&emission, list);
    for (uintptr_t slot; (slot = mr_emission_next(&emission)) != 0;)
        found += mr_lifecycle_is_plain(mr_slot_sink(slot));
    mr_emission_end(&emission);
    return found;
}
