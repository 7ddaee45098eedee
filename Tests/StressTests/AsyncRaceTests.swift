import Foundation
import Millrace
import TestSupport
import XCTest

/// Asynchronous closures, while their source emits and ends on one thread and the subscription is disposed on another;
/// and waits for callbacks that are under way.
final class AsyncRaceTests: StressTestCase {
    private let rounds = TestMode.size(10_000, debug: 3_000, sanitized: 2_000)

    /// What one subscription has received, and whether that was right.
    private final class Observation: @unchecked Sendable {
        let source = PublishSubject<Int>()
        let subscription = SingleAssignmentDisposable()
        private let lock = NSLock()
        private let isInside = Counter()
        private let forbidden = Counter()
        private var last = -1
        private var hasEnded = false
        private(set) var wrong: [String] = []

        private func fail(_ text: String) { lock.withLock { wrong.append(text) } }

        func receive(_ event: Event<Int>, ordered: Bool) {
            if isInside.add() != 1 { fail("two at once") }
            let isLate = UInt(bitPattern: forbidden.ordered) == TestThread.currentID
            lock.withLock {
                if hasEnded { wrong.append("\(event) after the end") }
                if isLate { wrong.append("\(event) after dispose() on the same thread") }
                switch event {
                case .next(let number):
                    if ordered && number <= last { wrong.append("\(number) after \(last)") }
                    last = number
                default:
                    hasEnded = true
                }
            }
            isInside.add(-1)
        }

        /// Disposes; the calling thread must not deliver any more.
        func dispose() {
            subscription.dispose()
            forbidden.setOrdered(Int(bitPattern: TestThread.currentID))
            source.onNext(1_000)
        }
    }

    private func race(
        _ name: String,
        ordered: Bool,
        _ apply: (Observable<Int>, Int, Token) -> Observable<Int>
    ) {
        let tally = Token.Tally()
        let racer = Racer()
        defer { racer.stop() }
        var wrong: [String] = []
        for round in 0..<rounds {
            let observation = Observation()
            func subscribe(_ token: Token) {
                let results = apply(observation.source.map { token.keep($0) }, round, token)
                observation.subscription.setDisposable(
                    results.subscribe { [weak observation] event in
                        token.keep()
                        observation?.receive(event, ordered: ordered)
                    }
                )
            }
            subscribe(Token(tally))
            racer.race(delay: round % 97 * 20 - 500) {
                for number in 0..<8 { observation.source.onNext(number) }
                switch round % 3 {
                case 0: observation.source.onCompleted()
                case 1: observation.source.onError(TestError())
                default: break
                }
            } _: {
                if round % 4 != 0 || round % 3 == 2 { observation.dispose() }
            }
            // What has not been disposed ends by itself. A task whose closure has failed may still be disposing.
            if !waitUntil(within: 60, { !observation.source.hasObservers }) { wrong.append("\(round): subscribed") }
            if round % 64 == 0 { waitUntil(within: 60) { tally.count == 0 } }
            wrong += observation.wrong.map { "\(round): \($0)" }
        }
        waitUntil(within: 60) { tally.count == 0 }
        XCTAssertEqual(tally.count, 0, "captures are left by \(name)")
        XCTAssertEqual(wrong, [], name)
    }

    func testAsynchronousClosuresAreDisposedWhileTheyRun() {
        for ordered in [false, true] {
            for limit in [1, 3] {
                race("map, \(limit), \(ordered)", ordered: ordered || limit == 1) { source, round, token in
                    source.map(maxConcurrent: limit, ordered: ordered) { number in
                        if (number + round) % 3 == 0 { await Task.yield() }
                        if round % 5 == 0 && number == 6 { throw TestError("\(number)") }
                        return token.keep(number)
                    }
                }
            }
        }
    }

    func testAsynchronousClosuresWithACapacityAreDisposedWhileTheyRun() {
        let strategies: [OverflowStrategy] = [.dropOldest, .dropNewest, .error]
        race("filter", ordered: true) { source, round, token in
            source.filter(maxConcurrent: 2, ordered: true, capacity: 2, overflow: strategies[round % 3]) { number in
                if (number + round) % 3 == 0 { await Task.yield() }
                return token.keep(number % 2 == 0)
            }
        }
    }

    func testClosuresThatWaitForTheirCancellationAreCancelled() {
        let ended = Counter()
        let begun = Counter()
        race("cancellation", ordered: false) { source, round, token in
            source.map(maxConcurrent: 3) { number in
                begun.add()
                defer { ended.add() }
                if round % 3 != 0 { try? await Task.sleep(nanoseconds: 60_000_000_000) }
                return token.keep(number)
            }
        }
        waitUntil(within: 60) { begun.value == ended.value }
        XCTAssertEqual(begun.value, ended.value)
        XCTAssertGreaterThan(begun.value, 0)
    }

    /// All elements arrive, although workers park and are woken all the time.
    func testNoElementIsForgotten() {
        let count = TestMode.size(200_000, debug: 50_000, sanitized: 20_000)
        for (limit, ordered) in [(1, false), (2, true), (4, false), (16, true)] {
            let source = PublishSubject<Int>()
            let received = Box<[Int]>([])
            let isOver = Moment()
            _ = source.map(maxConcurrent: limit, ordered: ordered) { $0 }
                .subscribe(onNext: { received.value.append($0) }, onDisposed: { isOver.set() })
            for number in 0..<count {
                source.onNext(number)
                if number % 100 == 0 { sched_yield() }
            }
            source.onCompleted()
            isOver.wait()
            let elements = ordered || limit == 1 ? received.value : received.value.sorted()
            XCTAssertTrue(elements == Array(0..<count), "\(limit), \(ordered)")
        }
    }

    /// Each element comes when the one before has arrived, while its worker goes to rest: nothing later would wake it.
    func testASingleElementIsNotForgotten() {
        for limit in [1, 2] {
            let source = PublishSubject<Int>()
            let received = Counter(-1)
            let subscription = source.map(maxConcurrent: limit) { $0 }.subscribe(onNext: { received.setOrdered($0) })
            for number in 0..<20 * rounds {
                for _ in 0..<number % 1_500 { _ = received.ordered }
                source.onNext(number)
                if !waitUntil(within: 30, { received.ordered == number }) {
                    XCTFail("\(number) has not arrived, \(limit) at a time")
                    break
                }
            }
            subscription.dispose()
        }
    }

    /// One thread makes room for results that are held back, while the source or a closure fails on another thread.
    func testAFailureWhileRoomIsMade() {
        let rounds = rounds / 2
        let tally = Token.Tally()
        let running = Counter()
        let racer = Racer()
        defer { racer.stop() }
        var wrong: [String] = []
        for round in 0..<rounds {
            let bySource = round % 2 == 0
            let scheduler = ManualScheduler()
            let observer = Box<AnyObserver<Int>?>(nil)
            let mayFail = ReplaySubject<Void>.create(bufferSize: 1)
            let (inside, elements, ends, misplaced) = (Counter(), Counter(), Counter(), Counter())
            func subscribe(_ token: Token) -> Disposable {
                Observable<Int>.create(pausable: { sink, pressure in
                    observer.value = sink
                    for number in 0..<4 { sink.onNext(token.keep(number)) }
                    return Disposables.create()
                })
                .map(maxConcurrent: 4, ordered: round % 4 < 2) { number in
                    running.add()
                    defer { running.add(-1) }
                    if bySource || number != 3 { return token.keep(number) }
                    _ = try await mayFail.first().value
                    throw TestError()
                }
                .do(
                    onNext: { _ in
                        if inside.add() != 1 || ends.value > 0 { misplaced.add() }
                        inside.add(-1)
                    },
                    onError: { _ in
                        if inside.add() != 1 { misplaced.add() }
                        ends.add()
                        inside.add(-1)
                    }
                )
                .observe(on: scheduler, capacity: 1, overflow: .suspend)
                .subscribe(onNext: { _ in elements.add() }, onError: { _ in ends.add() })
            }
            let subscription = subscribe(Token(tally))
            // The first result has filled the queue.
            if !waitUntil(within: 60, { scheduler.waitingCount > 0 }) { wrong.append("\(round): no result") }
            racer.race(delay: round % 97 * 20 - 500) {
                for _ in 0..<4 { scheduler.runDue() }
            } _: {
                if bySource { observer.value?.onError(TestError()) } else { mayFail.onNext(()) }
            }
            let hasEnded = waitUntil(within: 60) {
                scheduler.runDue()
                return ends.value >= 2
            }
            if !hasEnded || ends.value != 2 { wrong.append("\(round): \(ends.value) ends") }
            if misplaced.value > 0 || elements.value > 4 { wrong.append("\(round): events overlap or follow the end") }
            observer.value = nil
            subscription.dispose()
        }
        waitUntil(within: 60) { tally.count == 0 && running.value == 0 }
        XCTAssertEqual(tally.count, 0, "captures are left")
        XCTAssertEqual(running.value, 0, "closures still run")
        XCTAssertEqual(wrong, [])
    }

    func testNoCallbackRunsWhenAWaitIsOver() {
        let rounds = TestMode.size(100_000, debug: 20_000, sanitized: 10_000)
        let tally = Token.Tally()
        let isRunning = Counter()
        let running = Counter()
        let subject = PublishSubject<Int>()
        let isOver = Counter()
        let current = Box<PublishSubject<Int>>(PublishSubject())
        let lock = NSLock()
        let emitter = TestThread {
            var number = 0
            while isOver.value == 0 {
                number += 1
                subject.onNext(number)
                // Now and then the subscription ends by itself.
                if number % 8 == 0 { lock.withLock { current.value }.onCompleted() }
            }
        }
        let done = Moment()
        Task.detached {
            for round in 0..<rounds {
                let token = Token(tally)
                let end = PublishSubject<Int>()
                lock.withLock { current.value = end }
                let subscription = subject.take(until: end).subscribeWaitable(
                    onNext: { _ in
                        isRunning.setOrdered(1)
                        token.keep()
                        isRunning.setOrdered(0)
                    },
                    onCompleted: {
                        isRunning.setOrdered(1)
                        token.keep()
                        isRunning.setOrdered(0)
                    },
                    onDisposed: { token.keep() }
                )
                for _ in 0..<round % 50 { _ = tally.count }
                if round % 3 == 0 {
                    async let other: Void = subscription.disposeAndWait()
                    await subscription.disposeAndWait()
                    if isRunning.ordered != 0 { running.add() }
                    await other
                } else {
                    await subscription.disposeAndWait()
                }
                if isRunning.ordered != 0 { running.add() }
            }
            done.set()
        }
        done.wait()
        isOver.set(1)
        emitter.join()
        XCTAssertEqual(running.value, 0)
        waitUntil(within: 60) { tally.count == 0 }
        XCTAssertEqual(tally.count, 0)
    }
}
