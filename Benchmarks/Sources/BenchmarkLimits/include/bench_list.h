/*
 * bench_list: what observing costs in C: a linked list of function pointers with a context each. Nothing is
 * thread-safe, nothing is checked. The loops over events are in C too, so that no call into C is counted for an event.
 */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include <stddef.h>
#include <stdint.h>

typedef void (*bench_function)(void *context, intptr_t event);

typedef struct bench_node {
    struct bench_node *next;
    struct bench_node *previous;
    bench_function function;
    void *context;
} bench_node;

typedef struct bench_list {
    bench_node *first;
    bench_node *last;
} bench_list;

bench_list *bench_list_create(void);
/* Frees what is left in the list, too. */
void bench_list_destroy(bench_list *list);
bench_node *bench_list_subscribe(bench_list *list, bench_function function, void *context);
void bench_list_unsubscribe(bench_list *list, bench_node *node);

/* Adds the event to the intptr_t that is the context. */
void bench_add(void *context, intptr_t event);
/* The event is the address of an intptr_t, which it counts up. */
void bench_count_up(void *context, intptr_t event);

/* ---- workloads ---- */

/* Emits `event` to the list, `count` times. */
void bench_pump(bench_list *list, intptr_t event, size_t count);
/* Makes a list, subscribes, emits once, unsubscribes, destroys, `count` times. */
void bench_create(bench_function function, void *context, intptr_t event, size_t count);
/* Subscribes and unsubscribes, `count` times. */
void bench_churn(bench_list *list, bench_function function, void *context, size_t count);
/* Calls `function` with 0 ..< length, `count` times. */
void bench_range(bench_function function, void *context, intptr_t length, size_t count);
/* A bench_function whose context is the list: subscribes and unsubscribes another. */
void bench_subscribe_another(void *context, intptr_t event);

#endif
