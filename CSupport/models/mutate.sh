#!/bin/sh
# Makes a copy of the core with one of the seeded bugs in mutations/.
#
#     mutate.sh NAME FOLDER    writes include/ and src/, with mutations/NAME.patch applied, into FOLDER
set -eu

models=$(cd "$(dirname "$0")" && pwd)
patch=$models/mutations/$1.patch
mkdir -p "$2"
cp -R "$models/../include" "$models/../src" "$2"
cd "$2"
# One line of context must match on each side. Git must not look for a repository above the folder: in a repository, it
# would apply the patch at the root.
if ! GIT_CEILING_DIRECTORIES=$(dirname "$(pwd -P)") git apply -C1 "$patch" ||
    { diff -r "$models/../include" include && diff -r "$models/../src" src; } >/dev/null; then
    echo "BAD mutations/$1.patch does not apply to the core any more" >&2
    exit 1
fi
