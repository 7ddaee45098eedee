#include "mr_reclaim_parts.h"

#ifdef MR_RECLAIM_URCU

#if defined(__has_include)
#if !__has_include(<urcu/urcu-bp.h>)
#error "Millrace's trait Liburcu needs liburcu: apt install liburcu-dev, dnf install userspace-rcu-devel, apk add userspace-rcu-dev, or brew install userspace-rcu and its folders named with -Xcc -I and -Xlinker -L; without the trait, Millrace uses liburcu only if it is there"
#endif
#endif

#include <urcu/urcu-bp.h>

/*
 * What the linker has to link is known only here, where the preprocessor has found the header. Swift's driver reads the
 * options of the linker from a section of this name in each object file, whatever the language, and the linker leaves
 * the section out of the program. Other linker drivers ignore it.
 */
#if defined(__ELF__)
__asm__(".pushsection .swift1_autolink_entries,\"e\",%progbits\n"
        ".asciz \"-lurcu-bp\"\n"
        ".asciz \"-lurcu-common\"\n"
        ".popsection\n");
#endif

mr_section mr_reclaim_enter_unmarked(void) {
    urcu_bp_read_lock();
    return MR_SECTION_UNMARKED(0);
}

void mr_reclaim_leave_unmarked(mr_section section) {
    (void)section;
    urcu_bp_read_unlock();
}

static struct rcu_head head;

/* On liburcu's thread. */
static void end_grace_period(struct rcu_head *unused) {
    (void)unused;
    MR_TSAN_ACQUIRE(&head);
    mr_reclaim_finish();
}

void mr_reclaim_begin(void) {
    MR_TSAN_RELEASE(&head);
    urcu_bp_call_rcu(&head, end_grace_period);
}

#endif
