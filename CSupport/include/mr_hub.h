/*
 * mr_hub: the state of a subject beside its observer list, which it makes when the first observer comes, and how the
 * subject ended. In C because it is a few atomic words inside a Swift object.
 *
 * State: `list` is NULL, a list, or the static closed list. `terminal` is 0, MR_HUB_COMPLETED, MR_HUB_SILENT (ended by
 * dispose) or an error object that the hub owns. It changes once, from 0, before the list is closed, so a thread that
 * finds the list closed finds the terminal event. `disposed` is set once.
 *
 * Progress: mr_hub_open and mr_hub_join are lock-free, all others wait-free. Orderings: ORDERING.md.
 */
#ifndef MR_HUB_H
#define MR_HUB_H

#include "mr_base.h"
#include "mr_list.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_HUB_COMPLETED ((uintptr_t)1)
#define MR_HUB_SILENT ((uintptr_t)2)

typedef struct mr_hub {
    mr_list *MR_NULLABLE list;
    uintptr_t terminal;
    uint32_t disposed;
} mr_hub;

/* The list, NULL before the first sink joins. */
MR_INLINE mr_list *MR_NULLABLE mr_hub_list(const mr_hub *hub) {
    // acquire: pairs with the release that published the list
    return mr_load((mr_list **)&hub->list, mr_acquire);
}

/* The terminal event, 0 if there is none yet. */
MR_INLINE uintptr_t mr_hub_terminal(const mr_hub *hub) { return mr_load((uintptr_t *)&hub->terminal, mr_acquire); }

/* The list, which is made if there is none yet. */
mr_list *mr_hub_open(mr_hub *hub);

/* Adds a sink; see mr_list_join. */
mr_joining mr_hub_join(mr_hub *hub, mr_sink *sink, mr_sink *MR_NULLABLE *MR_NONNULL garbage);

/*
 * Ends the hub. True for the first caller: the hub then owns `terminal`, and the caller walks the closed list with
 * mr_emission_take.
 */
bool mr_hub_end(mr_hub *hub, uintptr_t terminal);

/* True for the first call. */
MR_INLINE bool mr_hub_dispose(mr_hub *hub) { return mr_exchange(&hub->disposed, 1, mr_acq_rel) == 0; }

MR_INLINE bool mr_hub_is_disposed(const mr_hub *hub) { return mr_load((uint32_t *)&hub->disposed, mr_acquire) != 0; }

MR_ASSUME_NONNULL_END

#endif
