#!/bin/sh
# Checks that each file of mr_list calls only functions of files that come before it in the order that mr_list_parts.h
# states. Also checks that the same test fails for the reverse order.
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
    "${CC:-cc}" -std=gnu11 -O1 -w -I"$core/include" $(pkg-config --cflags liburcu-bp) \
        -c "$core/src/$name.c" -o "$name.o"
    nm -g -P "$name.o" | awk -v file="$name" '$2 == "U" { print $1, file }' >>calls
    nm -g -P "$name.o" | awk -v file="$name" '$2 != "U" { print $1, file }' >>functions
done <order

# look ORDER: fails if a file calls a function of a later one, or if there are no calls at all
look() {
    awk -v order="$1" '
        FILENAME == order { place[$1] = FNR }
        FILENAME == "functions" { home[$1] = $2 }
        FILENAME == "calls" && ($1 in home) {
            calls++
            if (place[home[$1]] > place[$2]) {
                print "BAD " $2 ".c calls " $1 " of " home[$1] ".c, which comes after it"
                bad++
            }
        }
        END { print calls + 0 " calls between the files looked at"; exit bad > 0 || calls == 0 }
    ' "$1" functions calls
}

look order
awk '{ print NR, $0 }' order | sort -rn | cut -d ' ' -f 2 >reversed
if look reversed >/dev/null; then
    echo "BAD the reverse order passes, too"
    exit 1
fi
