#include "bench_list.h"

#include <stdlib.h>

/* Not inlined, or the compiler drops an allocation that is freed before anybody else sees it. */
__attribute__((noinline)) static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

bench_list *bench_list_create(void) {
    bench_list *list = allocate(sizeof *list);
    list->first = NULL;
    list->last = NULL;
    return list;
}

void bench_list_destroy(bench_list *list) {
    bench_node *node = list->first;
    while (node != NULL) {
        bench_node *next = node->next;
        free(node);
        node = next;
    }
    free(list);
}

bench_node *bench_list_subscribe(bench_list *list, bench_function function, void *context) {
    bench_node *node = allocate(sizeof *node);
    node->next = NULL;
    node->previous = list->last;
    node->function = function;
    node->context = context;
    if (list->last != NULL)
        list->last->next = node;
    else
        list->first = node;
    list->last = node;
    return node;
}

void bench_list_unsubscribe(bench_list *list, bench_node *node) {
    if (node->previous != NULL)
        node->previous->next = node->next;
    else
        list->first = node->next;
    if (node->next != NULL)
        node->next->previous = node->previous;
    else
        list->last = node->previous;
    free(node);
}

void bench_add(void *context, intptr_t event) { *(intptr_t *)context += event; }

void bench_count_up(void *context, intptr_t event) {
    (void)context;
    *(intptr_t *)event += 1;
}

static inline void emit(const bench_list *list, intptr_t event) {
    for (bench_node *node = list->first; node != NULL; node = node->next)
        node->function(node->context, event);
}

void bench_pump(bench_list *list, intptr_t event, size_t count) {
    for (size_t i = 0; i < count; i++)
        emit(list, event);
}

void bench_create(bench_function function, void *context, intptr_t event, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bench_list *list = bench_list_create();
        bench_node *node = bench_list_subscribe(list, function, context);
        emit(list, event);
        bench_list_unsubscribe(list, node);
        bench_list_destroy(list);
    }
}

void bench_churn(bench_list *list, bench_function function, void *context, size_t count) {
    for (size_t i = 0; i < count; i++)
        bench_list_unsubscribe(list, bench_list_subscribe(list, function, context));
}

void bench_range(bench_function function, void *context, intptr_t length, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (intptr_t element = 0; element < length; element++)
            function(context, element);
}

void bench_subscribe_another(void *context, intptr_t event) {
    (void)event;
    bench_list_unsubscribe(context, bench_list_subscribe(context, bench_add, NULL));
}
