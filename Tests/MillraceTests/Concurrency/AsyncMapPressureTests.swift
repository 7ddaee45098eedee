import Millrace
import TestSupport
import XCTest

/// Asynchronous closures between a source that can pause and a place that is full.
final class AsyncMapPressureTests: XCTestCase {
    private func numbers(_ count: Int, _ emitted: Counter) -> Observable<Int> {
        Observable.range(start: 0, count: count).do(onNext: { _ in emitted.add() })
    }

    func testElementsThatWaitHoldTheSourceBack() async throws {
        for ordered in [false, true] {
            let emitted = Counter()
            let mayEnd = ReplaySubject<Void>.create(bufferSize: 1)
            let results = numbers(1_000, emitted)
                .map(maxConcurrent: 2, ordered: ordered) { number in
                    _ = try await mayEnd.first().value
                    return number
                }
                .values
            // Two are on their way, two wait, and the next one has been asked for.
            await waitForTasks { emitted.value >= 4 }
            XCTAssertLessThanOrEqual(emitted.value, 5)
            mayEnd.onNext(())
            var received: [Int] = []
            for try await number in results { received.append(number) }
            XCTAssertEqual(received.sorted(), Array(0..<1_000))
            if ordered { XCTAssertEqual(received, Array(0..<1_000)) }
        }
    }

    func testACapacityThatSuspends() async throws {
        let emitted = Counter()
        let mayEnd = ReplaySubject<Void>.create(bufferSize: 1)
        let results = numbers(1_000, emitted)
            .filter(maxConcurrent: 3, capacity: 5, overflow: .suspend) { number in
                _ = try await mayEnd.first().value
                return number.isMultiple(of: 2)
            }
            .values
        await waitForTasks { emitted.value >= 8 }
        XCTAssertLessThanOrEqual(emitted.value, 9)
        mayEnd.onNext(())
        var received: [Int] = []
        for try await number in results { received.append(number) }
        XCTAssertEqual(received.sorted(), Array(stride(from: 0, to: 1_000, by: 2)))
    }

    func testAFullPlaceBelowHoldsTheResultsBack() async throws {
        for ordered in [false, true] {
            let (emitted, delivered) = (Counter(), Counter())
            let results = numbers(10_000, emitted)
                .map(maxConcurrent: 4, ordered: ordered) { $0 }
                .do(onNext: { _ in delivered.add() })
                .values(capacity: 8, overflow: .suspend)
            await waitForTasks { emitted.value >= 8 }
            var received: [Int] = []
            for try await number in results {
                received.append(number)
                XCTAssertLessThanOrEqual(delivered.value, received.count + 9)
                XCTAssertLessThanOrEqual(emitted.value, received.count + 9 + 9)
            }
            XCTAssertEqual(received.sorted(), Array(0..<10_000))
            if ordered { XCTAssertEqual(received, Array(0..<10_000)) }
        }
    }

    func testASourceThatCannotPauseIsTaken() async throws {
        let subject = PublishSubject<Int>()
        let results = subject.map(maxConcurrent: 2, ordered: true) { $0 }.values
        for number in 0..<100 { subject.onNext(number) }
        subject.onCompleted()
        var received: [Int] = []
        for try await number in results { received.append(number) }
        XCTAssertEqual(received, Array(0..<100))
    }

    func testADisposalWhileResultsAreHeldBackReleasesThem() async {
        weak var weakToken: AnyObject?
        do {
            final class Kept: Sendable {}
            let token = Kept()
            weakToken = token
            let task = Task {
                var iterator = Observable.range(start: 0, count: 1_000)
                    .map(maxConcurrent: 4) { _ in token }
                    .values(capacity: 2, overflow: .suspend)
                    .makeAsyncIterator()
                _ = try await iterator.next()
            }
            _ = await task.result
        }
        await waitForTasks { weakToken == nil }
    }
}
