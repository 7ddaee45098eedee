import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class MapOnFailureTests: MarbleTestCase {
    /// A closure that throws for some elements, and how often it was called.
    private final class Work {
        private(set) var calls: [String] = []
        var failing: [String: Int]

        /// - Parameter failing: how often the closure throws for an element.
        init(_ failing: [String: Int] = ["x": .max]) {
            self.failing = failing
        }

        func run(_ element: String) throws -> String {
            calls.append(element)
            if let left = failing[element], left > 0 {
                failing[element] = left - 1
                throw TestError(element)
            }
            return element.uppercased()
        }
    }

    private func policy(_ attempts: Int) -> RetryPolicy {
        RetryPolicy(maxAttempts: attempts, initialDelay: .seconds(2))
    }

    func testAnElementIsLeftOut() {
        check(
            source: "-ax-b-x|",
            result: "-A--B--|",
            active: "^------!"
        ) { source, _ in source.map(onFailure: .skip) { try Work().run($0) } }
    }

    func testAnErrorOfTheSourceEndsTheStream() {
        check(
            source: "-x-a#",
            result: "---A#"
        ) { source, _ in source.map(onFailure: .skip) { try Work().run($0) } }
    }

    func testAnElementIsReportedWithItsError() {
        var failed: [FailedElement<Int>] = []
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2, 3, 4, 5)
            .map(onFailure: .report { failed.append($0) }) { number in
                if number.isMultiple(of: 2) { throw TestError("\(number)") }
                return 10 * number
            }
            .subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["10", "30", "50", "|"])
        XCTAssertEqual(failed.map(\.element), [2, 4])
        XCTAssertEqual(failed.map { "\($0.error)" }, ["2", "4"])
        XCTAssertEqual(failed.map(\.attempts), [1, 1])
        XCTAssertEqual(failed.map(\.count), [1, 2])
    }

    func testAReportMayEndTheStream() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription =
            subject
            .map(onFailure: .report { if $0.element == 3 { throw $0.error } }) { number in
                if number > 1 { throw TestError("\(number)") }
                return number
            }
            .subscribe(recorder)
        for number in 1...4 { subject.onNext(number) }
        XCTAssertEqual(recorder.marks, ["1", "x(3)"])
        XCTAssertFalse(subject.hasObservers)
        subscription.dispose()
    }

    func testDeadLettersGoToAnObserverThatGoesOn() {
        let letters = PublishSubject<FailedElement<Int>>()
        let received = Recorder<String>()
        let reading = letters.map { "\($0.element) \($0.error)" }.subscribe(received)
        for _ in 0..<2 {
            _ = Observable.of(1, 2).map(onFailure: .deadLetter(to: letters)) { _ -> Int in throw TestError("bad") }
                .subscribe()
        }
        XCTAssertEqual(received.marks, ["1 bad", "2 bad", "1 bad", "2 bad"])
        reading.dispose()
    }

    func testEachSubscriptionCountsForItself() {
        var counts: [Int] = []
        let result = Observable.of(1, 2)
            .map(onFailure: .report { counts.append($0.count) }) { _ -> Int in throw TestError() }
        for _ in 0..<2 { _ = result.subscribe() }
        XCTAssertEqual(counts, [1, 2, 1, 2])
    }

    /// One poisoned element among a million.
    func testAPoisonedElementInAMillion() {
        for retries in [false, true] {
            let count = TestMode.size(retries ? 100_000 : 1_000_000, sanitized: 100_000)
            let scheduler = TestScheduler(initialClock: 0)
            var failed: [FailedElement<Int>] = []
            let report = FailureStrategy<Int>.report { failed.append($0) }
            let strategy =
                retries
                ? .retry(RetryPolicy(maxAttempts: 3, initialDelay: .seconds(1)), scheduler: scheduler, then: report)
                : report
            var sum = 0
            var isOver = false
            let subscription = Observable.range(start: 0, count: count)
                .map(onFailure: strategy) { number in
                    if number == count / 2 { throw TestError("poison") }
                    return 1
                }
                .subscribe(onNext: { sum += $0 }, onCompleted: { isOver = true })
            scheduler.start()
            XCTAssertEqual(sum, count - 1)
            XCTAssertTrue(isOver)
            XCTAssertEqual(failed.map(\.element), [count / 2])
            XCTAssertEqual(failed.map(\.attempts), [retries ? 3 : 1])
            subscription.dispose()
        }
    }

    // MARK: Further attempts

    func testAnElementIsTriedAgain() {
        let work = Work(["b": 1])
        check(
            source: "-ab--c-|",
            result: "-A--BC-|",
            active: "^------!"
        ) { [policy = policy(3)] source, scheduler in
            source.map(onFailure: .retry(policy, scheduler: scheduler)) { try work.run($0) }
        }
        XCTAssertEqual(work.calls, ["a", "b", "b", "c"])
    }

    func testElementsBehindItWait() {
        let work = Work(["b": 2])
        check(
            source: "-abcd---------e|",
            // After 2 s and 4 s.
            result: "-A------(BCD)-----E|"
        ) { [policy = policy(3)] source, scheduler in
            source.map(onFailure: .retry(policy, scheduler: scheduler)) { try work.run($0) }
        }
    }

    func testAnElementIsGivenUpWhenThePolicySaysSo() {
        var failed: [FailedElement<String>] = []
        let work = Work(["x": .max, "y": 1])
        check(
            source: "-axyb|",
            result: "-A--------(YB|)",
            active: "^----!"
        ) { [policy = policy(3)] source, scheduler in
            source.map(onFailure: .retry(policy, scheduler: scheduler, then: .report { failed.append($0) })) {
                try work.run($0)
            }
        }
        // x at 2, 4 and 8, then y at 8 and 10.
        XCTAssertEqual(work.calls, ["a", "x", "x", "x", "y", "y", "b"])
        XCTAssertEqual(failed.map(\.element), ["x"])
        XCTAssertEqual(failed.map(\.attempts), [3])
        XCTAssertEqual(failed.map(\.count), [1])
    }

    func testAPolicyOfOneAttemptWaitsForNothing() {
        check(
            source: "-axb|",
            result: "-A-B|"
        ) { [policy = policy(1)] source, scheduler in
            source.map(onFailure: .retry(policy, scheduler: scheduler)) { try Work().run($0) }
        }
    }

    func testAnErrorOfTheSourceDropsWhatWaits() {
        check(
            source: "-xab#",
            result: "----#",
            active: "^---!"
        ) { [policy = policy(9)] source, scheduler in
            source.map(onFailure: .retry(policy, scheduler: scheduler)) { try Work().run($0) }
        }
    }

    func testAReportAfterTheLastAttemptMayEndTheStream() {
        check(
            source: "-xab-----",
            result: "---#",
            active: "^--!",
            error: TestError("x")
        ) { [policy = policy(2)] source, scheduler in
            source.map(onFailure: .retry(policy, scheduler: scheduler, then: .report { throw $0.error })) {
                try Work().run($0)
            }
        }
    }

    func testTheSourceIsHeldBackMeanwhile() {
        let scheduler = TestScheduler(initialClock: 0)
        let emitted = Counter()
        let result = Observable.range(start: 0, count: 1_000).do(onNext: { _ in emitted.add() })
            .map(onFailure: .retry(policy(2), scheduler: scheduler)) { number in
                if number % 10 == 9 { throw TestError() }
                return number
            }
        var sum = 0
        let subscription = result.subscribe(onNext: { sum += $0 })
        XCTAssertEqual(emitted.value, 10)
        scheduler.advanceTo(2)
        XCTAssertEqual(emitted.value, 20)
        scheduler.start()
        XCTAssertEqual(emitted.value, 1_000)
        XCTAssertEqual(sum, (0..<1_000).filter { $0 % 10 != 9 }.reduce(0, +))
        subscription.dispose()
    }

    func testAHotSourceIsBoundedByAQueueInFront() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let work = Counter()
        let subscription =
            subject
            .observe(on: scheduler, capacity: 2, overflow: .dropOldest)
            .map(onFailure: .retry(policy(2), scheduler: scheduler)) { number in
                if work.add() == 1 { throw TestError() }
                return number
            }
            .subscribe(recorder)
        subject.onNext(0)
        scheduler.advanceTo(1)
        for number in 1...9 { subject.onNext(number) }
        scheduler.start()
        XCTAssertEqual(recorder.elements, [0, 8, 9])
        subscription.dispose()
    }

    func testAClientThatReadsNothing() {
        let (scheduler, consumer) = (ManualScheduler(), ManualScheduler())
        let emitted = Counter()
        let subscription = Observable.range(start: 0, count: 1_000).do(onNext: { _ in emitted.add() })
            .map(onFailure: .retry(policy(2), scheduler: scheduler)) { number in
                if number == 1 { throw TestError() }
                return number
            }
            .observe(on: consumer, capacity: 3, overflow: .suspend)
            .subscribe()
        scheduler.advance(by: .seconds(60))
        XCTAssertLessThanOrEqual(emitted.value, 5)
        subscription.dispose()
    }

    func testWhatTheClosureMakesTheSourceSendComesAfterTheElement() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription =
            subject
            .map(onFailure: .retry(policy(2), scheduler: scheduler)) { number in
                if number < 3 { subject.onNext(number + 1) }
                if number == 3 { subject.onCompleted() }
                return number
            }
            .subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"])
        subscription.dispose()
    }

    func testWhatWaitsIsReleasedWithTheSubscription() {
        let scheduler = TestScheduler(initialClock: 0)
        let (elements, captures) = (Token.Tally(), Token.Tally())
        let subject = PublishSubject<Token>()
        func subscribe(_ token: Token) -> Disposable {
            subject.map(onFailure: .retry(policy(9), scheduler: scheduler)) { _ in
                token.keep()
                throw TestError()
            }
            .subscribe(onNext: { () in })
        }
        let subscription = subscribe(Token(captures))
        for _ in 0..<3 { subject.onNext(Token(elements)) }
        XCTAssertEqual(elements.count, 3)
        subscription.dispose()
        XCTAssertEqual(elements.count, 0)
        XCTAssertEqual(captures.count, 0)
    }
}
