/*
 * mr_subject: the state of a subject: its observer list, which is made when the first observer comes, and how the
 * subject ended. In C because it is a few atomic words inside a Swift object.
 *
 * State: `list` is NULL, a list, or the static closed list. `terminal` is 0, MR_SUBJECT_COMPLETED, MR_SUBJECT_SILENT
 * (ended without an event: by dispose, or where a shared source lets its subscribers go), or an error object that the
 * subject owns. `terminal` changes once, from 0, before the list is closed, so a thread that finds the list closed
 * finds the terminal event. `disposed` is set once.
 *
 * Progress: wait-free, but for mr_subject_join and mr_subject_end, which join and close the list: see mr_list.h. A call
 * that makes the list allocates. Orderings: ORDERING.md.
 */
#ifndef MR_SUBJECT_H
#define MR_SUBJECT_H

#include "mr_base.h"
#include "mr_list.h"

MR_ASSUME_NONNULL_BEGIN

#define MR_SUBJECT_COMPLETED ((uintptr_t)1)
#define MR_SUBJECT_SILENT ((uintptr_t)2)

typedef struct mr_subject {
    mr_list *MR_NULLABLE list;
    uintptr_t terminal;
    uint32_t disposed;
} mr_subject;

/* The list; NULL if there is none yet. */
MR_INLINE mr_list *MR_NULLABLE mr_subject_list(const mr_subject *subject) {
    // acquire: pairs with the release that published the list
    return mr_load((mr_list **)&subject->list, mr_acquire);
}

/* The terminal event, 0 if there is none yet. */
MR_INLINE uintptr_t mr_subject_terminal(const mr_subject *subject) { return mr_load((uintptr_t *)&subject->terminal, mr_acquire); }

/* The list, which is made if there is none yet. */
mr_list *mr_subject_open(mr_subject *subject);

/* Adds a sink; see mr_list_join. */
mr_joining mr_subject_join(mr_subject *subject, mr_lifecycle *sink, mr_lifecycle *MR_NULLABLE *MR_NONNULL garbage);

/*
 * Ends the subject. True for the first caller: the subject then owns `terminal`, and the caller walks the closed list
 * with mr_emission_take.
 */
bool mr_subject_end(mr_subject *subject, uintptr_t terminal);

/* True for the first call. */
MR_INLINE bool mr_subject_dispose(mr_subject *subject) {
    // acq_rel: a thread that finds the subject disposed sees what the disposer did before; pairs with the load below
    return mr_exchange(&subject->disposed, 1, mr_acq_rel) == 0;
}

MR_INLINE bool mr_subject_is_disposed(const mr_subject *subject) { return mr_load((uint32_t *)&subject->disposed, mr_acquire) != 0; }

MR_ASSUME_NONNULL_END

#endif
