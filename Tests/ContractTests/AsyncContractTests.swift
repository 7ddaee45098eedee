import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The operators with asynchronous closures through the shared contract. Whenever the source has sent something, the
/// contract waits until the tasks have delivered what comes of it.
final class AsyncContractTests: XCTestCase {
    /// Counts the events that are on their way through the tasks.
    private final class OnTheirWay: @unchecked Sendable {
        private let lock = NSLock()
        private var total = 0
        private var threads: [UInt] = []

        /// The events of one subscription.
        private final class Own {
            var count = 0
            var isOver = false
        }

        func watch(
            _ source: Observable<Int>,
            _ apply: @escaping (Observable<Int>) -> Observable<Int>
        ) -> Observable<Int> {
            Observable.deferred { [self] in
                let own = Own()
                let come = { self.change(own, by: 1) }
                let gone = {
                    self.change(own, by: -1)
                    self.lock.withLock { _ = self.threads.popLast() }
                }
                let isInside = { self.lock.withLock { self.threads.append(TestThread.currentID) } }
                return apply(
                    source.do(onNext: { _ in come() }, onError: { _ in come() }, onCompleted: { come() })
                )
                .do(
                    onNext: { _ in isInside() },
                    afterNext: { _ in gone() },
                    onError: { _ in isInside() },
                    afterError: { _ in gone() },
                    onCompleted: { isInside() },
                    afterCompleted: { gone() },
                    onDispose: { self.end(own) }
                )
            }
        }

        private func change(_ own: Own, by amount: Int) {
            lock.withLock {
                if own.isOver { return }
                own.count += amount
                total += amount
            }
        }

        private func end(_ own: Own) {
            lock.withLock {
                own.isOver = true
                total -= own.count
                own.count = 0
            }
        }

        /// Waits until nothing is on its way, unless this is called by an observer.
        func settle() {
            if lock.withLock({ threads.contains(TestThread.currentID) }) { return }
            waitUntil(within: 5) { lock.withLock { total == 0 } }
        }
    }

    private static let late = "a task may hold its closure for a moment longer; AsyncRaceTests wait for that"
    private static let runsAhead = "the source runs ahead of the tasks"
    private static let taskEnds = "a task delivers the end"

    private func check(_ name: String, _ apply: @escaping (Observable<Int>, ContractToken) -> Observable<Int>) {
        let onTheirWay = OnTheirWay()
        OperatorContract(
            name,
            excusing: [
                .capturesAfterCompletion: AsyncContractTests.late,
                .capturesAfterError: AsyncContractTests.late,
                .capturesAfterDispose: AsyncContractTests.late,
                .sourceGoesAway: AsyncContractTests.late,
                .endDuringSubscription: AsyncContractTests.runsAhead,
            ],
            settle: { onTheirWay.settle() }
        ) { source, token in
            onTheirWay.watch(source) { apply($0, token) }
        }.checkWithObjects()
    }

    func testAsynchronousMapKeepsTheContract() {
        for (limit, ordered) in [(1, false), (1, true), (4, true)] {
            check("map(maxConcurrent: \(limit), ordered: \(ordered))") { source, token in
                source.map(maxConcurrent: limit, ordered: ordered) { number in
                    await Task.yield()
                    return token.keep(number + 1)
                }
            }
        }
    }

    func testAsynchronousFilterKeepsTheContract() {
        check("filter(maxConcurrent:ordered:)") { source, token in
            source.filter(maxConcurrent: 2, ordered: true) { _ in token.keep(true) }
        }
    }

    func testAMapInTheOrderOfKeysKeepsTheContract() {
        for limit in [1, 4] {
            check("map(maxConcurrent: \(limit), orderedBy:)") { source, token in
                source.map(maxConcurrent: limit, orderedBy: { _ in token.keep(1) }) { number in
                    await Task.yield()
                    return token.keep(number + 1)
                }
            }
        }
        check("map(maxConcurrent:orderedBy:capacity:overflow:)") { source, token in
            source.map(maxConcurrent: 1, orderedBy: { $0 % 2 }, capacity: 100, overflow: .error) { token.keep($0) }
        }
    }

    func testAMapThatGoesOnAfterFailuresKeepsTheContract() {
        check("map(maxConcurrent:ordered:onFailure:)") { source, token in
            source.map(maxConcurrent: 2, ordered: true, onFailure: .report { _ in token.keep() }) { number in
                await Task.yield()
                return token.keep(number + 1)
            }
        }
    }

    func testACapacityKeepsTheContract() {
        check("map(maxConcurrent:ordered:capacity:overflow:)") { source, token in
            source.map(maxConcurrent: 1, ordered: true, capacity: 100, overflow: .error) { token.keep($0) }
        }
    }
}
