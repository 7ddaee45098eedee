#!/bin/sh
# Runs race.c and words.c under the thread sanitizer: it must report nothing, and each seeded bug in every run. The
# argument says how many runs each gets (default 3). Needs the clang of a Swift toolchain, or another one in CLANG.
set -u

here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
runs=${1:-3}
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
failures=0

toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
clang=${CLANG:-$toolchain/clang}
libraries=
if [ -d "$toolchain/../lib/swift/linux" ]; then
    libraries="-L$toolchain/../lib/swift/linux -ldispatch -lBlocksRuntime -Wl,-rpath,$toolchain/../lib/swift/linux"
fi

# compile PROGRAM OPTION…
compile() {
    program=$1
    shift
    # shellcheck disable=SC2046,SC2086
    "$clang" -std=gnu11 -O1 -g -fsanitize=thread -DMR_EXPLORE -DMR_FIRST_CAPACITY=2 -DMR_SEGMENT_CAPACITY=2 \
        -DMR_LONG_CAPACITY=4 -DMR_SLOTS_AT_A_TIME=2 "$@" -I"$core/include" "$here/$program.c" "$core"/src/*.c \
        $(pkg-config --cflags --libs liburcu-bp) $libraries -pthread -o "$build/race" || exit 1
}

# count ARGUMENT…: how many of the runs were reported, into $reported; others than clean ones and reports, into $odd
count() {
    reported=0 odd=0 run=0
    while [ "$run" -lt "$runs" ]; do
        TSAN_OPTIONS="halt_on_error=1 exitcode=66" timeout 120 "$build/race" "$@" >"$build/log" 2>&1
        case $? in
        0) ;;
        66) reported=$((reported + 1)) ;;
        *) odd=$((odd + 1)) ;;
        esac
        [ "$reported" -gt 0 ] && [ ! -f "$build/report" ] && cp "$build/log" "$build/report"
        run=$((run + 1))
    done
}

# clean NAME PROGRAM OPTION…
clean() {
    name=$1
    shift
    compile "$@"
    rm -f "$build/report"
    count
    echo "$name, clean: $reported of $runs runs were reported"
    if [ $((reported + odd)) -ne 0 ]; then
        cat "$build/log"
        failures=1
    fi
}

clean race race
clean "race with liburcu's sections" race -DMR_NO_MEMBARRIER
clean words words

# reported BUG PROGRAM ARGUMENT…
reported() {
    bug=$1 program=$2
    shift 2
    compile "$program" "-DMR_BUG_$bug"
    rm -f "$build/report"
    count "$@"
    echo "$bug: $reported of $runs runs were reported$([ "$odd" -eq 0 ] || echo ", $odd ended otherwise")"
    if [ "$reported" -ne "$runs" ]; then
        [ "$odd" -ne 0 ] && cat "$build/log"
        failures=1
    fi
}

reported FREE_WITHOUT_GRACE_PERIOD race
reported CALLBACK_AT_ONCE race
reported RELAXED_PUBLISH race
reported RELAXED_SLOT race
reported RELAXED_UNKNOWN race
reported UNPIN_RELAXED race
reported HAND_OVER_RELAXED race
reported PLAIN_TAG words list
reported ATTACH_RELAXED words chain
reported FEEDERS_RELAXED words feeders
reported SWITCH_RELAXED words switch
reported ONCE_RELAXED words once
reported COUNT_RELAXED words count
reported REFCOUNT_RELAXED words refcount
reported LATCH_RELAXED words latch
reported BAG_RELAXED_ADD words bag
reported GATE_RELAXED_PUSH words replay
reported GATE_RELAXED_OPEN words replay
reported GATE_RELAXED_FREE words gate

[ "$failures" -eq 0 ]
