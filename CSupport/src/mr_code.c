#include "mr_code.h"

#ifdef __x86_64__

/* The jump that a function begins with, or NULL. */
static const unsigned char *find_jump(const unsigned char *code) {
    if (((uintptr_t)code & 4095) > 4096 - MR_CODE_LENGTH)
        return NULL;
    uint64_t first;
    __builtin_memcpy(&first, code, sizeof first);
    if (first << 16 == MR_CODE_FRAMED_JUMP)
        return code + 5;
    return *code == 0xe9 ? code : NULL;
}

const void *mr_code_follow(const void *code) {
    const unsigned char *place = code;
    for (int jumps = 0; jumps < 4; jumps++) {
        const unsigned char *jump = find_jump(place);
        if (jump == NULL)
            break;
        int32_t distance;
        __builtin_memcpy(&distance, jump + 1, sizeof distance);
        place = jump + 5 + distance;
    }
    return place;
}

#else

const void *mr_code_follow(const void *code) { return code; }

#endif
