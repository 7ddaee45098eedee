/* mr_node: the link of a value that waits in a queue. */
#ifndef MR_NODE_H
#define MR_NODE_H

#include "mr_base.h"

typedef struct mr_node {
    struct mr_node *MR_NULLABLE next;
} mr_node;

#endif
