#!/bin/sh
# Runs herd7 on a litmus test of each pair of "leave, then look" (../../ORDERING.md), in C11 and for AArch64. Each must
# say "Never". Its twin, in which all that is sequentially consistent is acq_rel, must say "Sometimes". The twin is made
# here: for AArch64, where a read-modify-write is the same instruction, it has RCpc loads (LDAPR), and a fence that orders
# loads only. Arguments are names of tests. Without herd7 (herdtools7 of Debian, or of opam), this only says so; HERD may
# name it.
set -u

here=$(cd "$(dirname "$0")" && pwd)
herd=${HERD:-herd7}
if ! command -v "$herd" >/dev/null; then
    echo "herd7 is not installed: no litmus test was run"
    exit 0
fi
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
trap 'exit 1' HUP INT TERM
failures=0 tests=0

# observe FILE WORD: says what herd7 observes, which must be WORD
observe() {
    case $1 in
    *.c11.litmus) model="-model rc11.cat" language=C11 ;;
    *) model= language=AArch64 ;;
    esac
    # shellcheck disable=SC2086
    found=$($herd $model "$1" 2>"$build/log" | sed -n 's/^Observation [^ ]* \([A-Za-z]*\) .*/\1/p')
    tests=$((tests + 1))
    if [ "$found" = "$2" ]; then
        echo "ok  $3 $language: $found"
    else
        echo "BAD $3 $language: ${found:-nothing}, and not $2"
        head -5 "$build/log"
        failures=$((failures + 1))
    fi
}

cd "$here" || exit 1
[ $# -ne 0 ] || set -- *.c11.litmus
for test; do
    name=${test%.c11.litmus}
    for file in "$name.c11.litmus" "$name.aarch64.litmus"; do
        sed -e '/atomic_load/s/seq_cst/acquire/' -e '/atomic_store/s/seq_cst/release/' \
            -e '/compare_exchange/s/seq_cst)/acquire)/' -e 's/seq_cst/acq_rel/' \
            -e 's/LDAR /LDAPR /g' -e 's/DMB ISH /DMB ISHLD /g' "$file" >"$build/$file"
        observe "$file" Never "$name"
        observe "$build/$file" Sometimes "$name, weakened"
    done
done
echo "$tests litmus tests, $failures failures"
[ "$failures" -eq 0 ]
