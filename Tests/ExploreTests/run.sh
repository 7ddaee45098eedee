#!/bin/bash
# Runs each scenario in a process of its own, as many at once as there are processors. A scenario that does not end in time
# is ended; its output then has the schedule, as a token to run again, and where all its threads are.
#
#     run.sh TESTS [--filter PATTERN]    TESTS is the tests' program
set -euo pipefail

tests=$1 pattern=${3:-}
if [ "${2:---filter}" != --filter ]; then
    echo "error: $0: $2 is not known" >&2
    exit 64
fi
limit=${MILLRACE_LONG:+7200}
export limit=${limit:-600} # seconds
export SWIFT_BACKTRACE=enable=yes,threads=all,limit=40,color=no,interactive=no,cache=no,output-to=stderr
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export tests logs pattern

# scenario NAME: prints what the scenario says of itself; all of its output if it fails.
scenario() {
    local log="$logs/${1//\//.}" status=0 arguments=("$1")
    # What must be found, and what must not, is in tests of Swift Testing.
    if [ "$1" = Found ]; then arguments=(--testing-library swift-testing ${pattern:+--filter "$pattern"}); fi
    # The program prints the token when it is told to abort.
    timeout --foreground -s ABRT -k 120 "$limit" "$tests" "${arguments[@]}" >"$log" 2>&1 </dev/null || status=$?
    # Swift Testing's word for no tests.
    if [ "$1" = Found ] && [ "$pattern" ] && [ $status = 69 ]; then status=0; fi
    if [ $status = 0 ]; then
        grep -a ' schedules' "$log" || true
        return
    fi
    if [ $status = 124 ] || [ $status = 137 ]; then
        status="did not end within $limit s"
    else
        status="status $status"
    fi
    { echo "error: $1: $status" && cat "$log"; } >"$log.failed"
    cat "$log.failed"
}
export -f scenario

all=$("$tests" --list-tests | grep -E '^ExploreTests\.')
{
    echo Found
    grep -E -- "$pattern" <<<"$all" || true
} |
    xargs -d '\n' -n 1 -P "$(nproc)" bash -c 'scenario "$1"' _

count=$(find "$logs" -type f ! -name '*.failed' | wc -l)
failed=$(find "$logs" -type f -name '*.failed' | wc -l)
echo "Executed $((count - 1)) tests and Swift Testing's, with $failed failures"
[ "$failed" = 0 ]
