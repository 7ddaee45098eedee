#!/bin/sh
# What it costs to type-check a user's code, against the modules of this checkout, and of another one, of Millrace or of
# RxSwift, if its path is given: 300 chains of operators, and the ways in which closures are passed to `subscribe` and
# `do`, each with each choice of closures. Prints the processor time of the compiler, the two in turn, and the compiler's
# own count of what it has tried, which is the same in each run: more overloads of a name that is used make it grow. It
# fails if a line does not compile.
#
#     Benchmarks/type-check-cost.sh [path of another checkout]
#
# ROUNDS  how often to measure; by default 5
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT

# Beside RxSwift, both sides import RxSwift, which here is the module of Compatibility.
if [ -d "${1:-}/Sources/RxSwift" ]; then
    own=$here/Compatibility target=RxSwift imports="import RxSwift"
else
    own=$here target=MillraceOperators imports="import Millrace
import MillraceOperators"
fi

python3 - "$files" "$imports" <<'END'
import itertools
import pathlib
import random
import sys

folder, imports = sys.argv[1:]
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
.retry(3)""".split("\n")
if "Millrace" in imports:
    plain.insert(-1, ".map(maxConcurrent: 4) { number in number }")
# The compiler's time grows with the number of `+` in a chain, whatever the library is.
sums = [".map { $0 + I }", ".scan(0) { $0 + $1 }", ".withLatestFrom(other) { $0 + $1 }"]
lines = [imports]
for number in range(300):
    if number % 10 == 0:
        lines += [
            f"func chains{number}(",
            "    _ source: Observable<Int>, _ other: Observable<Int>, _ scheduler: SchedulerType, _ bag: DisposeBag",
            ") {",
        ]
    chain = [random.choice(plain) for _ in range(random.randint(2, 4))] + [random.choice(sums)]
    random.shuffle(chain)
    lines.append("    source")
    lines += ["        " + stage.replace("I", str(random.randint(1, 9))) for stage in chain]
    lines.append("        .subscribe(onNext: { print($0) }, onError: { print($0) })\n        .disposed(by: bag)")
    if number % 10 == 9:
        lines.append("}")
pathlib.Path(folder, "chains.swift").write_text("\n".join(lines))

# What a closure takes: an element, an error or nothing.
takes = {"onNext": 1, "afterNext": 1, "onSuccess": 1, "onError": "error", "afterError": "error", "onFailure": "error"}
kinds = [
    ("Observable<Int>", "map { $0 + 1 }.subscribe", "onNext onError onCompleted onDisposed"),
    ("Infallible<Int>", "map { $0 + 1 }.subscribe", "onNext onCompleted onDisposed"),
    ("Single<Int>", "map { $0 + 1 }.subscribe", "onSuccess onFailure onDisposed"),
    ("Maybe<Int>", "map { $0 + 1 }.subscribe", "onSuccess onError onCompleted onDisposed"),
    ("Completable", "subscribe", "onCompleted onError onDisposed"),
    ("Observable<Int>", "filter { $0 > 1 }.do",
     "onNext afterNext onError afterError onCompleted afterCompleted onSubscribe onSubscribed onDispose"),
]
literals = {1: "{ print($0) }", "error": "{ print($0) }", 0: '{ print("end") }'}
styles = {
    "a closure": literals,
    "a closure or nil": {kind: f"isQuiet ? nil : {closure}" for kind, closure in literals.items()},
    "a variable": {1: "number", "error": "failure", 0: "end"},
    "a function": {1: "show", "error": "tell", 0: "stop"},
}
withObject = {1: "{ print($0, $1) }", "error": "{ print($0, $1) }", 0: "{ print($0) }"}
lines = [
    imports,
    "func show(_ number: Int) {}\nfunc tell(_ error: Error) {}\nfunc stop() {}\nfinal class Object {}",
    "func forms(",
    *(f"    _ source{place}: {kind}," for place, (kind, _, _) in enumerate(kinds)),
    "    object: Object, isQuiet: Bool, number: ((Int) -> Void)?, failure: ((Error) -> Void)?, end: (() -> Void)?\n) {",
]
for place, (_, method, names) in enumerate(kinds):
    names = names.split()
    operator = method.endswith(".do")
    for size in range(1, 3 if operator else len(names) + 1):
        for chosen in itertools.combinations(names, size):
            for style in [*styles.values(), *([] if operator else [withObject])]:
                arguments = ["with: object"] if style is withObject else []
                arguments += [f"{name}: {style[takes.get(name, 0)]}" for name in chosen]
                lines.append(f"    _ = source{place}.{method}({', '.join(arguments)})")
print(f"300 chains; {len(lines) - len(kinds) - 4} forms", file=sys.stderr)
lines.append("}")
pathlib.Path(folder, "forms.swift").write_text("\n".join(lines))
END

check() { # name, package
    modules=$(swift build --package-path "$2" --show-bin-path)/Modules
    if [ -d "$2/CSupport" ]; then core=$2/CSupport/include; else core=$here/CSupport/include; fi
    for client in chains forms; do
        rm -rf "$files/statistics"
        mkdir "$files/statistics"
        swiftc -typecheck -swift-version 6 -stats-output-dir "$files/statistics" -I "$modules" -I "$core" \
            -Xcc -fmodule-map-file="$core/module.modulemap" "$files/$client.swift"
        cat "$files"/statistics/*swift-frontend*.json | awk -F '[:,]' -v name="$1, $client" '
            /"time.swift.perform-sema.user"/ { time = $2 }
            /"Sema.NumConstraintScopes"/ { scopes = $2 }
            END { printf "%s: %.2f s, %d constraint scopes\n", name, time, scopes }'
    done
}

other=${1:-}
swift build --package-path "$own" --target "$target" >&2
if [ "$other" ]; then swift build --package-path "$other" --target "$target" >&2; fi
for _ in $(seq "${ROUNDS:-5}"); do
    check here "$own"
    if [ "$other" ]; then check "$other" "$other"; fi
done
