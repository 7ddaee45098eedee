/* An array under mr_lock, as observe(on:capacity:overflow:) uses it: queue_work.h has the rest. */
#include <string.h>

#include "CMillrace.h"
#include "explorer.h"

struct queue {
    mr_lock lock;
    int from, to;
    struct {
        int pusher, number;
    } values[16];
};

static void take_value(int pusher, int number, bool delivers);

static void queue_init(struct queue *queue) { memset(queue, 0, sizeof *queue); }

static void queue_destroy(struct queue *queue) { (void)queue; }

static bool queue_is_empty(struct queue *queue) {
    mr_lock_acquire(&queue->lock);
    bool empty = queue->from == queue->to;
    mr_lock_release(&queue->lock);
    return empty;
}

static void queue_push(struct queue *queue, int pusher, int number) {
    mr_lock_acquire(&queue->lock);
    queue->values[queue->to].pusher = pusher;
    queue->values[queue->to++].number = number;
    mr_lock_release(&queue->lock);
}

static bool queue_pop(struct queue *queue, bool delivers) {
    mr_lock_acquire(&queue->lock);
    bool found = queue->from != queue->to;
    int pusher = found ? queue->values[queue->from].pusher : 0, number = found ? queue->values[queue->from++].number : 0;
    mr_lock_release(&queue->lock);
    if (found)
        take_value(pusher, number, delivers);
    return found;
}

#include "queue_work.h"

const scenario locked_scenarios[] = {
    QUEUE_SCENARIOS("locked"),
    {0},
};
