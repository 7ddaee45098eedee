/*
 * mr_reclaim: what its files share. Not a public header.
 *
 *     mr_reclaim.c           marked sections, and what is to be freed
 *     mr_reclaim_urcu.c      the back end with liburcu
 *     mr_reclaim_portable.c  the back end in C11 and POSIX threads alone
 *
 * A back end has two things: sections that are not marked, and a thread that frees.
 */
#ifndef MR_RECLAIM_PARTS_H
#define MR_RECLAIM_PARTS_H

#include "mr_reclaim.h"

/*
 * The trait PortableReclamation forces the portable back end, the trait Liburcu forces liburcu. Without either, Linux
 * uses liburcu if its header is there, so that a program that depends on Millrace builds on any machine.
 */
#if defined(MR_PORTABLE_RECLAMATION)
#elif defined(MR_LIBURCU)
#define MR_RECLAIM_URCU
#elif defined(__linux__) && defined(__has_include)
#if __has_include(<urcu/urcu-bp.h>)
#define MR_RECLAIM_URCU
#endif
#endif

/*
 * The back end's: calls mr_reclaim_finish, on the thread that frees, once every section that is open now and not marked
 * has ended. One batch at a time: the next call comes at the end of mr_reclaim_finish, or later.
 */
void mr_reclaim_begin(void);

/*
 * Called by the back end. Waits until the marked sections that are open have ended, frees the batch, and begins another
 * batch if more memory has been retired meanwhile.
 */
void mr_reclaim_finish(void);

#endif
