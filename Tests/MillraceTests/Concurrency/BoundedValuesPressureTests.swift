import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// `values(capacity:overflow:onDrop:)` with `.suspend`: the source is held back, and nothing is lost.
final class BoundedValuesPressureTests: XCTestCase {
    /// Counts the elements that are on their way: that have been emitted and not been received.
    private final class Waiting: @unchecked Sendable {
        let most = Locker(0)
        private let waiting = Counter()

        func watch<Element>(_ source: Observable<Element>) -> Observable<Element> {
            source.do(onNext: { [self] _ in
                let now = waiting.add()
                most.change { $0 = max($0, now) }
            })
        }

        func receive() { waiting.add(-1) }
    }

    /// What an iteration finds of a source below which at most `capacity` elements wait; one at a time and in batches.
    private func check<Element: Equatable & Sendable>(
        _ source: Observable<Element>,
        _ expected: [Element],
        capacity: Int = 4,
        sources: Int = 1,
        fills: Bool = true,
        line: UInt = #line
    ) {
        let waiting = Waiting()
        let values = waiting.watch(source).values(capacity: capacity, overflow: .suspend)
        let found = outcome(
            Task {
                var found: [Element] = []
                for try await element in values {
                    waiting.receive()
                    found.append(element)
                }
                return found
            }
        )
        XCTAssertEqual(try found.get(), expected, line: line)
        // An element that the loop has received counts until the loop says so.
        XCTAssertLessThanOrEqual(waiting.most.value, capacity + sources, line: line)
        // A source with a thread of its own may never be ahead of the loop.
        if fills { XCTAssertGreaterThanOrEqual(waiting.most.value, min(capacity, expected.count), line: line) }
        let batches = source.values(capacity: capacity, overflow: .suspend).batches
        let inBatches = outcome(
            Task {
                var found: [Element] = []
                for try await batch in batches {
                    XCTAssertFalse(batch.isEmpty, line: line)
                    XCTAssertLessThanOrEqual(batch.count, capacity + sources - 1, line: line)
                    found += batch
                }
                return found
            }
        )
        XCTAssertEqual(try inBatches.get(), expected, line: line)
    }

    private let hundred = Array(0..<100)

    func testRange() {
        check(.range(start: 0, count: 100), hundred)
        check(.range(start: 0, count: 100), hundred, capacity: 1)
        check(.range(start: 0, count: 100), hundred, capacity: 100)
        check(.range(start: 0, count: 100), hundred, capacity: 1_000)
    }

    func testTheSourceGoesNoFurtherThanThereIsRoom() {
        let emitted = Counter()
        let values = Observable.range(start: 0, count: 100).do(onNext: { _ in emitted.add() })
            .values(capacity: 10, overflow: .suspend)
        let task = Task {
            var iterator = values.makeAsyncIterator()
            var emissions = [emitted.value]
            for _ in 0..<5 {
                _ = try await iterator.next()
                emissions.append(emitted.value)
            }
            return emissions
        }
        // It goes on when half of the room is free.
        XCTAssertEqual(try outcome(task).get(), [10, 10, 10, 10, 10, 15])
    }

    func testFrom() {
        check(.from(hundred), hundred)
        check(.of(1, 2, 3), [1, 2, 3], capacity: 2)
        check(.just(1), [1], capacity: 1)
        check(.empty(), [Int](), capacity: 1)
    }

    func testGenerate() {
        check(.generate(initialState: 0, condition: { $0 < 100 }, iterate: { $0 + 1 }), hundred)
    }

    func testRepeatElement() {
        check(Observable.repeatElement(7).take(100), Array(repeating: 7, count: 100))
    }

    func testOnASchedulerOfItsOwn() {
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        check(.from(hundred, scheduler: scheduler), hundred, fills: false)
        check(.range(start: 0, count: 100, scheduler: scheduler), hundred, fills: false)
        check(Observable.range(start: 0, count: 100).subscribe(on: scheduler), hundred, fills: false)
    }

    func testLinearOperators() {
        check(
            Observable.range(start: 0, count: 300).map { $0 + 1 }.filter { $0 % 3 == 0 }.map { $0 / 3 - 1 }
                .scan(0) { $1 }.distinctUntilChanged(),
            hundred
        )
    }

    func testAFilterThatLetsLittlePass() {
        check(
            Observable.range(start: 0, count: 10_000).filter { $0 % 1_000 == 0 },
            (0..<10).map { $0 * 1_000 },
            capacity: 2
        )
    }

    func testConcat() {
        check(
            Observable.concat(.range(start: 0, count: 50), .range(start: 50, count: 25), .range(start: 75, count: 25)),
            hundred
        )
        check(
            Observable.of(0, 25, 50, 75).concatMap { Observable.range(start: $0, count: 25) },
            hundred
        )
        check(Observable.range(start: 2, count: 98).startWith(0, 1), hundred)
    }

    func testMerge() {
        let sources = (0..<3).map { source in Observable.range(start: 0, count: 100).map { $0 * 3 + source } }
        let values = Observable.merge(sources).values(capacity: 8, overflow: .suspend)
        let task = Task {
            var found: [Int] = []
            for try await element in values { found.append(element) }
            return found
        }
        let found = try? outcome(task).get()
        XCTAssertEqual(found?.sorted(), Array(0..<300))
        for source in 0..<3 {
            XCTAssertEqual(found?.filter { $0 % 3 == source }, (0..<100).map { $0 * 3 + source })
        }
    }

    func testMergeOfThreads() {
        let waiting = Waiting()
        let sources = (0..<3).map { source in
            Observable.range(start: 0, count: 1_000, scheduler: SerialDispatchQueueScheduler(qos: .default))
                .map { $0 * 3 + source }
        }
        let values = waiting.watch(Observable.merge(sources)).values(capacity: 8, overflow: .suspend)
        let task = Task {
            var found: [Int] = []
            for try await element in values {
                waiting.receive()
                found.append(element)
            }
            return found
        }
        let found = try? outcome(task).get()
        XCTAssertEqual(found?.sorted(), Array(0..<3_000))
        XCTAssertLessThanOrEqual(waiting.most.value, 8 + 3)
    }

    func testFlatMap() {
        for maxConcurrent in [1, 2, Int.max] {
            let outer = Observable.range(start: 0, count: 20)
            let source =
                maxConcurrent == .max
                ? outer.flatMap { Observable.range(start: $0 * 10, count: 10) }
                : outer.map { Observable.range(start: $0 * 10, count: 10) }.merge(maxConcurrent: maxConcurrent)
            let values = source.values(capacity: 4, overflow: .suspend)
            let task = Task {
                var found: [Int] = []
                for try await element in values { found.append(element) }
                return found
            }
            XCTAssertEqual(try outcome(task).get().sorted(), Array(0..<200), "\(maxConcurrent)")
        }
    }

    func testObserveOn() {
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        let source = Observable.range(start: 0, count: 1_000)
            .observe(on: scheduler, capacity: 16, overflow: .suspend)
        let waiting = Waiting()
        // `.suspend` behind a queue that drops or buffers: the queue is the source that cannot pause. Behind a queue
        // that suspends, that queue is held back, too.
        let values = waiting.watch(source).values(capacity: 4, overflow: .suspend)
        let task = Task {
            var found: [Int] = []
            for try await element in values {
                waiting.receive()
                found.append(element)
            }
            return found
        }
        XCTAssertEqual(try outcome(task).get(), Array(0..<1_000))
        XCTAssertLessThanOrEqual(waiting.most.value, 4 + 1)
    }

    func testIntervalInVirtualTime() {
        let scheduler = TestScheduler(initialClock: 0)
        let values = Observable<Int>.interval(.seconds(1), scheduler: scheduler).values(capacity: 2, overflow: .suspend)
        let task = Task {
            var iterator = values.makeAsyncIterator()
            var found: [Int] = []
            for _ in 0..<3 {
                scheduler.advanceTo(scheduler.clock + 5)
                for _ in 0..<2 { if let element = try await iterator.next() { found.append(element) } }
            }
            return found
        }
        // At each fifth second two elements wait; those of the seconds between are left out.
        XCTAssertEqual(try outcome(task).get(), [0, 1, 5, 6, 10, 11])
    }

    func testAnAsyncSequence() {
        struct Numbers: AsyncSequence {
            let asked: Counter

            struct AsyncIterator: AsyncIteratorProtocol {
                let asked: Counter
                var number = -1

                mutating func next() async -> Int? {
                    number += 1
                    asked.add()
                    return number < 100 ? number : nil
                }
            }

            func makeAsyncIterator() -> AsyncIterator { AsyncIterator(asked: asked) }
        }
        check(Numbers(asked: Counter()).asObservable(), hundred, fills: false)
        let asked = Counter()
        let values = Numbers(asked: asked).asObservable().values(capacity: 4, overflow: .suspend)
        waitUntil { asked.value == 4 }
        let task = Task {
            var found: [Int] = []
            for try await element in values { found.append(element) }
            return found
        }
        XCTAssertEqual(try outcome(task).get(), hundred)
    }

    func testLeavingReleasesASourceThatIsHeldBack() {
        let tally = Token.Tally()
        func read(_ token: Token) -> [AsyncValues<Int, any Error>] {
            let sources: [Observable<Int>] = [
                .range(start: 0, count: 100), .from(0..<100), .repeatElement(1),
                .range(start: 0, count: 100, scheduler: ConcurrentDispatchQueueScheduler(qos: .default)),
                Observable.of(1, 2).flatMap { _ in Observable.range(start: 0, count: 100) },
                Observable.of(1, 2).concatMap { _ in Observable.range(start: 0, count: 100) },
                AsyncStream { 1 }.asObservable(),
            ]
            return sources.map { source in source.map { token.keep($0) }.values(capacity: 4, overflow: .suspend) }
        }
        var sequences = read(Token(tally))
        XCTAssertEqual(tally.count, 1)
        withExtendedLifetime(sequences) {}
        sequences = []
        waitUntil { tally.count == 0 }
    }

    func testCancellationOfATaskWhoseSourceIsHeldBack() {
        let isDisposed = Moment()
        let tally = Token.Tally()
        let task = Task {
            var found = 0
            let source = Observable.range(start: 0, count: .max).map { _ in Token(tally) }.do(onDispose: {
                isDisposed.set()
            })
            do {
                for try await _ in source.values(capacity: 4, overflow: .suspend) {
                    found += 1
                    if found == 10 { cancelMyself() }
                }
                return "|"
            } catch {
                return "\(found) \(error is CancellationError) \(tally.count)"
            }
        }
        XCTAssertEqual(mark(task), "10 true 0")
        isDisposed.wait()
    }

    func testAnInnerSourceThatCannotPauseFails() {
        let line = #line + 1
        let values = Observable.of(1, 2).flatMap { _ in PublishSubject<Int>() }.values(capacity: 4, overflow: .suspend)
        let task = Task {
            do {
                for try await _ in values {}
                return "|"
            } catch {
                return "\(error)"
            }
        }
        let message = mark(task)
        XCTAssertTrue(message.contains("PublishSubject"), message)
        XCTAssertTrue(
            message.hasPrefix(
                "values(capacity:overflow:onDrop:) at MillraceTests/BoundedValuesPressureTests.swift:\(line)"
            ),
            message
        )
    }
}
