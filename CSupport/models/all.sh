#!/bin/sh
# Runs every check of the core, as many at a time as there are processors; prints what each printed
# when it is done. The thread sanitizer comes last, alone: what it finds depends on threads that run at the same time.
set -u

models=$(cd "$(dirname "$0")" && pwd)
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# at_once NUMBER CHECK…; the inner shell's arguments: the folder for results, then one check.
at_once() {
    number=$1
    shift
    printf '%s\n' "$@" | xargs -P "$number" -n 1 sh -c '
        log=$1/$(printf %s "$2" | tr / -).log
        "$0/$2" >"$log" 2>&1 && result=ok || result=FAILED
        printf "%s\n" "$result" >"$log.result"
        { printf "=== %s: %s\n" "$2" "$result"; cat "$log"; } >"$log.whole"
        cat "$log.whole"
    ' "$models" "$build"
}

cd "$models" || exit 1
set -- check.sh seeded.sh
for check in */check.sh; do
    [ "$check" = sanitizer/check.sh ] || set -- "$@" "$check"
done
checks=$(($# + 1))
at_once "$processors" "$@"
at_once 1 sanitizer/check.sh

[ "$(cat "$build"/*.result | grep -c ok)" -eq "$checks" ]
