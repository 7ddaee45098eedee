#define _GNU_SOURCE /* dladdr1 */

#include <stdlib.h> /* __GLIBC__ */

/*
 * A shared library that the core is in stays loaded after dlclose(): threads that have emitted run its code when they
 * end, and liburcu's thread when a grace period is over. Other C libraries than glibc keep every library: musl all, and
 * Darwin those with Swift code.
 */
#if defined(__GLIBC__)

#include <dlfcn.h>
#include <link.h>

__attribute__((constructor)) static void stay_loaded(void) {
    Dl_info info;
    struct link_map *map = NULL;
    // The program itself has no name here, and cannot be unloaded.
    if (dladdr1((void *)stay_loaded, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL || map->l_name[0] == '\0')
        return;
    // The handle is kept: that, too, keeps the library, where the flag does not.
    dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

#endif
