#!/usr/bin/env bash
# Looks in optimized code for stored values that are released before they have been replaced, and for what is released
# under a lock; stores.py says what that means and why it matters. The library is compiled together with the operators
# of the tests' catalogue, for elements that are objects, and with WrongStores.swift, whose mistakes have to be found.
#
# It reads SIL, the optimizer's result, and not machine code: the optimizer decides there on the order of releases and
# stores; places have their names; and unspecialized code, which goes through tables of functions, is seen as well.
#
#     Tests/Scan/scan.sh
#
# KEEP    a folder to leave the SIL in
set -euo pipefail
cd "$(dirname "$0")/../.."

swiftc=${SWIFTC:-swiftc}
if [ -n "${KEEP:-}" ]; then
    files=$KEEP
    mkdir -p "$files"
else
    files=$(mktemp -d)
    trap 'rm -rf "$files"' EXIT
fi

# One module, so that all of it is optimized together.
for file in Tests/OperatorCatalogue/*.swift Tests/Scan/WrongStores.swift Sources/MillraceOperators/*/*.swift; do
    # Files of MillraceOperators have the names of some of Millrace. The operators on numbers release no elements, and
    # would take a third of the time.
    sed -E -e 's/^import (Millrace|MillraceOperators)$//' -e '/^public let operatorsOnNumbers/d' "$file" \
        >"$files/$(basename "$(dirname "$file")")+$(basename "$file")"
done
"$swiftc" -emit-module -parse-as-library -module-name MillraceUnchecked -swift-version 5 \
    -o "$files/MillraceUnchecked.swiftmodule" Sources/MillraceUnchecked/*.swift
find Sources/Millrace -name '*.swift' -print0 | xargs -0 "$swiftc" -O -wmo -parse-as-library -suppress-warnings \
    -module-name Millrace -package-name millrace -swift-version 5 -I CSupport/include -I "$files" \
    -Xcc -std=gnu11 \
    -emit-sil -o "$files/Millrace.sil" "$files"/*.swift

python3 Tests/Scan/stores.py "$files/Millrace.sil" >"$files/found.mangled"
cut -f 1 "$files/found.mangled" | swift demangle -simplified | paste - <(cut -f 2- "$files/found.mangled") |
    sort -u >"$files/found"

# Every mistake made on purpose has to be among what was found; what else is found counts, unless it is an exception.
awk -F '\t' '
    FILENAME ~ /exceptions.txt$/ {
        if ($0 ~ /^#/ || $0 == "") next
        split($0, part, / *\| */)
        functions[++count] = part[1]
        places[count] = part[2]
        next
    }
    match($1, /[wW]rong[A-Z][A-Za-z]*[(<]/) && $1 ~ /wrong/ {
        for (i = 1; i <= mistakes; i++) if (index($1, mistake[i])) seen[mistake[i]]++
        next
    }
    {
        for (i = 1; i <= count; i++) if (index($1, functions[i]) && (places[i] == "" || index($3, places[i]))) { excepted++; next }
        printf "error: %s\n    %s: %s (lines %s, %s of the SIL)\n", $1, $2, $3, $4, $5
        bad++
    }
    BEGIN { mistakes = split("wrongWithLatestFrom wrongSample wrongUnspecialized wrongUnderLock", mistake, " ") }
    END {
        for (i = 1; i <= mistakes; i++) if (!seen[mistake[i]]) { printf "error: %s was not found\n", mistake[i]; bad++ }
        printf "%d places, %d of them exceptions; %d mistakes made on purpose, all looked for\n", excepted + bad, excepted, mistakes
        exit bad > 0
    }' Tests/Scan/exceptions.txt "$files/found"
