#!/bin/sh
# Puts each mistake of this folder into a copy of the library, and runs the tests with three servers there, with the fault
# that the patch names, and with seeds from 1 to the one that it names, until a run fails. One has to: what a seed decides
# is what is done to the servers, and not where the clients are connected. The same run without the mistake has to pass.
#
#     check.sh [NAME …]    the names of patches; all by default
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 1' HUP INT TERM
(cd "$root" && git ls-files -z | tar -cf - --null -T -) | tar -xf - -C "$copy"
cd "$copy"
flags="--traits Foundation,Liburcu,NATS"
failures=0
names=$*

# build SCRATCH-PATH
build() {
    # shellcheck disable=SC2086
    if ! swift build --build-tests $flags --scratch-path "$1" >log 2>&1; then
        tail -n 20 log
        exit 2
    fi
}

# run SCRATCH-PATH FAULT SEED: 0 if the tests have found something, 1 if they have passed, 2 if they were not run.
run() {
    if env "MILLRACE_NEMESIS=$2" "MILLRACE_SEED=$3" MILLRACE_SEEDS=1 \
        "$1/debug/MillracePackageTests.xctest" MillraceNATSTests.ClusterTests >log 2>&1; then
        grep "SEED=" log | head -n 1 | cut -c 1-300
        return 1
    fi
    if ! grep -q "error: ClusterTests" log; then
        tail -n 20 log
        return 2
    fi
    grep "SEED=" log | head -n 1 | cut -c 1-300
}

export MILLRACE_TESTS=MillraceNATSTests
[ $# != 0 ] || for patch in "$here"/*.patch; do names="$names $(basename "$patch" .patch)"; done
build .build-right
for name in $names; do
    # The fault, and the last seed.
    # shellcheck disable=SC2046
    set -- $(sed -n 's/^find: //p' "$here/$name.patch")
    patch -s -p1 <"$here/$name.patch"
    build .build
    result=1
    seed=0
    while [ $result = 1 ] && [ $seed -lt "$2" ]; do
        seed=$((seed + 1))
        result=0
        run .build "$1" $seed || result=$?
    done
    patch -s -R -p1 <"$here/$name.patch"
    right=0
    if [ $result = 0 ]; then run .build-right "$1" $seed || right=$?; fi
    if [ $result = 0 ] && [ $right = 1 ]; then
        echo "found $name with $1, seed $seed"
    elif [ $result = 0 ]; then
        echo "BAD with $1, seed $seed, the tests do not pass without $name, either"
        failures=$((failures + 1))
    else
        echo "BAD $name is not found with $1"
        failures=$((failures + 1))
    fi
done
[ $failures = 0 ]
