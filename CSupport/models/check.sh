#!/bin/sh
# Runs spin exhaustively on the Promela models beside this script: each model must pass, and each twin, which leaves out
# one step of the protocol, must fail. Runs as many at a time as there are processors. Needs spin and cc. The explorer,
# which runs the C code itself, has a check of its own.
set -u

models=$(cd "$(dirname "$0")" && pwd)

# search LEVEL MODEL [TWIN]: explores every interleaving, in code that the compiler has optimized to that level, and writes
# pan's report to ./report
search() {
    if ! spin ${3:+"-D$3"} -a "$models/$2.pml" >log 2>&1 || ! cc "-O$1" -DSAFETY -o pan pan.c >>log 2>&1; then
        echo "BAD $2 ${3-} does not build"
        cat log
        return 1
    fi
    ./pan -m100000 >report 2>&1
}

# good MODEL [VARIANT]
good() {
    search 2 "$@" || [ -f report ] || return
    if grep -q 'errors: 0$' report && ! grep -Eqi 'not completed|too small|truncated|out of memory' report; then
        echo "ok  $*  $(sed -n 's/^ *\([0-9][0-9]*\) states, stored.*/\1/p' report) states"
    else
        echo "BAD $* fails, or its search is not complete"
        cat report
        return 1
    fi
}

# twin MODEL TWIN: it fails early, so that compiling it takes most of the time
twin() {
    search 0 "$1" "$2" || [ -f report ] || return
    if grep -Eq 'assertion violated|invalid end state' report && grep -q 'errors: [1-9]' report; then
        echo "ok  $1 $2 fails as it must"
    else
        echo "BAD $1 $2 does not fail"
        cat report
        return 1
    fi
}

# --look FOLDER good|twin ARGUMENT…: runs one check, in a new folder
if [ "${1-}" = --look ]; then
    folder=$2
    shift 2
    (mkdir "$folder" && cd "$folder" && "$@") >"$folder.line" 2>&1 && touch "$folder.ok"
    rm -rf "$folder"
    exit 0
fi

build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM

# The model that takes longest begins first.
cat >"$build/table" <<'TABLE'
good retire
twin retire NO_MARK
twin retire LAST_BEFORE_SLOT
twin retire UNDER_LAST
good pin
twin pin NO_BARRIER
twin pin PLAIN_MARK
twin pin MARK_AFTER
twin pin NO_SECOND_LOOK
twin pin LOOK_FIRST
good handover
twin handover ERA_BEFORE_TOMB
twin handover END_STAYS
twin handover NO_SECOND_LOOK
good rest
twin rest NO_LOOK
twin rest BLINDLY
twin rest TWO
twin rest WAKE_FIRST
good close
twin close PLAIN_PUBLISH
twin close PLAIN_CLAIM
good sink
twin sink LOAD_THEN_STORE
good section
good section FENCE
twin section NO_BARRIER
twin section NO_WAIT
good guest
twin guest NO_FENCE
twin guest ONE_SIDE
twin guest NO_WAIT
good wip
twin wip NO_LOOK_AFTER_REST
good stack
twin stack ANSWERS_ANY_SIGNAL
twin stack FORGETS_A_QUESTION
good gate
good gate CLOSING
twin gate NO_SECOND_LOOK
twin gate NO_FIRST_LOOK
twin gate NO_SECOND_TRY
twin gate NO_CLOSED_LOOK
twin gate KEEPS_TAKEN
good replay
twin replay NO_LOCK
twin replay NO_QUEUE
twin replay BLIND_SWITCH
good group
twin group LOOKS_FIRST
twin group KEY_AFTER_MEMBER
twin group RELAXED_MEMBER
twin group RELAXED_PUBLISH
good concat
twin concat NO_SECOND_LOOK
twin concat RELAXED_COUNT
twin concat RELAXED_DETACH
twin concat KEEPS_SOURCE
good watermark
twin watermark LOOKS_OUTSIDE
twin watermark LEVEL_AFTER_LIST
twin watermark STAYS_OPEN
good broadcast
good broadcast PAUSING
twin broadcast DROPS_ANSWER
twin broadcast NO_TAKE_OVER
twin broadcast NO_OWNER
good due
twin due STORES_LATE
twin due DROPS_MOVED
twin due NO_SECOND_LOOK
good relay
twin relay ASKS_WITH_ELEMENT
TABLE

awk -v build="$build" '{ printf "%s/%03d %s\n", build, NR, $0 }' "$build/table" |
    xargs -P "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" -L 1 "$models/check.sh" --look
cat "$build"/*.line
[ "$(find "$build" -name '*.ok' | wc -l)" -eq "$(wc -l <"$build/table")" ]
