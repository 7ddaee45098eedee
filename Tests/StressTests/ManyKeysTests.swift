import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// A source with a new key in each element, such as the id of a request: what the groups keep.
final class ManyKeysTests: StressTestCase {
    private let count = TestMode.size(1_000_000, debug: 200_000, sanitized: 20_000)
    private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)

    /// A key each millisecond, in two halves. Returns how many bytes more are in use after the second one.
    private func growth(_ name: String, _ split: (PublishSubject<Int>) -> Observable<Int>) -> Int {
        let source = PublishSubject<Int>()
        var received = 0
        let subscription = split(source).subscribe(onNext: { _ in received += 1 })
        let start = scheduler.clock
        // Not the resident bytes, of which other tests may have left some that are free.
        var used = [Memory.used]
        for half in [0..<count / 2, count / 2..<count] {
            for number in half {
                scheduler.advanceTo(start + number)
                source.onNext(number)
            }
            used.append(Memory.used)
        }
        XCTAssertEqual(received, count)
        subscription.dispose()
        print("\(name), \(count) keys: \(used.map { $0 >> 10 }) KiB in use before, after half, and at the end")
        return used[2] - used[1]
    }

    /// A thousand groups have a second left at any time; the others have been forgotten.
    func testKeysThatAreSeenOnceLeaveNoMemoryBehindWithIdle() {
        let grown = growth("groupBy(_:idle:)") {
            $0.groupBy({ $0 }, idle: .seconds(1), scheduler: scheduler).flatMap { $0 }
        }
        if TestMode.measuresMemory { XCTAssertLessThan(grown, 2 << 20) }
    }

    func testKeysThatAreSeenOnceLeaveNoMemoryBehindUnderALimit() {
        let grown = growth("groupBy(_:atMost:)") { $0.groupBy({ $0 }, atMost: 1_000).flatMap { $0 } }
        if TestMode.measuresMemory { XCTAssertLessThan(grown, 2 << 20) }
    }

    /// What the others are measured against: without an end, each group stays, whether it is observed or not. The
    /// documentation of `groupBy(keySelector:)` says how many bytes each takes.
    func testKeysThatAreSeenOnceStayWithoutAnEnd() {
        let splits: [(String, expected: Int, (Observable<GroupedObservable<Int, Int>>) -> Observable<Int>)] = [
            ("nobody subscribes to the groups", 95, { $0.map(\.key) }),
            ("each group's observer has left", 303, { $0.flatMap { $0.take(1) } }),
            ("each group is observed", 567, { $0.flatMap { $0 } }),
        ]
        for (name, expected, split) in splits {
            let grown = growth("groupBy(keySelector:), \(name)") { split($0.groupBy(keySelector: { $0 })) }
            // The table of keys doubles now and then.
            if TestMode.measuresMemory { XCTAssertGreaterThan(grown, count / 2 * expected / 2, name) }
            if TestMode.measuresMemory { XCTAssertLessThan(grown, count / 2 * expected * 3 / 2, name) }
        }
    }
}
