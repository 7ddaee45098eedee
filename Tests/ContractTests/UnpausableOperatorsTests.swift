import Foundation
import Millrace
import MillraceOperators
import OperatorCatalogue
import TestSupport
import XCTest

/// Which operators `.suspend` refuses, although their sources can pause.
final class UnpausableOperatorsTests: XCTestCase {
    /// Subscribes to an operator where a source that cannot pause ends the stream with an error.
    private final class Check: EntryVisitor {
        var refused: Set<String> = []

        func visit<Output>(_ apply: @escaping (World<Int>, Capture) -> Observable<Output>) {
            let clock = ManualScheduler()
            SharingScheduler.mock(scheduler: clock) {
                let world = World<Int>(
                    .range(start: 0, count: 2),
                    .range(start: 5, count: 2),
                    clock,
                    time: { .seconds($0) },
                    make: { 10 }
                )
                let output = apply(world, Capture(self))
                let subscription = Observable.just(0).flatMap { _ in output }
                    .observe(on: clock, capacity: 1, overflow: .suspend)
                    .subscribe(
                        onNext: { _ in },
                        onError: { if let error = $0 as? UnpausableSourceError { self.refused.insert(error.source) } }
                    )
                clock.advance(by: .seconds(100))
                subscription.dispose()
            }
        }
    }

    func testThePageNamesAllOfThem() throws {
        let check = Check()
        for entry in operatorsOnNumbers { entry.accept(check) }
        let names = Set(check.refused.map { $0.prefix { $0 != "(" && $0 != "<" } })
        // Sources and subjects of the catalogue's own; the page names what makes a connectable observable.
        let operators = names.subtracting(["create", "PublishSubject", "ReplaySubject", "AsyncSubject"])
            .symmetricDifference(["ConnectableObservable", "publish", "replay", "multicast"])
        XCTAssertFalse(operators.isEmpty)

        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Millrace/Millrace.docc/AsyncAwait.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let paragraph = try XCTUnwrap(
            text.split(separator: "\n").first { $0.contains("count as sources that cannot wait") }
        )
        for name in operators {
            let place = paragraph.range(of: "`\(name)[`(]", options: .regularExpression)
            XCTAssertNotNil(place, "\(name) is missing")
        }
    }
}
