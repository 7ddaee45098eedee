#!/bin/sh
# Builds the explorer with each seeded bug of the core (mutations/) or of a scenario (-DMR_BUG_...), and requires that
# the scenario named beside the bug fails. Runs as many at a time as there are processors. sanitizer/check.sh runs the
# bugs that only weak orderings or real reclamation show.
set -u

models=$(cd "$(dirname "$0")" && pwd)
explorer=$models/explorer

# compile CORE SLOTS OPTION…: SLOTS slots in each segment, which are looked at two at a time
compile() {
    core=$1 slots=$2
    shift 2
    "${CC:-cc}" -std=gnu11 -O1 -w -U_FORTIFY_SOURCE -DMR_EXPLORE -DMR_RECLAIM_ELSEWHERE \
        -DMR_PORTABLE_RECLAMATION -DMR_BLOCK=128 -DMR_IDLE_LOOKS=1 -DMR_FIRST_CAPACITY="$slots" -DMR_SEGMENT_CAPACITY="$slots" -DMR_LONG_CAPACITY="$slots" \
        -DMR_SLOTS_AT_A_TIME=2 -DMR_MPSC_LARGEST=1 -I"$core/include" -I"$core/src" -I"$explorer" "$@"
}

# look FOLDER BUG SCENARIO SLOTS: runs one bug, in a new folder. Prints a line; fails if the bug is not caught.
look() {
    mkdir "$1" && cd "$1" || return
    # Of the files of scenarios, only the file of this scenario is compiled.
    file=$(grep -lE "^ *(\{\"$3\",|QUEUE_SCENARIOS\(\"${3%-*}\"\))" "$explorer"/scenarios_*.c)
    if [ -z "$file" ]; then
        echo "BAD no scenario has the name $3"
        return 1
    fi
    table=$(sed -n 's/^const scenario \([a-z_]*\)\[\].*/\1/p' "$file")
    printf '#include "explorer.h"\nextern const scenario %s[];\nconst scenario *const tables[] = {%s, NULL};\n' \
        "$table" "$table" >tables.c
    if grep -Eq "^#ifn?def MR_BUG_$2\$" "$file"; then
        core=$models/.. condition=-DMR_BUG_$2
    else
        core=$1/core condition=
        "$models/mutate.sh" "$2" "$core" 2>&1 || return
    fi
    # shellcheck disable=SC2086
    if ! compile "$core" "$4" $condition ../*.o "$explorer/core.c" "$explorer/counted.c" "$explorer/subscriptions.c" \
        "$file" tables.c -pthread -o explore 2>log; then
        echo "BAD $2 does not build"
        cat log
        return 1
    fi
    ./explore --random=0 "$3" >log 2>&1
    if [ $? -eq 1 ] && grep -q "^FAILED $3," log; then
        sed -n "s/^FAILED \([^,]*\), schedule \([0-9]*\), coroutine .: \(.*\)/\1|\2|\3/p" log |
            while IFS='|' read -r scenario schedule message; do
                printf '%-26s %-26s %8s  %s\n' "$2" "$scenario" "$schedule" "$message"
            done
    else
        echo "BAD $2 is not caught by $3"
        return 1
    fi
}

if [ "${1-}" = --look ]; then
    look "$2" "$3" "$4" "$5" >"$2.line" && touch "$2.caught"
    rm -rf "$2"
    exit 0
fi

build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
cd "$build" || exit 1

# Files that no bug changes are compiled once.
for file in arena machine main system; do
    compile "$models/.." 2 -c "$explorer/$file.c" || exit 1
done

bugs=0 slots=2

# caught BUG SCENARIO
caught() {
    bugs=$((bugs + 1))
    echo "$(printf '%s/%03d' "$build" "$bugs") $1 $2 $slots" >>table
}

caught STOP_LOAD_STORE word-emit-stop-dispose
caught ATTACH_TO_DISPOSED word-attach-dispose
caught ATTACH_AS_PRIVATE word-attach-dispose

caught NO_PIN_SCAN emit-emit-dispose
caught NO_SECOND_LOOK emit-emit-seen
caught LOOKS_BEFORE_UNPIN emit-emit-seen
caught RELEASES_BESIDE_OTHERS emit-emit-seen
caught ERA_STAYS hand-over-eras
caught PIN_KEEPS_ERA hand-over-eras
caught NEVER_WAKES rest
caught RESTS_WITHOUT_LOOK rest
caught RESTS_BLINDLY rest
caught LAST_RECORD_STAYS exit-late
caught SEE_LOAD_STORE emit-dispose-dispose
caught NEVER_SEEN emit-seen
caught JOIN_LOAD_STORE join-ends
caught FIRST_OF_MANY join-ends
caught GONE_EARLY end-quiet
caught TAKE_LOAD_STORE close-silent
caught TOMBSTONE_LOAD_STORE join-dispose
caught DIRECT_WITHOUT_LOOK emit-double-dispose
caught SCAN_SKIPS_DEEPER register-deeper
caught EXIT_FREES_AT_ONCE register
caught EXIT_KEEPS_BACK_LINK register

caught SUBJECT_CLOSES_FIRST join-join-end
caught SUBJECT_LIST_LOAD_STORE join-join-end
caught CLOSE_SKIPS_CLAIMED join-join-end
caught VACANT_CLAIMED join-join-end
caught LEAVE_WITHOUT_SECTION leave-drain

slots=4
caught VACANT_BY_FIRST retire-neighbours
slots=2
caught FREE_WITHOUT_GRACE_PERIOD leave-drain-segments
caught SEGMENT_NOT_DEFERRED hand-over-segment
caught RETIRE_TWICE close-join-leave
caught ADVANCE_NEVER_RETIRES retire-append
caught RETIRE_UNDER_LAST retire-last
caught LAST_BACKWARDS retire-overtake
caught NARROWS_OVER_CLAIM claim-late-emit
caught VAIN_KEEPS_SEGMENT claim-late
caught TAKEN_KEEPS_WORD claim-taken
caught DRAIN_LEAVES_TOMB leave-drain-segments
caught UNLINK_ONE_WAY eras-two
caught UNLINK_WITHOUT_LOOK close-segments

caught EMPTYING_NESTS_WITHOUT_LIMIT emptying-nested
caught WIP_RESTS_BLINDLY mpsc-two
caught WIP_KEEPS_AGAIN mpsc-two
caught MPSC_TAIL_FIRST mpsc-three
caught MPSC_CLAIM_LOAD_STORE mpsc-two
caught MPSC_LOOKS_AT_TAIL mpsc-two

caught GATE_NO_SECOND_LOOK gate-two
caught GATE_NO_FIRST_LOOK gate-three

caught LAZY_LOAD_STORE lazy-two
caught LAZY_KEEPS_ITS_OWN lazy-two
caught GROUP_LOOKS_FIRST group-join-end
caught GROUP_JOIN_IGNORES_CLAIM group-join-gone
caught GROUP_DETACH_LOAD_STORE group-join-gone
caught GROUP_INSERT_LOOKS_FIRST lazy-enroll-dispose
caught COUNT_LOAD_STORE concat-complete
caught CONCAT_COUNTS_WAITING concat-at-once
caught CONCAT_NO_LOOK concat-keep
caught CONCAT_KEEPS_SOURCE concat-endless

caught LOCK_LOAD_STORE lock
caught GATE_BUSY_WITHOUT_SUBMIT gate-ending
caught SWITCH_ENDS_BLINDLY switch-follow
caught SWITCH_OUTER_LOOKS_FIRST switch-end-end
caught GATE_OPENS_BLINDLY replay-one
caught GATE_PUSHES_WHEN_SEALED replay-one
caught MARK_LOAD_STORE replay-dispose
caught EMISSION_AFTER_LOCK replay-one
caught MARK_WITHOUT_SECTION replay-retire
caught GATE_PUSHES_WHEN_SEALED gate-close
caught GATE_CLOSE_FORGETS_TAKEN gate-close-blocked

caught GUESTS_NOT_AWAITED reclaim-guest
caught GUESTS_ONE_SIDE reclaim-guests
caught SECTIONS_NOT_AWAITED reclaim-marked
caught SECTIONS_NOT_AWAITED reclaim-fenced
caught NESTED_SECTION_ENDS reclaim-nested
caught RETIRE_SIGNALS_FIRST reclaim-two
caught WIP_RESTS_BLINDLY reclaim-two

xargs -P "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" -L 1 "$models/seeded.sh" --look <table
printf '%-26s %-26s %8s  %s\n' "seeded bug" "caught by" "schedule" "message"
cat ./*.line
found=$(find . -name '*.caught' | wc -l)
echo "$((found)) of $bugs seeded bugs were caught"
[ "$found" -eq "$bugs" ]
