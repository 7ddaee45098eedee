#define _GNU_SOURCE /* dladdr1 */

#include <stdlib.h> /* __GLIBC__ */

/*
 * Keeps a shared library that contains the core loaded after dlclose(): threads that have emitted run its code when
 * they end, and the thread that frees memory runs it as well. Only glibc needs this: musl unloads no library, and
 * Darwin none with Swift code.
 */
#if defined(__GLIBC__)

#include <dlfcn.h>
#include <link.h>

__attribute__((constructor)) static void stay_loaded(void) {
    Dl_info info;
    struct link_map *map = NULL;
    // The name of the program itself is empty here; it cannot be unloaded.
    if (dladdr1((void *)stay_loaded, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL ||
        map->l_name[0] == '\0')
        return;
    // The handle is never closed, which keeps the library even where the flag does not.
    dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

#endif
