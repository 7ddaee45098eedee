#!/bin/sh
# Builds and runs address.c: an address that is not aligned stops the program.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
# shellcheck disable=SC2046
"${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -I"$core/include" "$here/address.c" "$core"/src/*.c \
    -DMR_LIBURCU $(pkg-config --cflags --libs liburcu-bp) -pthread -o "$build/address"
"$build/address"
