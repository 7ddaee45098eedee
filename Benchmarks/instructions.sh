#!/bin/sh
# Instructions that Millrace executes for an event (for a round where the workload is create, churn or reentrant), by
# callgrind: the difference between two counts, which is the same on every run of a binary. Where events must touch no
# reference count, look up no metadata and allocate nothing, the calls of those functions must not grow with the count;
# if they do, the exit status is 1.
#
#     Benchmarks/instructions.sh [--check | --record] [workload…]
#
# --check also fails where a workload takes over a quarter more instructions than Benchmarks/instructions.txt says for
# this kind of processor. --record writes that file anew, for a change that costs or saves instructions on purpose.
#
# BENCH   the millrace-bench to run; by default it is built first
# COUNT   the smaller count; by default 20000
# KEEP    a folder to leave callgrind's files in
# DETAIL  if set, also the functions in which the instructions are
set -eu

here=$(cd "$(dirname "$0")" && pwd)
records=$here/instructions.txt
machine=$(uname -m)
mode=
case ${1:-} in
--check | --record)
    mode=$1
    shift
    ;;
esac
# A quarter shows in few rounds.
if [ -n "$mode" ]; then count=${COUNT:-1000}; else count=${COUNT:-20000}; fi
if [ -z "${BENCH:-}" ]; then
    swift build -c release --package-path "$here" --product millrace-bench >&2
    BENCH=$(swift build -c release --package-path "$here" --show-bin-path)/millrace-bench
fi
if [ -n "${KEEP:-}" ]; then
    files=$KEEP
    mkdir -p "$files"
else
    files=$(mktemp -d)
    trap 'rm -rf "$files"' EXIT
fi

# Valgrind 3.19 gives up on some of the debug information that Swift 6.3 writes; the names suffice.
strip --strip-debug -o "$files/millrace-bench" "$BENCH"
BENCH=$files/millrace-bench

# What no event may call.
watched="swift_retain swift_release swift_beginAccess swift_getGenericMetadata malloc"
# Where that holds.
steady="pump.1 pump.10 pump.100 chain1.pump mapfilter.pump mapfilter.varied scan skiptake behavior.subject behavior.relay share10"
steady="$steady mapTo ignore unwrap pairwise limit"
# What is only counted.
counted="range1e6 observeOn create churn.0 mapfilter.create reentrant.1000 replay100 replay100.pump"
# What --check and --record count in place of these.
compared="create churn.0 mapfilter.create mapfilter.driver reentrant.1000 replay100 merge2 combineLatest2 zip2"
compared="$compared flatMap.pump flatMap.create flatMapLatest.pump combineLatest.pump range1e6"

if [ $# -eq 0 ]; then
    known=$("$BENCH" --list | awk '{ print $1 }')
    if [ -n "$mode" ]; then counted=$compared; fi
    for workload in $steady $counted; do
        if printf '%s\n' "$known" | grep -qxF "$workload"; then set -- "$@" "$workload"; fi
    done
fi

run() { # workload count file
    LD_BIND_NOW=1 SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --dump-instr=yes --callgrind-out-file="$3" \
        "$BENCH" --profile "$1" --count "$2" >"$3.log" 2>&1 || {
        cat "$3.log" >&2
        exit 1
    }
}

# Calls of a function by any other. callgrind writes a name once, "(id) name", and its id alone afterwards.
calls() { # function file
    awk -v wanted="$1" '
        /^c?fn=\(/ {
            id = $0; sub(/^c?fn=/, "", id)
            name = id; sub(/\).*/, ")", id)
            if (sub(/^\([0-9]+\) /, "", name)) names[id] = name
            name = names[id]; sub(/\x27[0-9]+$/, "", name)
            if ($0 ~ /^cfn=/) callee = name; else caller = name
        }
        /^calls=/ {
            sub(/^calls=/, "")
            # malloc is called by malloc: that of the C library by that of the meter.
            if (callee == wanted && caller != wanted) total += $1
        }
        END { print total + 0 }' "$2"
}

# Each function and the instructions in itself, with a tab between.
selves() { # file
    awk '
        /^fn=\(/ {
            id = $0; sub(/^fn=/, "", id)
            name = id; sub(/\).*/, ")", id)
            if (sub(/^\([0-9]+\) /, "", name)) names[id] = name
            current = id
        }
        /^cfn=\(/ {
            id = $0; sub(/^cfn=/, "", id)
            name = id; sub(/\).*/, ")", id)
            if (sub(/^\([0-9]+\) /, "", name)) names[id] = name
        }
        /^calls=/ { skip = 1; next }
        /^(0x|\+|-|\*|[0-9])/ {
            if (skip) skip = 0; else if (NF > 1) cost[current] += $NF
        }
        END { for (id in cost) printf "%s\t%d\n", names[id], cost[id] }' "$1"
}

# What grows from one file to the next, for one event: the most expensive functions first.
growth() { # file file count
    { selves "$1" | sed 's/^/1\t/'; selves "$2" | sed 's/^/2\t/'; } | awk -F '\t' -v n="$3" '
        { grown[$2] += $1 == 2 ? $3 : -$3 }
        END { for (name in grown) if (grown[name] >= n / 2) printf "%12.1f  %s\n", grown[name] / n, substr(name, 1, 150) }' |
        sort -rn
}

instructions() { # file
    awk '/^(summary|totals):/ { total = $2 } END { print total }' "$1"
}

status=0
for workload in "$@"; do
    rounds=$count
    case $workload in
    range1e6 | observeOn) rounds=1 ;;
    *.1000) rounds=$((count / 100)) ;;
    *.10000) rounds=$((count / 1000)) ;;
    esac
    [ "$rounds" -gt 0 ] || rounds=1
    run "$workload" "$rounds" "$files/$workload.1"
    run "$workload" $((2 * rounds)) "$files/$workload.2"
    n=$rounds
    # A round of these is many events.
    case $workload in
    range1e6) n=1000000 ;;
    observeOn) n=100000 ;;
    esac
    one=$(instructions "$files/$workload.1")
    two=$(instructions "$files/$workload.2")
    each=$(echo "$one $two $n" | awk '{ printf "%.1f", ($2 - $1) / $3 }')
    printf '%-18s %10s instructions' "$workload" "$each"
    if [ "$mode" = --record ]; then echo "$machine $workload $each" >>"$files/records"; fi
    if [ "$mode" = --check ]; then
        more=$(awk -v machine="$machine" -v workload="$workload" -v each="$each" '
            $1 == machine && $2 == workload && each > $3 * 1.25 { print $3 }' "$records")
        if [ -n "$more" ]; then
            failed="${failed:-}missed: $workload takes $each instructions, where it took $more
"
            status=1
        fi
    fi
    for function in $watched; do
        grown=$(($(calls "$function" "$files/$workload.2") - $(calls "$function" "$files/$workload.1")))
        echo "$function $grown $n" | awk '{ if ($2 > $3 / 100) printf ", %.2f %s", $2 / $3, $1 }'
        # A few are allowed: the runtime's own, which differ from run to run.
        if [ "$grown" -gt $((n / 100)) ] && printf '%s\n' $steady | grep -qxF "$workload"; then
            failed="${failed:-}missed: $workload calls $function: $grown times for $n events
"
            status=1
        fi
    done
    echo
    if [ -n "${DETAIL:-}" ]; then growth "$files/$workload.1" "$files/$workload.2" "$n"; fi
done
if [ "$mode" = --record ]; then
    # Those of other processors stay.
    if [ -e "$records" ]; then grep -v "^\(#\|$machine \)" "$records" >"$files/others" || true; fi
    {
        echo "# Instructions for an event or a round; Benchmarks/instructions.sh --record writes them, --check compares."
        cat "$files/others" "$files/records" 2>/dev/null
    } >"$files/all"
    mv "$files/all" "$records"
elif [ "$mode" = --check ] && ! grep -q "^$machine " "$records"; then
    echo "nothing is recorded for $machine, so only calls were looked at"
fi
printf '%s' "${failed:-}"
exit $status
