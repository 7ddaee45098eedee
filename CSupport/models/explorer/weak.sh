#!/bin/sh
# The explorer with weak orderings (history.c). Runs all scenarios with the core as it is. Then runs each line of
# weak.list, which weakens one ordering of the core, and requires that the scenario named there fails.
#
#     weak.sh                                 two preemptions less than with strong orderings, but at least one
#     weak.sh --thorough                      one preemption less, twice as many outdated loads, and more at random
#     weak.sh gate-two --preemptions=2        one scenario; also --stale=N, --random=N, --seed=N, --places (prints the
#                                             operations that it runs), --newer-sequences, and --weaken=OPERATION, as the
#                                             list has it
#
# A load that reads an outdated store counts as a preemption. --stale=N is how many such loads a schedule has at most,
# not counting those that read the same store again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
if [ -n "${MUTATION:-}" ]; then
    "$here/../mutate.sh" "$MUTATION" "$build/core"
    core=$build/core
fi
jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# compile CORE PROGRAM: the hooks of the thread sanitizer are in history.c, and its library is not used
compile() {
    mkdir "$2.objects"
    # shellcheck disable=SC2016
    printf '%s\n' "$here"/*.c | xargs -P "$jobs" -n 1 sh -c '
        hooks=-fsanitize=thread
        case $2 in */arena.c | */history.c | */machine.c | */main.c | */system.c | */scenarios.c) hooks= ;; esac
        exec "${CC:-cc}" -std=gnu11 -O2 -g -Wall -Wextra -Wno-unused-value -U_FORTIFY_SOURCE $hooks -DMR_EXPLORE \
            -DMR_EXPLORE_WEAK -DMR_RECLAIM_ELSEWHERE -DMR_PORTABLE_RECLAMATION -DMR_BLOCK=128 -DMR_IDLE_LOOKS=1 \
            -DMR_FIRST_CAPACITY=2 -DMR_SEGMENT_CAPACITY=2 -DMR_LONG_CAPACITY=2 -DMR_SLOTS_AT_A_TIME=2 \
            -DMR_MPSC_LARGEST=1 -DMR_IN_WORD=1 ${EXPLORER_FLAGS:-} -I"$0/include" -I"$0/src" -I"$(dirname "$2")" -c "$2" \
            -o "$1.objects/$(basename "$2" .c).o"
    ' "$1" "$2"
    "${CC:-cc}" "$2.objects"/*.o -pthread -o "$2"
}

compile "$core" "$build/explorer"
bounds="--less=2 --random=500"
case ${1-} in
'') ;;
--thorough) bounds="--less=1 --stale=2 --random=20000" ;;
*)
    "$build/explorer" "$@"
    exit
    ;;
esac

# A line of the list that names a patch of ../mutations needs a core of its own.
{
    "$build/explorer" --list | sed 's/.*/clean 0 &/'
    sed -e '/^#/d' -e '/^$/d' -e 's/^/weak /' "$here/weak.list"
} | awk '{ printf "%04d %s\n", NR, $0 }' >"$build/runs"
sed -n 's/^[0-9]* weak [0-9]* [^ ]* \([A-Z_]*\)$/\1/p' "$build/runs" | sort -u | while read -r mutation; do
    "$here/../mutate.sh" "$mutation" "$build/core-$mutation"
    compile "$build/core-$mutation" "$build/explorer-$mutation"
done

# Each line is a run: NUMBER clean|weak PREEMPTIONS SCENARIO [WEAKENING]
# shellcheck disable=SC2016
tr '\n' '\0' <"$build/runs" | bounds=$bounds xargs -0 -P "$jobs" -n 1 sh -c '
    cd "$0" || exit
    log=${1%% *}.log
    rest=${1#* }
    kind=${rest%% *}
    rest=${rest#* }
    preemptions=${rest%% *}
    rest=${rest#* }
    scenario=${rest%% *}
    weakening=${rest#* }
    if [ "$kind" = clean ]; then
        # shellcheck disable=SC2086
        ./explorer $bounds "$scenario" >"$log" 2>&1 && touch "$log.ok"
        exit 0
    fi
    explorer=./explorer rest=$weakening
    set --
    case $weakening in
    *:*)
        while [ "$rest" != "${rest#* + }" ]; do
            set -- "$@" "--weaken=${rest%% + *}"
            rest=${rest#* + }
        done
        set -- "$@" "--weaken=$rest"
        ;;
    *) explorer=./explorer-$weakening ;;
    esac
    "$explorer" "$@" "--preemptions=$preemptions" --random=20000 "$scenario" >"$log.out" 2>&1
    if [ $? -eq 1 ] && grep -q "^FAILED $scenario," "$log.out"; then
        touch "$log.ok"
        sed -n "s/^FAILED \([^,]*\), schedule \([0-9]*\), coroutine .: \(.*\)/\1|\2|\3/p" "$log.out" |
            while IFS="|" read -r scenario schedule message; do
                printf "%s\n    %-20s %6s  %s\n" "$weakening" "$scenario" "$schedule" "$message"
            done >"$log"
    else
        { echo "BAD $scenario does not find $weakening" && head -3 "$log.out"; } >"$log"
    fi
' "$build"
cat "$build"/*.log
passed=$(find "$build" -name '*.ok' | wc -l)
runs=$(wc -l <"$build/runs")
echo "$((passed)) of $((runs)) runs passed, of which $(grep -c '^[0-9]* weak ' "$build/runs") weakened orderings were to be found"
[ "$passed" -eq "$runs" ]
