#!/bin/sh
# Checks that each patch applies to the present core, and that one of the scripts, or the README of the models, runs it.
set -u

mutations=$(cd "$(dirname "$0")" && pwd)
models=$mutations/..
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
failures=0 patches=0

for patch in "$mutations"/*.patch; do
    name=$(basename "$patch" .patch)
    patches=$((patches + 1))
    "$models/mutate.sh" "$name" "$build/$name" || failures=$((failures + 1))
    rm -rf "${build:?}/$name"
    if ! grep -Eq "^ *(caught|reported|failing) $name |swift\.sh $name " \
        "$models/seeded.sh" "$models/sanitizer/check.sh" "$models/reclaim/check.sh" "$models/README.md"; then
        echo "BAD nothing runs mutations/$name.patch"
        failures=$((failures + 1))
    fi
done

if found=$(grep -rn MR_BUG_ "$models/../include" "$models/../src"); then
    printf 'BAD a seeded bug in the core is a patch in mutations/, not a condition:\n%s\n' "$found"
    failures=$((failures + 1))
fi

echo "$patches mutations looked at, $failures failures"
[ "$failures" -eq 0 ]
