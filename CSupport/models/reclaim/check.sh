#!/bin/sh
# Builds and runs reclaim.c with each back end, with membarrier and without; looks whether the portable back end needs
# anything of liburcu; and that each seeded bug (mutations/) fails.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
cd "$build"

# compile CORE OPTION…: ./reclaim
compile() {
    from=$1
    shift
    "${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -DMR_FIRST_CAPACITY=2 -DMR_SEGMENT_CAPACITY=4 -DMR_LONG_CAPACITY=6 \
        -I"$from/include" -I"$from/src" "$here/reclaim.c" "$from"/src/*.c "$@" -pthread -o reclaim
}

# good NAME OPTION…
good() {
    name=$1
    shift
    compile "$core" "$@"
    printf '%s: ' "$name"
    timeout 300 ./reclaim
}

liburcu=$(pkg-config --cflags --libs liburcu-bp)
# shellcheck disable=SC2086
good "liburcu" -DMR_LIBURCU $liburcu
# shellcheck disable=SC2086
good "liburcu, its sections" -DMR_LIBURCU -DMR_NO_MEMBARRIER $liburcu
good "portable, with fences" -DMR_PORTABLE_RECLAMATION -DMR_NO_MEMBARRIER
good "portable, both traits" -DMR_LIBURCU -DMR_PORTABLE_RECLAMATION
good "portable" -DMR_PORTABLE_RECLAMATION
if nm -u reclaim | grep -i urcu ||
    "${CC:-cc}" -std=gnu11 -DMR_PORTABLE_RECLAMATION -M -I"$core/include" "$core"/src/*.c | grep '/urcu'; then
    echo "BAD the portable back end uses liburcu"
    exit 1
fi

# failing NAME MESSAGE
failing() {
    "$here/../mutate.sh" "$1" "$build/$1"
    compile "$build/$1" -DMR_PORTABLE_RECLAMATION -DSECONDS=2
    if timeout 300 ./reclaim threads >log 2>&1 || ! grep -qF "$2" log; then
        echo "BAD $1 is not caught"
        cat log
        exit 1
    fi
    echo "$1: $(cat log)"
}

failing GUESTS_STAY_ON_SIDE "sections that overlap hold nothing up"
failing GUESTS_NOT_AWAITED "not so"
failing SECTIONS_NOT_AWAITED "not so"
failing NESTED_SECTION_ENDS "not so"
