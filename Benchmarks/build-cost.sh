#!/bin/sh
# The processor time, in seconds, that a clean build of the library takes, optimized and for debugging. Nothing that was
# built before is used. With another package and one of its targets, the builds of the two take turns.
#
#     Benchmarks/build-cost.sh [PACKAGE TARGET]
#
# ROUNDS  how often each is built; by default 3. The smallest figure counts.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

build() { # package target configuration
    rm -rf "$scratch/build"
    if ! (
        swift build --package-path "$1" --target "$2" -c "$3" --scratch-path "$scratch/build" >"$scratch/log" 2>&1 &&
            times >"$scratch/times"
    ); then
        cat "$scratch/log" >&2
        exit 1
    fi
    # The second line is what the commands took: minutes and seconds of user time, then of system time.
    awk -v row="$3 $2" 'NR == 2 {
        gsub(/[ms]/, " ")
        printf "%s %.1f\n", row, 60 * ($1 + $3) + $2 + $4
    }' "$scratch/times" >>"$scratch/figures"
}

for round in $(seq "${ROUNDS:-3}"); do
    for configuration in release debug; do
        build "$here" Millrace "$configuration"
        if [ $# -eq 2 ]; then build "$1" "$2" "$configuration"; fi
    done
done
awk '
    { row = $1 " " $2 }
    !(row in least) { order[++rows] = row; least[row] = $3 }
    $3 < least[row] { least[row] = $3 }
    END { for (i = 1; i <= rows; i++) printf "%-24s %6.1f s\n", order[i], least[order[i]] }' "$scratch/figures"
