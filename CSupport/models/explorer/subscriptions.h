/*
 * Subscriptions for scenarios: an mr_lifecycle, a reference count, and a record of what they heard, kept outside of the
 * object so that it outlives it; and what Swift does with a list of them.
 *
 * Checked in every scenario that uses them: no atomic operation on freed memory; each reference that a list owned comes
 * back once; no event for a subscription after its dispose() returned, on whichever thread (more than is promised), or
 * after its terminal event; at most one terminal event; an emission reaches, once each and in order, the subscriptions
 * whose join had returned when it began and none whose join began later; a disposed subscription is given back as soon
 * as nobody is inside the list, or nobody who can reach it; at the end all memory is back.
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
    struct object *departed; /* what a stand-in waits for, see end */
} object;

typedef struct record {
    object *object;
    bool listed;           /* the list owns a reference, or is about to */
    bool given_back;       /* it came back */
    bool disposed;         /* by the winner */
    bool contested;        /* by two at once */
    int disposing;
    int visitors;          /* emissions that have found it and are not over */
    int terminals, events;
    uint64_t join_called, joined, join_closed, dispose_called, dispose_returned;
    uint64_t last_returned; /* of several disposals, one of which did it */
    void (*on_next)(int id, int event);
    void (*on_terminal)(int id);
} record;

extern record records[OBJECTS];
extern mr_subject subject;
extern int ended;      /* terminal events sent by the subject */
extern bool list_gone; /* the owner's deinit has begun */

/* `id` is there, not subscribed, with so many references of the user's. */
void make(int id, int references, uint32_t tag);
void release(object *o);

void subscribe(int id);
void dispose(int id);
void emit(int event);
void end(uintptr_t terminal);
/* The owner's deinit. */
void destroy(void);

/* Forgets everything; threads have no record yet. */
void reset_unregistered(void);
/* Forgets everything; threads have their records. */
void reset(void);
/* Subscriptions `first` … `last`, subscribed; every second one direct. Each has one reference of the user's. */
void subscribe_all(int first, int last);

/* What holds at the end; the others: of a subject that has ended. */
void check_all(void);
void check_silent(void);
void check_ended(void);

#endif
