/* The MPSC queue, as observe(on:) uses it: queue_work.h has what is done with it, and what is checked. */
#include <string.h>

#include "CMillrace.h"
#include "explorer.h"

struct queue {
    mr_mpsc mpsc;
};

typedef struct value_slot {
    mr_slot_flag flag;
    int pusher, number;
} value_slot;

static void take_value(int pusher, int number, bool delivers);

/* Blocks of 1, 2, 2 … slots; the explorer is built with MR_MPSC_LARGEST = 1. */
static void queue_init(struct queue *queue) {
    mr_mpsc_init(&queue->mpsc, sizeof(value_slot), _Alignof(value_slot), 0);
}

static void queue_destroy(struct queue *queue) { mr_mpsc_destroy(&queue->mpsc); }

static bool queue_is_empty(struct queue *queue) { return mr_mpsc_first(&queue->mpsc) == NULL; }

static void queue_push(struct queue *queue, int pusher, int number) {
    value_slot *slot = (value_slot *)mr_mpsc_claim(&queue->mpsc);
    YIELD(slot);
    CHECK(slot->number == 0, "the slot is not empty");
    slot->pusher = pusher;
    slot->number = number;
    mr_mpsc_publish(&slot->flag);
}

static bool queue_pop(struct queue *queue, bool delivers) {
    value_slot *slot = (value_slot *)mr_mpsc_first(&queue->mpsc);
    if (slot == NULL)
        return false;
    YIELD(slot);
    take_value(slot->pusher, slot->number, delivers);
    memset((char *)slot + sizeof(mr_slot_flag), 0, sizeof(*slot) - sizeof(mr_slot_flag));
    mr_mpsc_drop_first(&queue->mpsc);
    return true;
}

#include "queue_work.h"

const scenario mpsc_scenarios[] = {
    QUEUE_SCENARIOS("mpsc"),
    {0},
};
