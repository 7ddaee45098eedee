/* What Sources/MillraceNATS/Handles sees of libnats. */
#if __has_include(<nats/nats.h>)
#include <nats/nats.h>
#include <stdlib.h> /* free: of arrays that libnats makes */
#include <string.h> /* strncmp */
#else
#error "libnats was not found; please install it: apt-get install libnats-dev (or: brew install cnats)"
#endif
