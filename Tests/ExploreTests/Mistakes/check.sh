#!/bin/sh
# Puts each mistake of this folder into a copy of the library, and runs the scenario that its patch names, which has to
# find it. Each scenario that finds one has to pass without a mistake. What a mistake changes is built again, and nothing
# else.
#
#     check.sh [NAME …]    the names of patches; all by default
#
# MILLRACE_EXPLORE_COPY names a folder for the copy, which is kept; otherwise it is made anew and removed.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
if [ -n "${MILLRACE_EXPLORE_COPY-}" ]; then
    copy=$MILLRACE_EXPLORE_COPY
    mkdir -p "$copy"
else
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
fi
trap 'exit 1' HUP INT TERM
# What has not changed keeps its time.
(cd "$root" && git ls-files -- Package.swift CSupport Sources Tests Tools) | while IFS= read -r file; do
    if [ -L "$copy/$file" ] || cmp -s "$root/$file" "$copy/$file"; then continue; fi
    mkdir -p "$(dirname "$copy/$file")"
    cp -Pp "$root/$file" "$copy/$file"
done
cd "$copy"
export MILLRACE_EXPLORE=1 MILLRACE_TESTS=ExploreTests SWIFT_BACKTRACE=enable=no
failures=0

build() {
    if swift build --build-tests >log 2>&1; then return; fi
    grep -E "error: " log | head -n 5
    tail -n 5 log
    return 1
}

# run SCENARIO: 0 if it has passed, 1 if it has found something, 2 if it was not run.
run() {
    if timeout 300 swift test --skip-build --filter "^ExploreTests[.]$1\$" >log 2>&1; then
        grep -q "Executed [1-9][0-9]* test" log || return 2
        return 0
    fi
    # A crash ends with the token of its schedule.
    grep -qE "error: ${1%/*}[.]|MillraceExplore: the program crashes" log || return 2
    return 1
}

# what_it_says: the first line of the failure, and the number of its schedule.
what_it_says() {
    sed -nE 's/.*: failed - (.*)/\1/p' log | head -n 1 | cut -c 1-90
    sed -nE 's/.*in (schedule [0-9]+).*/\1/p' log | head -n 1
}

if [ $# = 0 ]; then
    for patch in "$here"/*.patch; do set -- "$@" "$(basename "$patch" .patch)"; done
fi

build
for scenario in $(for name in "$@"; do sed -n 's/^find: //p' "$here/$name.patch"; done | sort -u); do
    result=0
    run "$scenario" || result=$?
    if [ $result != 0 ]; then
        echo "BAD $scenario does not pass without a mistake"
        grep -E "error: " log | cut -c 1-400 | head -n 3
        failures=$((failures + 1))
    fi
done
found=0
for name in "$@"; do
    scenario=$(sed -n 's/^find: //p' "$here/$name.patch")
    patch -s -p1 <"$here/$name.patch"
    result=2
    if build; then
        result=0
        run "$scenario" || result=$?
    fi
    patch -s -R -p1 <"$here/$name.patch"
    if [ $result = 1 ]; then
        found=$((found + 1))
        printf '%-26s %-58s %s\n' "$name" "$scenario" "$(what_it_says | paste -sd '|' -)"
    else
        echo "BAD $name is not found by $scenario"
        grep -aE "error: |schedules|Executed" log | cut -c 1-400 | head -n 3
        failures=$((failures + 1))
    fi
done
echo "$found of $# mistakes were found"
[ $failures = 0 ]
