#!/bin/bash
# Runs the tests with three servers with each fault and each seed, several at once, each in a process and with servers of
# its own. Prints a line for each run and, at the end, what there was of each fault. The logs of runs that have failed
# stay. MILLRACE_NATS_SERVER names the server; several, with spaces between, take turns.
#
#     seeds.sh TESTS JOBS FIRST COUNT [FAULT …]    TESTS is the tests' program; all faults by default
set -euo pipefail

tests=$1 jobs=$2 first=$3 count=$4
shift 4
if [ $# = 0 ]; then set -- kill pause cut leader membership rollback flip disk; fi
logs=$(mktemp -d)
read -r -a servers <<<"${MILLRACE_NATS_SERVER:-}"
echo "logs: $logs"

run() {
    local fault=$1 seed=$2 server=$3 log="$logs/$1-$2.log" status=0
    MILLRACE_NEMESIS=$fault MILLRACE_SEED=$seed MILLRACE_SEEDS=1 MILLRACE_NATS_SERVER=$server \
        timeout -k 5 300 nice -n 10 "$tests" "MillraceNATSTests.ClusterTests" >"$log" 2>&1 || status=$?
    local line
    line=$(grep -m 1 ", SEED=" "$log" || echo "$fault, SEED=$seed: no result")
    # Where a test is left out, as that of a full disk without the rights of root, nothing was shown.
    if [ $status = 0 ] && [[ $line != *"no result" ]]; then
        line="good $line"
        rm "$log"
    else
        line="BAD $line; status $status; see $log"
    fi
    echo "$line" | tee -a "$logs/results"
}

# The faults take turns, so that each has had as many seeds as the others when this is ended early.
number=0
for ((seed = first; seed < first + count; seed++)); do
    for fault in "$@"; do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
        run "$fault" "$seed" "${servers[$((seed % (${#servers[@]} > 0 ? ${#servers[@]} : 1)))]:-}" &
        number=$((number + 1))
    done
done
wait

echo "$number runs"
for fault in "$@"; do
    awk -v fault="$fault" '
        # The number behind the words.
        function number(words,  text) {
            if (!match($0, words " [0-9]+")) return 0
            text = substr($0, RSTART, RLENGTH)
            sub(/.* /, "", text)
            return text + 0
        }
        $2 == fault "," {
            runs++; bad += $1 == "BAD"
            acknowledged += number("acknowledged"); named += number("lost named replay")
            named += number("lost named replay [0-9]+, durable")
            sub(/.*plain libnats: /, "")
            plain += number("acknowledged"); lost += number("lost unnamed"); losing += number("lost unnamed") > 0
            doubled += number("doubled")
        }
        END {
            printf "%-10s %d seeds, %d bad; acknowledged %d, named %d; plain libnats: acknowledged %d, ", \
                fault, runs, bad, acknowledged, named, plain
            printf "lost unnamed %d in %d runs, doubled %d\n", lost, losing, doubled
        }' "$logs/results"
done
! grep -q "^BAD" "$logs/results"
