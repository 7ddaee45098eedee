/*
 * mr_code: where the code of a function begins that was merged with equal ones. In C because it reads machine code.
 *
 * LLVM and Swift make one function of those that come out equal, each in a pass of its own, and leave jumps to it in place
 * of the others. So the stages of a chain whose closures are equal call each other through two jumps, the second of which
 * they share, and some processors predict no call behind that: twelve stages took 116 ns an event, 46 where each sink keeps
 * the address that its function's jumps lead to. What begins with a jump does nothing but what it jumps to does, so it is
 * the same to call either.
 *
 * Read are the first bytes of functions that the program is about to call, and none of the page after, so nothing is asked
 * of the system that it does not give. What is no such jump stays as it is, and so does everything on other processors than
 * x86-64. A tool that puts jumps into functions while the program runs reaches the sinks that are made from then on.
 *
 * Progress: wait-free. No shared words.
 */
#ifndef MR_CODE_H
#define MR_CODE_H

#include "mr_base.h"

MR_ASSUME_NONNULL_BEGIN

/* A frame that is made and given up again (push rbp; mov rbp, rsp; pop rbp), with three zero bytes before it. */
#define MR_CODE_FRAME ((uint64_t)0x5de5894855000000)
#define MR_CODE_FRAME_LENGTH 5

#define MR_CODE_NEAR_JUMP 0xe9  /* 32 bits of distance follow */
#define MR_CODE_SHORT_JUMP 0xeb /* 8 bits; regarded behind a frame alone, since tools mark places that they may change */

/* What is looked at: eight bytes from the beginning, and eight from the end of a frame. */
#define MR_CODE_LENGTH ((uintptr_t)16)

/* Where the jumps lead that a function begins with; of several at most the first four are followed. */
const void *mr_code_follow(const void *code);

/* The same, for a function that is not likely to begin with a jump. */
MR_INLINE const void *mr_code_entry(const void *code) {
#ifdef __x86_64__
    if (((uintptr_t)code & 4095) > 4096 - MR_CODE_LENGTH)
        return code;
    uint64_t first;
    __builtin_memcpy(&first, code, sizeof first);
    if (MR_UNLIKELY(first << 24 == MR_CODE_FRAME || (first & 0xff) == MR_CODE_NEAR_JUMP))
        return mr_code_follow(code);
#endif
    return code;
}

MR_ASSUME_NONNULL_END

#endif
