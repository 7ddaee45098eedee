import Foundation
import Millrace
import OperatorCatalogue
import TestSupport

/// An operator that is fed by two subjects, for tests that put it through what callbacks may do.
struct TwoSourceOperator {
    let name: String
    /// Where it stands in the catalogue.
    let file: StaticString
    let line: UInt
    let kind: Pair<Int>.Kind
    /// Whether it passes on each element of both sources.
    let passesAll: Bool
    let apply: (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>

    /// Whether it calls downstream from one thread at a time, whatever its sources do.
    var serializes: Bool { kind == .gate }

    init(
        _ name: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        kind: Pair<Int>.Kind = .gate,
        passesAll: Bool = false,
        apply: @escaping (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
    ) {
        self.name = name
        self.file = file
        self.line = line
        self.kind = kind
        self.passesAll = passesAll
        self.apply = apply
    }

    private init?(_ entry: Entry<Int>) {
        guard let pair = entry.pair else { return nil }
        self.init(entry.name, file: entry.file, line: entry.line, kind: pair.kind, passesAll: pair.passesAll) {
            first,
            second in
            if let apply = pair.apply { return apply(first, second) }
            let world = World(first, second, ManualScheduler()) { 0 }
            let capture = Capture(first)
            return entry.plain(world, capture) ?? entry.apply(world, capture).map { $0.reduce(0, +) }
        }
    }

    static let all = operatorsOnNumbers.compactMap { TwoSourceOperator($0) }

    /// Those that have a gate.
    static let gates = all.filter(\.serializes)

    /// What a merge with a lock looks like, for a test of the tests.
    static let locked = TwoSourceOperator("merge with a lock") { first, second in
        Observable.create { observer in
            let lock = NSRecursiveLock()
            return Disposables.create(
                first.subscribe { event in lock.withLock { observer.on(event) } },
                second.subscribe { event in lock.withLock { observer.on(event) } }
            )
        }
    }
}
