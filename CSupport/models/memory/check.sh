#!/bin/sh
# Builds and runs memory.c: every allocation of the core fails once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
# shellcheck disable=SC2046
"${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -DMR_FAIL_ALLOCATION -DMR_FIRST_CAPACITY=2 -DMR_SEGMENT_CAPACITY=4 \
    -DMR_LONG_CAPACITY=6 -DMR_BLOCK=128 -I"$core/include" "$here/memory.c" "$core"/src/*.c \
    -DMR_LIBURCU $(pkg-config --cflags --libs liburcu-bp) -pthread -o "$build/memory"
"$build/memory"
