#!/bin/sh
# Checks that each file of mr_list calls only functions of those before it, in the order that mr_list_parts.h states.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
core=$here/../..
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cd "$build"

sed -n 's/^ \*     \(mr_[a-z_]*\)\.c  .*/\1/p' "$core/src/mr_list_parts.h" >order
for file in "$core"/src/mr_list*.c; do
    name=$(basename "$file" .c)
    if ! grep -qx "$name" order; then
        echo "BAD mr_list_parts.h does not say where $name.c is in the order"
        exit 1
    fi
done


while read -r name; do
    # shellcheck disable=SC2046
    "${CC:-cc}" -std=gnu11 -O1 -w -I"$core/include" $(pkg-config --cflags liburcu-bp) -c "$core/src/$name.c" -o "$name.o"
    nm -g -P "$name.o" | awk -v file="$name" '$2 == "U" { print $1, file }' >>calls
    nm -g -P "$name.o" | awk -v file="$name" '$2 != "U" { print $1, file }' >>functions
done <order
awk '
    FILENAME == "order" { place[$1] = NR }
    FILENAME == "functions" { home[$1] = $2 }
    FILENAME == "calls" && ($1 in home) {
        calls++
        if (place[home[$1]] > place[$2]) {
            print "BAD " $2 ".c calls " $1 " of " home[$1] ".c, which comes after it"
            bad++
        }
    }
    END { print calls " calls between the files looked at"; exit bad > 0 || calls == 0 }
' order functions calls
