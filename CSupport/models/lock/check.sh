#!/bin/sh
# Builds and runs lock.c: a thread that waits for a lock sleeps.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
"${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -DMR_PORTABLE_RECLAMATION -I"$core/include" "$here/lock.c" "$core"/src/*.c \
    -pthread -o "$build/lock"
"$build/lock"
