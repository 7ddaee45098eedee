/*
 * What GateWork.swift does at a gate, for the scenarios of operators that have a gate. The file that includes this
 * header defines how a node is delivered and freed, and how it is dropped.
 */
#ifndef GATE_WORK_H
#define GATE_WORK_H

#include "CMillrace.h"
#include "explorer.h"

static void deliver_node(mr_node *node);
static void drop_node(mr_node *node);

#define BATCH 1 /* how many events of other threads a thread delivers before it leaves the gate for a moment */

static void close_gate(mr_gate *gate) {
    mr_node *node = mr_gate_close(gate);
    while (node != NULL) {
        mr_node *next = node->next;
        drop_node(node);
        node = next;
    }
}

static bool do_batch(mr_gate *gate) {
    for (int left = BATCH; left > 0;) {
        mr_node *node = mr_gate_next(gate);
        if (node == NULL)
            return true;
        if (mr_gate_is_closed(gate))
            close_gate(gate);
        if (!mr_node_is_own(node))
            left -= 1;
        deliver_node(node);
    }
    return false;
}

/* Gate.waitForAnotherThread, without the wait. */
static bool another_came(mr_gate *gate) { return mr_gate_is_occupied(gate) || !mr_gate_waits(gate); }

static inline void settle(mr_gate *gate) {
    while (mr_gate_enter(gate) == MR_ENTERED) {
        do_batch(gate);
        if (!mr_gate_leave(gate) || another_came(gate))
            return;
    }
}

/* The beginning of GateWork.deliver */
static inline mr_pass enter_gate(mr_gate *gate) {
    mr_pass pass = mr_gate_enter(gate);
    if (pass != MR_ENTERED || !mr_gate_waits(gate))
        return pass;
    do_batch(gate);
    if (!mr_gate_waits(gate) || mr_gate_is_closed(gate))
        return MR_ENTERED;
    mr_gate_leave(gate);
    return MR_BUSY;
}

static inline void leave_gate(mr_gate *gate) {
    if (mr_gate_leave(gate))
        settle(gate);
}

static inline void submit(mr_gate *gate, mr_node *node) {
    if (mr_gate_push(gate, node) != 0)
        drop_node(node);
    else
        settle(gate);
}

#endif
