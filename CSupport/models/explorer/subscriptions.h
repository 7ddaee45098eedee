/*
 * Subscriptions for scenarios, and what Swift does with a list of them. A subscription is an mr_lifecycle, a reference
 * count, and a record of what the subscription received. The record is outside the object, and so outlives it.
 *
 * Checked in every scenario that uses them:
 * - No atomic operation touches freed memory.
 * - Each reference that a list owned comes back once.
 * - A subscription receives no event after its dispose() has returned on any thread (which is more than is promised),
 *   nor after its terminal event, and at most one terminal event.
 * - An emission reaches, once each and in order, all subscriptions whose join had returned when the emission began, and
 *   none whose join began later.
 * - A disposed subscription is given back as soon as no thread is inside the list, or no emission can reach it.
 * - At the end, all memory has been freed.
 */
#ifndef SUBSCRIPTIONS_H
#define SUBSCRIPTIONS_H

#include "CMillrace.h"
#include "explorer.h"

#define OBJECTS 8

typedef struct object {
    mr_lifecycle cell;
    int references;
    int id;
    int payload; /* a callback reads it, and the last release writes it */
    struct object *departed; /* of a stand-in: the subscription whose place it takes in the garbage; see `end` */
} object;

typedef struct record {
    object *object;
    bool listed;           /* the list owns a reference, or is about to */
    bool given_back;       /* that reference came back */
    bool disposed;         /* by the caller that was first */
    bool contested;        /* two callers disposed it at the same time */
    int disposing;
    int visitors;          /* emissions under way that have found it */
    int terminals, events;
    uint64_t join_called, joined, join_closed, dispose_called, dispose_returned;
    moment has_joined, is_over, had_terminal; /* when join and dispose() returned, and when the terminal event came */
    uint64_t last_returned; /* when the latest dispose() returned, whichever was first */
    void (*on_next)(int id, int event);
    void (*on_terminal)(int id);
} record;

extern record records[OBJECTS];
extern mr_subject subject;
extern int ended;      /* how often the subject has ended */
extern bool list_gone; /* the deinit of the list's owner has begun */

/* Makes subscription `id`, which is not subscribed yet. The user holds `references` references. */
void make(int id, int references, uint32_t tag);
void release(object *o);

void subscribe(int id);
void dispose(int id);
void emit(int event);
void end(uintptr_t terminal);
/* The deinit of the list's owner. */
void destroy(void);

/* Resets everything; threads have no record yet. */
void reset_unregistered(void);
/* Resets everything; threads have their records. */
void reset(void);
/* Makes and subscribes `first` … `last`; every second one is direct. The user holds one reference to each. */
void subscribe_all(int first, int last);

/* Checks what must hold at the end; the other two are for a subject that has ended. */
void check_all(void);
void check_silent(void);
void check_ended(void);

#endif
