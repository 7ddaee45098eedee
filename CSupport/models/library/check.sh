#!/bin/sh
# Builds the core and an emission as a shared library. The loader binds each call of the library when the call is first
# made. Checks that the registers of the caller survive that, and that the library may be closed while a thread that has
# used it is alive. Needs the clang of a Swift toolchain; CLANG may name another clang.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM

toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
clang=${CLANG:-$toolchain/clang}
libraries=
if [ -d "$toolchain/../lib/swift/linux" ]; then
    libraries="-L$toolchain/../lib/swift/linux -ldispatch -lBlocksRuntime"
    LD_LIBRARY_PATH=$toolchain/../lib/swift/linux${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export LD_LIBRARY_PATH
fi

# look LEVEL OPTION…
look() {
    level=$1
    shift
    # shellcheck disable=SC2086
    "$clang" -std=gnu11 -O$level -fPIC -shared -I"$core/include" "$here/emission.c" "$core"/src/*.c \
        "$@" $libraries -pthread -Wl,-z,lazy -o "$build/libcore.so"
    "$clang" -std=gnu11 -O$level -I"$core/include" "$here/library.c" "$build/libcore.so" -Wl,-rpath,"$build" -o "$build/library"
    "$build/library"
    "$clang" -std=gnu11 -O$level "$here/unload.c" -pthread -ldl -o "$build/unload"
    "$build/unload" "$build/libcore.so"
}

for level in 1 2 3; do
    # shellcheck disable=SC2046
    look "$level" -DMR_LIBURCU $(pkg-config --cflags --libs liburcu-bp)
done
look 2 -DMR_PORTABLE_RECLAMATION # without liburcu, by a thread of the core's own
