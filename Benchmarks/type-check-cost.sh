#!/bin/sh
# What it costs to type-check a user's code: 300 chains of operators, against the modules of this checkout, and of another
# one if its path is given. Prints the processor time of the compiler, the two in turn, and the compiler's own count of
# what it has tried, which is the same in each run: more overloads of a name that is used make it grow.
#
#     Benchmarks/type-check-cost.sh [path of another checkout]
#
# ROUNDS  how often to measure; by default 5
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT

python3 - >"$files/Client.swift" <<'END'
import random

random.seed(7)
plain = """.filter { $0 > I }
.distinctUntilChanged()
.flatMap { Observable.just($0) }
.flatMapLatest { number in Observable.of(number, I) }
.debounce(.milliseconds(I), scheduler: scheduler)
.throttle(.milliseconds(I), scheduler: scheduler)
.take(I)
.startWith(I)
.map { $0.description }.map(\\.count)
.withLatestFrom(other)
.share(replay: 1)
.buffer(timeSpan: .seconds(I), count: 5, scheduler: scheduler).map { $0.count }
.groupBy { $0 }.flatMap { $0.asObservable() }
.catch { _ in .just(I) }
.map(maxConcurrent: 4) { number in number }
.retry(3)""".split("\n")
# The compiler's time grows with the number of `+` in a chain, whatever the library is.
sums = [".map { $0 + I }", ".scan(0) { $0 + $1 }", ".withLatestFrom(other) { $0 + $1 }"]
print("import Millrace\nimport MillraceOperators")
for number in range(300):
    if number % 10 == 0:
        print(f"func chains{number}(")
        print("    _ source: Observable<Int>, _ other: Observable<Int>, _ scheduler: SchedulerType, _ bag: DisposeBag")
        print(") {")
    chain = [random.choice(plain) for _ in range(random.randint(2, 4))] + [random.choice(sums)]
    random.shuffle(chain)
    print("    source")
    for stage in chain:
        print("        " + stage.replace("I", str(random.randint(1, 9))))
    print("        .subscribe(onNext: { print($0) }, onError: { print($0) })\n        .disposed(by: bag)")
    if number % 10 == 9:
        print("}")
END

check() { # checkout
    modules=$(swift build --package-path "$1" --show-bin-path)/Modules
    rm -rf "$files/statistics"
    mkdir "$files/statistics"
    swiftc -typecheck -swift-version 6 -stats-output-dir "$files/statistics" -I "$modules" -I "$1/CSupport/include" \
        -Xcc -fmodule-map-file="$1/CSupport/include/module.modulemap" "$files/Client.swift"
    cat "$files"/statistics/*swift-frontend*.json | awk -F '[:,]' -v name="$1" '
        /"time.swift.perform-sema.user"/ { time = $2 }
        /"Sema.NumConstraintScopes"/ { scopes = $2 }
        END { printf "%s: %.2f s, %d constraint scopes\n", name, time, scopes }'
}

for checkout in "$here" "$@"; do swift build --package-path "$checkout" --target MillraceOperators >&2; done
for _ in $(seq "${ROUNDS:-5}"); do
    for checkout in "$here" "$@"; do check "$checkout"; done
done
