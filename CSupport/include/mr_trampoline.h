/*
 * mr_trampoline: the current-thread scheduler's state. In C for its thread-local.
 *
 * While a thread runs a trampoline, work that is scheduled on it joins a FIFO queue of intrusive nodes. The outermost
 * caller empties the queue before it returns. Nothing is shared between threads, and every operation is wait-free.
 */
#ifndef MR_TRAMPOLINE_H
#define MR_TRAMPOLINE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* Embedded in the object that is queued; the queue owns one reference to that object. */
typedef struct mr_work {
    struct mr_work *MR_NULLABLE next;
} mr_work;

#ifndef MR_NESTING
#define MR_NESTING 64 /* subscriptions made inside one another before the next one waits in the queue */
#endif

typedef struct mr_trampoline {
    bool running;
    uint32_t nested; /* see mr_trampoline_descend */
    mr_work *MR_NULLABLE first;
    mr_work *MR_NULLABLE last;
} mr_trampoline;

extern _Thread_local mr_trampoline mr_trampoline_self;

MR_INLINE bool mr_trampoline_is_running(void) { return mr_trampoline_self.running; }

/* True if the caller has started the trampoline: it then empties the queue and stops the trampoline. */
MR_INLINE bool mr_trampoline_start(void) {
    if (mr_trampoline_self.running)
        return false;
    mr_trampoline_self.running = true;
    return true;
}

MR_INLINE void mr_trampoline_stop(void) { mr_trampoline_self.running = false; }

/*
 * An operator that subscribes again from inside an event (as when a source fails while it is being subscribed to)
 * calls these before and after. Once MR_NESTING such subscriptions nest on this thread's stack, the next one is queued
 * instead, so that recursion through any number of sources takes a bounded stack.
 */
MR_INLINE void mr_trampoline_descend(void) { mr_trampoline_self.nested += 1; }

MR_INLINE void mr_trampoline_ascend(void) { mr_trampoline_self.nested -= 1; }

/*
 * Code that blocks inside the work of a trampoline suspends the thread's trampoline first, so that the work that it
 * waits for starts a trampoline of its own. It resumes the suspended trampoline afterwards. Every trampoline that
 * starts in between must stop in between.
 */
MR_INLINE mr_trampoline mr_trampoline_suspend(void) {
    mr_trampoline suspended = mr_trampoline_self;
    mr_trampoline_self = (mr_trampoline){.running = false};
    return suspended;
}

MR_INLINE void mr_trampoline_resume(mr_trampoline suspended) { mr_trampoline_self = suspended; }

/* Whether the next subscription should be queued: many nest, and the running trampoline empties the queue. */
MR_INLINE bool mr_trampoline_is_deep(void) {
    return mr_trampoline_self.running && mr_trampoline_self.nested >= MR_NESTING;
}

MR_INLINE bool mr_trampoline_is_empty(void) { return mr_trampoline_self.first == NULL; }

MR_INLINE void mr_trampoline_push(mr_work *work) {
    mr_trampoline *self = &mr_trampoline_self;
    work->next = NULL;
    if (self->last != NULL)
        self->last->next = work;
    else
        self->first = work;
    self->last = work;
}

MR_INLINE mr_work *MR_NULLABLE mr_trampoline_pop(void) {
    mr_trampoline *self = &mr_trampoline_self;
    mr_work *work = self->first;
    if (work != NULL) {
        self->first = work->next;
        if (self->first == NULL)
            self->last = NULL;
    }
    return work;
}

MR_ASSUME_NONNULL_END

#endif
