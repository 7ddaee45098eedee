#!/bin/sh
# Puts each mistake of this folder into a copy of the library, and runs the tests with three servers there, with the fault
# and the seed that the patch names. Each run has to fail. A further run without a mistake has to pass.
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

# run: 0 if the tests have found something, 1 if they have passed, 2 if they were not run.
run() {
    # shellcheck disable=SC2086
    if ! swift build --build-tests $flags >log 2>&1; then
        tail -n 20 log
        return 2
    fi
    # shellcheck disable=SC2086
    if env "MILLRACE_$1" "MILLRACE_$2" MILLRACE_SEEDS=1 swift test --skip-build $flags \
        --filter 'MillraceNATSTests[.]ClusterTests' >log 2>&1; then
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
if [ $# = 0 ]; then
    result=0
    run NEMESIS=leader SEED=1 || result=$?
    if [ $result != 1 ]; then
        echo "BAD without a mistake, the tests do not pass"
        failures=$((failures + 1))
    fi
    for patch in "$here"/*.patch; do set -- "$@" "$(basename "$patch" .patch)"; done
fi
for name in "$@"; do
    found=$(sed -n 's/^find: //p' "$here/$name.patch")
    patch -s -p1 <"$here/$name.patch"
    result=0
    # shellcheck disable=SC2086
    run $found || result=$?
    patch -s -R -p1 <"$here/$name.patch"
    if [ $result = 0 ]; then
        echo "found $name with $found"
    else
        echo "BAD $name is not found with $found"
        failures=$((failures + 1))
    fi
done
[ $failures = 0 ]
