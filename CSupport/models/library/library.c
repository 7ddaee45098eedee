/*
 * An emission over a list with dead slots, some of them in the middle and some at the end. It passes over them by its
 * first calls of functions in a shared library.
 */
#include <stdio.h>
#include <stdlib.h>

#include "mr_list.h"

size_t reached(mr_list *list);

int main(void) {
    enum { SINKS = 12 };
    static _Alignas(16) mr_lifecycle sinks[SINKS];
    mr_list *list = mr_list_create();
    for (int i = 0; i < SINKS; i++) {
        sinks[i].tag = MR_PLAIN;
        mr_lifecycle *garbage = NULL;
        if (mr_list_join(list, &sinks[i], &garbage) != MR_JOINED)
            abort();
    }
    for (int i = 2; i < 4; i++)
        mr_lifecycle_dispose(&sinks[i]);
    for (int i = 8; i < SINKS; i++)
        mr_lifecycle_dispose(&sinks[i]);
    size_t found = reached(list);
    printf("%zu of 6 were reached\n", found);
    return found != 6;
}
