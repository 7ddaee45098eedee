#!/bin/sh
# Runs every check of the core. When a check is done, prints the output of the check and how long it took. The small
# checks run first, as many at a time as there are processors. The large checks use all processors themselves, so they
# run one after the other. The thread sanitizer comes last: what it finds depends on threads that run at the same time.
set -u

models=$(cd "$(dirname "$0")" && pwd)
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
processors=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# at_once NUMBER CHECK…: runs the checks, NUMBER at a time. The inner shell gets the folder for results and one check.
at_once() {
    number=$1
    shift
    printf '%s\n' "$@" | xargs -P "$number" -n 1 sh -c '
        log=$1/$(printf %s "$2" | tr / -).log
        start=$(date +%s)
        "$0/$2" >"$log" 2>&1 && result=ok || result=FAILED
        seconds=$(($(date +%s) - start))
        printf "%s\n" "$result" >"$log.result"
        { printf "=== %s: %s, %d s\n" "$2" "$result" "$seconds"; cat "$log"; } >"$log.whole"
        cat "$log.whole"
    ' "$models" "$build"
}

cd "$models" || exit 1
set --
for check in */check.sh; do
    case $check in
    explorer/check.sh | sanitizer/check.sh) ;;
    *) set -- "$@" "$check" ;;
    esac
done
checks=$(($# + 5))
at_once "$processors" "$@"
at_once 1 check.sh seeded.sh explorer/check.sh explorer/weak.sh sanitizer/check.sh

[ "$(cat "$build"/*.result | grep -c ok)" -eq "$checks" ]
