#!/bin/sh
# Builds the explorer with the real core, and runs all scenarios. Arguments are passed on to the explorer: names of
# scenarios, --preemptions=N, --random=N, --seed=N. If MUTATION names a seeded bug of ../mutations, the core is built
# with that bug. EXPLORER_FLAGS holds options for the compiler.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
if [ -n "${MUTATION:-}" ]; then
    "$here/../mutate.sh" "$MUTATION" "$build/core"
    core=$build/core
fi

# compile SLOTS: SLOTS slots in each segment, twice as many in a long one; slots are looked at two at a time
compile() {
    # shellcheck disable=SC2086
    "${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -U_FORTIFY_SOURCE -DMR_EXPLORE -DMR_RECLAIM_ELSEWHERE \
        -DMR_PORTABLE_RECLAMATION -DMR_BLOCK=128 -DMR_IDLE_LOOKS=1 -DMR_FIRST_CAPACITY="$1" -DMR_SEGMENT_CAPACITY="$1" -DMR_LONG_CAPACITY=$(($1 * 2)) \
        -DMR_SLOTS_AT_A_TIME=2 -DMR_MPSC_LARGEST=1 \
        ${EXPLORER_FLAGS:-} -I"$core/include" -I"$core/src" "$here"/*.c -pthread -o "$build/explorer-$1"
}

compile 2
if [ $# -ne 0 ]; then
    "$build/explorer-2" "$@"
    exit
fi
compile 4

# Runs all scenarios, then those of the list again with segments of four slots; as many at a time as processors.
"$build/explorer-2" --list >"$build/all"
sed -n 's/^ *{"\([a-z0-9-]*\)".*/\1/p' "$here"/scenarios_list.c "$here"/scenarios_edges.c "$here"/scenarios_end.c \
    "$here"/scenarios_vacant.c >"$build/list"
{
    sed 's/.*/2 &/' "$build/all"
    sed 's/.*/4 & --preemptions=2/' "$build/list"
} | awk '{ printf "%03d %s\n", NR, $0 }' >"$build/runs"
# shellcheck disable=SC2016
xargs -P "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" -L 1 sh -c '
    run=$0/run-$1 explorer=$0/explorer-$2
    shift 2
    "$explorer" "$@" >"$run.log" 2>&1 && touch "$run.ok" || echo "FAILED: $*" >>"$run.log"
' "$build" <"$build/runs"
count=$(wc -l <"$build/all")
cat "$build"/run-*.log | awk -v all="$count" '
    { print }
    /^ok / && ++ok == all { print "the list'"'"'s scenarios again, with segments of four slots" }'
passed=$(find "$build" -name '*.ok' | wc -l)
runs=$(wc -l <"$build/runs")
echo "$((passed)) of $((runs)) runs passed"
[ "$passed" -eq "$runs" ]
