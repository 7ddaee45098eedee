import Millrace
import TestSupport

/// What a test's closures capture, to see when they are released.
final class Capture {}

/// An operator with one source, applied with closures that capture `token`, and what it makes of two sequences.
struct OperatorCase {
    let name: String
    let apply: (Observable<Int>, Capture) -> Observable<String>
    /// For the source 1, 1, 2, 3, completed.
    let completed: [String]
    /// For the source 1, 1, 2, error.
    let failed: [String]

    init<Result>(
        _ name: String,
        completed: [String],
        failed: [String],
        _ apply: @escaping (Observable<Int>, Capture) -> Observable<Result>
    ) {
        self.name = name
        self.completed = completed
        self.failed = failed
        self.apply = { source, token in apply(source, token).map { "\($0)" } }
    }
}

extension OperatorCase {
    static let all: [OperatorCase] = transforming + filtering + combining + others

    private static let unretained = Capture()

    static let transforming: [OperatorCase] = [
        OperatorCase("compactMap", completed: ["10", "10", "30", "|"], failed: ["10", "10", "x(error)"]) {
            source,
            token in
            source.compactMap { [token] in
                _ = token
                return $0 == 2 ? nil : $0 * 10
            }
        },
        OperatorCase(
            "enumerated",
            completed: ["0:1", "1:1", "2:2", "3:3", "|"],
            failed: ["0:1", "1:1", "2:2", "x(error)"]
        ) {
            source,
            _ in source.enumerated().map { "\($0.index):\($0.element)" }
        },
        OperatorCase("scan", completed: ["1", "2", "4", "7", "|"], failed: ["1", "2", "4", "x(error)"]) {
            source,
            token in
            source.scan(0) { [token] in
                _ = token
                return $0 + $1
            }
        },
        OperatorCase("scan(into:)", completed: ["1", "2", "4", "7", "|"], failed: ["1", "2", "4", "x(error)"]) {
            source,
            token in
            source.scan(into: 0) { [token] in
                _ = token
                $0 += $1
            }
        },
        OperatorCase(
            "materialize",
            completed: ["next(1)", "next(1)", "next(2)", "next(3)", "completed", "|"],
            failed: ["next(1)", "next(1)", "next(2)", "error(error)", "|"]
        ) { source, _ in source.materialize() },
        OperatorCase("reduce", completed: ["7", "|"], failed: ["x(error)"]) { source, token in
            source.reduce(0) { [token] in
                _ = token
                return $0 + $1
            }
        },
        OperatorCase("reduce and mapResult", completed: ["70", "|"], failed: ["x(error)"]) { source, token in
            source.reduce(
                0,
                accumulator: { $0 + $1 },
                mapResult: { [token] in
                    _ = token
                    return $0 * 10
                }
            )
        },
        OperatorCase("toArray", completed: ["[1, 1, 2, 3]", "|"], failed: ["x(error)"]) { source, _ in
            source.toArray().asObservable()
        },
        OperatorCase("groupBy", completed: ["1", "0", "|"], failed: ["1", "0", "x(error)"]) { source, token in
            source.groupBy { [token] element -> Int in
                _ = token
                return element % 2
            }
            .map { $0.key }
        },
        OperatorCase("groupBy and merge", completed: ["1", "1", "2", "3", "|"], failed: ["1", "1", "2", "x(error)"]) {
            source,
            _ in source.groupBy { $0 % 2 }.flatMap { $0 }
        },
        OperatorCase("withUnretained", completed: ["1", "1", "2", "3", "|"], failed: ["1", "1", "2", "x(error)"]) {
            source,
            token in
            source.withUnretained(unretained) { [token] in
                _ = token
                return $1
            }
        },
        OperatorCase("dematerialize", completed: ["1", "1", "2", "3", "|"], failed: ["1", "1", "2", "x(error)"]) {
            source,
            _ in source.map { Event.next($0) }.dematerialize()
        },
    ]

    static let filtering: [OperatorCase] = [
        OperatorCase(
            "single",
            completed: ["1", "x(Sequence contains more than one element.)"],
            failed: ["1", "x(Sequence contains more than one element.)"]
        ) {
            source,
            _ in source.single()
        },
        OperatorCase("single(_:)", completed: ["2", "|"], failed: ["2", "x(error)"]) { source, token in
            source.single { [token] in
                _ = token
                return $0 == 2
            }
        },
        OperatorCase("take(10)", completed: ["1", "1", "2", "3", "|"], failed: ["1", "1", "2", "x(error)"]) {
            source,
            _ in
            source.take(10)
        },
        OperatorCase("take(2)", completed: ["1", "1", "|"], failed: ["1", "1", "|"]) { source, _ in source.take(2) },
        OperatorCase("takeLast(2)", completed: ["2", "3", "|"], failed: ["x(error)"]) { source, _ in source.takeLast(2)
        },
        OperatorCase("skip(1)", completed: ["1", "2", "3", "|"], failed: ["1", "2", "x(error)"]) { source, _ in
            source.skip(1)
        },
        OperatorCase("take(while:)", completed: ["1", "1", "2", "|"], failed: ["1", "1", "2", "x(error)"]) {
            source,
            token in
            source.take(while: { [token] in
                _ = token
                return $0 < 3
            })
        },
        OperatorCase("take(until:)", completed: ["1", "1", "2", "|"], failed: ["1", "1", "2", "|"]) { source, token in
            source.take(
                until: { [token] in
                    _ = token
                    return $0 == 2
                },
                behavior: .inclusive
            )
        },
        OperatorCase("skip(while:)", completed: ["2", "3", "|"], failed: ["2", "x(error)"]) { source, token in
            source.skip(while: { [token] in
                _ = token
                return $0 == 1
            })
        },
        OperatorCase("distinctUntilChanged()", completed: ["1", "2", "3", "|"], failed: ["1", "2", "x(error)"]) {
            source,
            _ in source.distinctUntilChanged()
        },
        OperatorCase("distinctUntilChanged(key)", completed: ["1", "2", "|"], failed: ["1", "2", "x(error)"]) {
            source,
            token in
            source.distinctUntilChanged { [token] (element: Int) -> Int in
                _ = token
                return element / 2
            }
        },
        OperatorCase(
            "distinctUntilChanged(comparer)",
            completed: ["1", "2", "3", "|"],
            failed: ["1", "2", "x(error)"]
        ) {
            source,
            token in
            source.distinctUntilChanged { [token] (former: Int, next: Int) -> Bool in
                _ = token
                return former == next
            }
        },
        OperatorCase(
            "distinctUntilChanged(key, comparer)",
            completed: ["1", "2", "|"],
            failed: ["1", "2", "x(error)"]
        ) {
            source,
            token in
            source.distinctUntilChanged({ $0 / 2 }) { [token] in
                _ = token
                return $0 == $1
            }
        },
        OperatorCase("distinctUntilChanged(at:)", completed: ["1", "2", "3", "|"], failed: ["1", "2", "x(error)"]) {
            source,
            _ in source.distinctUntilChanged(at: \.magnitude)
        },
        OperatorCase("element(at: 1)", completed: ["1", "|"], failed: ["1", "|"]) { source, _ in source.element(at: 1)
        },
        OperatorCase("element(at: 9)", completed: ["x(Argument out of range.)"], failed: ["x(error)"]) { source, _ in
            source.element(at: 9)
        },
        OperatorCase("ignoreElements", completed: ["|"], failed: ["x(error)"]) { source, _ in
            source.ignoreElements().map { _ -> String in }
        },
    ]

    static let others: [OperatorCase] = [
        OperatorCase(
            "startWith",
            completed: ["7", "8", "1", "1", "2", "3", "|"],
            failed: ["7", "8", "1", "1", "2", "x(error)"]
        ) { source, _ in source.startWith(7, 8) },
        OperatorCase("do", completed: ["1", "1", "2", "3", "|"], failed: ["1", "1", "2", "x(error)"]) { source, token in
            source.do(
                onNext: { [token] _ in _ = token },
                afterNext: { [token] _ in _ = token },
                onError: { [token] _ in _ = token },
                afterError: { [token] _ in _ = token },
                onCompleted: { [token] in _ = token },
                afterCompleted: { [token] in _ = token },
                onSubscribe: { [token] in _ = token },
                onSubscribed: { [token] in _ = token },
                onDispose: { [token] in _ = token }
            )
        },
        OperatorCase("ifEmpty(default:)", completed: ["1", "1", "2", "3", "|"], failed: ["1", "1", "2", "x(error)"]) {
            source,
            _ in source.ifEmpty(default: 9)
        },
        OperatorCase(
            "ifEmpty(switchTo:)",
            completed: ["1", "1", "2", "3", "|"],
            failed: ["1", "1", "2", "x(error)"]
        ) { source, _ in source.ifEmpty(switchTo: .just(9)) },
        OperatorCase("catch", completed: ["1", "1", "2", "3", "|"], failed: ["1", "1", "2", "40", "|"]) {
            source,
            token in
            source.catch { [token] _ in
                _ = token
                return Observable.range(start: 40, count: 1)
            }
        },
        OperatorCase("catchAndReturn", completed: ["1", "1", "2", "3", "|"], failed: ["1", "1", "2", "40", "|"]) {
            source,
            _ in source.catchAndReturn(40)
        },
    ]
}
