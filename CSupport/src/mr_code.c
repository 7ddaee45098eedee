#include "mr_code.h"

#ifdef __x86_64__

static uint64_t eight_bytes(const unsigned char *code) {
    uint64_t bytes;
    __builtin_memcpy(&bytes, code, sizeof bytes);
    return bytes;
}

const void *mr_code_follow(const void *code) {
    const unsigned char *place = code;
    for (int jumps = 0; jumps < 4 && ((uintptr_t)place & 4095) <= 4096 - MR_CODE_LENGTH; jumps++) {
        uint64_t bytes = eight_bytes(place);
        bool is_framed = bytes << 24 == MR_CODE_FRAME;
        if (is_framed) {
            place += MR_CODE_FRAME_LENGTH;
            bytes = eight_bytes(place);
        }
        uint8_t instruction = (uint8_t)bytes;
        if (instruction == MR_CODE_NEAR_JUMP)
            place += 5 + (int32_t)(bytes >> 8);
        else if (is_framed && instruction == MR_CODE_SHORT_JUMP)
            place += 2 + (int8_t)(bytes >> 8);
        else
            return is_framed ? place - MR_CODE_FRAME_LENGTH : place;
    }
    return place;
}

#else

const void *mr_code_follow(const void *code) { return code; }

#endif
