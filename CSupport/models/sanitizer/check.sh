#!/bin/sh
# Runs race.c, words.c and reclaim.c under the thread sanitizer. It must report nothing for the core as it is, and must
# report each seeded bug (mutations/) in every run. The argument, or RUNS, is the number of runs of each program (default 3).
# Needs the clang of a Swift toolchain; CLANG may name another clang. Compiles as many programs at a time as there are
# processors. Then runs one program after the other, since what the sanitizer finds depends on threads that run at the
# same time.
set -u

here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..

# --compile FOLDER PROGRAM BUG [OPTION]: makes FOLDER/run from the core with the bug; no bug if BUG is "none"
if [ "${1-}" = --compile ]; then
    folder=$2 program=$3 bug=$4
    shift 4
    mkdir "$folder" && exec >"$folder/log" 2>&1
    if [ "$bug" != none ]; then
        "$here/../mutate.sh" "$bug" "$folder" || exit 0
        core=$folder
    fi
    case " $* " in
    *" -DMR_LIBURCU "*) liburcu=$(pkg-config --cflags --libs liburcu-bp) ;;
    *) liburcu=-DMR_PORTABLE_RECLAMATION ;;
    esac
    # shellcheck disable=SC2086
    "$clang" -std=gnu11 -O1 -g -fsanitize=thread -DMR_EXPLORE -DMR_FIRST_CAPACITY=2 -DMR_SEGMENT_CAPACITY=2 \
        -DMR_LONG_CAPACITY=4 -DMR_SLOTS_AT_A_TIME=2 "$@" -I"$core/include" -I"$core/src" "$program" "$core"/src/*.c \
        $liburcu $libraries -pthread -o "$folder/run"
    exit 0
fi

runs=${1:-${RUNS:-3}}
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
failures=0

toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
export clang="${CLANG:-$toolchain/clang}"
export libraries=
if [ -d "$toolchain/../lib/swift/linux" ]; then
    libraries="-L$toolchain/../lib/swift/linux -ldispatch -lBlocksRuntime -Wl,-rpath,$toolchain/../lib/swift/linux"
fi

# count FOLDER ARGUMENT…: sets $reported to the number of runs that the sanitizer reported, and $odd to the number of
# runs that failed in another way. Fails if the program was not built.
count() {
    folder=$build/$1
    shift
    reported=0 odd=0 run=0
    if [ ! -x "$folder/run" ]; then
        cat "$folder/log"
        return 1
    fi
    while [ "$run" -lt "$runs" ]; do
        TSAN_OPTIONS="halt_on_error=1 exitcode=66" timeout 120 "$folder/run" "$@" >"$build/log" 2>&1
        case $? in
        0) ;;
        66) reported=$((reported + 1)) ;;
        *) odd=$((odd + 1)) ;;
        esac
        run=$((run + 1))
    done
}

# clean NAME PROGRAM ARGUMENTS OPTION…
clean() {
    name=$1 program=$2 arguments=$3
    shift 3
    folder_of="clean-$(basename "$program")$(printf %s "$*" | tr -d ' ')"
    if [ "$pass" = compile ]; then
        echo "$build/$folder_of $here/$program.c none${*:+ $*}"
        return
    fi
    # shellcheck disable=SC2086
    if ! count "$folder_of" $arguments; then
        echo "BAD $name does not build"
        failures=1
        return
    fi
    echo "$name, clean: $reported of $runs runs were reported"
    if [ $((reported + odd)) -ne 0 ]; then
        cat "$build/log"
        failures=1
    fi
}

# reported BUG PROGRAM ARGUMENT…: with liburcu, unless the program is the portable back end's own
reported() {
    bug=$1
    if [ "$pass" = compile ]; then
        echo "$build/$bug $here/$2.c $bug$([ "$2" = ../reclaim/reclaim ] || echo " -DMR_LIBURCU")"
        return
    fi
    shift 2
    if ! count "$bug" "$@"; then
        echo "BAD $bug does not build"
        failures=1
        return
    fi
    echo "$bug: $reported of $runs runs were reported$([ "$odd" -eq 0 ] || echo ", $odd ended otherwise")"
    if [ "$reported" -ne "$runs" ]; then
        [ "$odd" -ne 0 ] && cat "$build/log"
        failures=1
    fi
}

checks() {
    clean race race "" -DMR_LIBURCU
    clean "race with liburcu's sections" race "" -DMR_LIBURCU -DMR_NO_MEMBARRIER
    clean "race, portable" race ""
    clean "race, portable, with fences" race "" -DMR_NO_MEMBARRIER
    clean "reclaim, portable" ../reclaim/reclaim threads
    clean "reclaim, portable, with fences" ../reclaim/reclaim threads -DMR_NO_MEMBARRIER
    clean words words "" -DMR_LIBURCU

    reported FREE_WITHOUT_GRACE_PERIOD race
    reported CALLBACK_AT_ONCE race
    reported RELAXED_PUBLISH race
    reported RELAXED_SLOT race
    reported RELAXED_UNKNOWN race
    reported UNPIN_RELAXED race
    reported HAND_OVER_RELAXED race
    reported PLAIN_TAG words list
    reported ATTACH_RELAXED words chain
    reported LAZY_RELAXED words once
    reported COUNT_RELAXED words count
    reported LOCK_RELAXED words lock
    reported GATE_RELAXED_PUSH words replay
    reported GATE_RELAXED_OPEN words replay
    reported MARK_RELAXED words replay
    reported GATE_RELAXED_FREE words gate
    reported SECTION_ENDS_RELAXED ../reclaim/reclaim threads
    reported GUEST_LEAVES_RELAXED ../reclaim/reclaim threads
}

pass=compile
checks | xargs -P "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" -L 1 "$here/check.sh" --compile
pass=run
checks

[ "$failures" -eq 0 ]
