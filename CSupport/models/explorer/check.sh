#!/bin/sh
# Builds the explorer from the real sources and runs every scenario. MUTATION names a seeded bug of ../mutations to build
# the core with, EXPLORER_FLAGS holds options for the compiler, and arguments are passed on: scenarios, --preemptions=N,
# --random=N, --seed=N.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
if [ -n "${MUTATION:-}" ]; then
    "$here/../mutate.sh" "$MUTATION" "$build/core"
    core=$build/core
fi

# explorer SLOTS ARGUMENT…: so many in each segment, twice as many in a long one; two are looked at together
explorer() {
    slots=$1
    shift
    # shellcheck disable=SC2086
    "${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -U_FORTIFY_SOURCE -DMR_EXPLORE -DMR_RECLAIM_ELSEWHERE -DMR_BLOCK=128 -DMR_IDLE_LOOKS=1 \
        -DMR_FIRST_CAPACITY="$slots" -DMR_SEGMENT_CAPACITY="$slots" -DMR_LONG_CAPACITY=$((slots * 2)) \
        -DMR_SLOTS_AT_A_TIME=2 -DMR_BACKLOG_LARGEST=1 \
        ${EXPLORER_FLAGS:-} -I"$core/include" -I"$core/src" "$here"/*.c -pthread -o "$build/explorer"
    "$build/explorer" "$@"
}

explorer 2 "$@"
if [ $# -eq 0 ]; then
    echo "the list's scenarios again, with segments of four slots"
    # shellcheck disable=SC2046
    explorer 4 --preemptions=2 \
        $(sed -n 's/^ *{"\([a-z0-9-]*\)".*/\1/p' "$here"/scenarios_list.c "$here"/scenarios_edges.c "$here"/scenarios_end.c "$here"/scenarios_vacant.c)
fi
