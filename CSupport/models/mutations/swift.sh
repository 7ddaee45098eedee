#!/bin/sh
# Runs Swift's tests with one of the seeded bugs in the core, in a copy of the package.
#
#     swift.sh NAME OPTION…    the options of `swift test`
set -eu

models=$(cd "$(dirname "$0")/.." && pwd)
package=$(cd "$models/../.." && pwd)
name=$1
shift
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 1' HUP INT TERM
cp -R "$package/Package.swift" "$package/Sources" "$package/Tests" "$package/CSupport" "$copy"
"$models/mutate.sh" "$name" "$copy/CSupport"
cd "$copy"
swift test "$@"
