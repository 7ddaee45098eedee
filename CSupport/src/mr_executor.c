#include "mr_executor.h"

#if __has_attribute(swiftcall)
#define SWIFTCALL __attribute__((swiftcall))
#else
#define SWIFTCALL /* a compiler that does not know Swift's calls builds the models, which never call this */
#endif

/* Where Swift's calls are those of C, as on RISC-V, clang knows the attribute and says that it is ignored. */
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wignored-attributes"
#endif

/* Weak, since a program in C alone has no Swift runtime, and an old runtime has no such function. */
__attribute__((weak)) SWIFTCALL bool swift_task_isCurrentExecutorWithFlags(uintptr_t identity,
                                                                            uintptr_t implementation, uint64_t flags);

#ifdef __clang__
#pragma clang diagnostic pop
#endif

bool mr_is_on_executor(uintptr_t identity, uintptr_t implementation) {
    if (!swift_task_isCurrentExecutorWithFlags)
        return true;
    /* Without flags, it returns false instead of stopping the program. */
    return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
