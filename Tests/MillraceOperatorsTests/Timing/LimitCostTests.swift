import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// What elements cost, and callbacks of `limit` that do more than look.
final class LimitCostTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
    private let recorder = Recorder<Int>()
    private var times: [Int] = []

    /// Subscribes, and notes when elements come, in milliseconds.
    private func subscribe(_ result: Observable<Int>) -> Disposable {
        let scheduler = scheduler
        return result.do(onNext: { [unowned self] _ in times.append(scheduler.clock) }).subscribe(recorder)
    }

    func testElementsCostWhatTheClosureSays() {
        let subscription = subscribe(
            Observable.of(3, 2, 5, 0, -7, 1)
                .limit(
                    Rate(1, per: .milliseconds(10), burst: 5),
                    cost: { $0 },
                    overflow: .suspend,
                    scheduler: scheduler
                )
        )
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["3", "2", "5", "0", "-7", "1", "|"])
        XCTAssertEqual(times, [0, 0, 50, 50, 50, 60])
        subscription.dispose()
    }

    func testACostBeyondTheBurstIsAnErrorWithItsNumber() {
        let subscription = subscribe(
            Observable.of(5, 6, 1)
                .limit(
                    Rate(1, per: .milliseconds(10), burst: 5),
                    cost: { $0 },
                    overflow: .suspend,
                    scheduler: scheduler
                )
        )
        scheduler.start()
        XCTAssertEqual(recorder.events.count, 2)
        guard case .error(let error) = recorder.events.last else { return XCTFail("\(recorder.marks)") }
        XCTAssertEqual((error as? CostError)?.cost, 6)
        XCTAssertEqual((error as? CostError)?.burst, 5)
        XCTAssertEqual("\(error)", "limit: an element costs 6 tokens, and there are never more than 5")
        subscription.dispose()
    }

    func testAnErrorOfTheClosureEndsTheStream() {
        let subject = PublishSubject<Int>()
        let subscription = subscribe(
            subject.limit(
                Rate(1, per: .seconds(1), burst: 3),
                cost: { if $0 == 2 { throw TestError() } else { 1 } },
                overflow: .dropNewest,
                scheduler: scheduler
            )
        )
        for number in 1...3 { subject.onNext(number) }
        XCTAssertEqual(recorder.marks, ["1", "x(error)"])
        XCTAssertFalse(subject.hasObservers)
        subscription.dispose()
    }

    func testTheClosureIsCalledOnceForEachElement() {
        let consumer = ManualScheduler()
        var calls: [Int] = []
        let subscription = Observable.range(start: 0, count: 6)
            .limit(
                Rate(1, per: .milliseconds(10)),
                cost: {
                    calls.append($0)
                    return 1
                },
                capacity: 3,
                overflow: .suspend,
                scheduler: scheduler
            )
            .observe(on: consumer, capacity: 1, overflow: .suspend)
            .subscribe(recorder)
        for time in stride(from: 0, through: 200, by: 5) {
            scheduler.advanceTo(time)
            consumer.runDue()
        }
        XCTAssertEqual(recorder.elements, Array(0..<6))
        XCTAssertEqual(calls, Array(0..<6))
        subscription.dispose()
    }

    // MARK: Callbacks that do more

    func testWhatTheClosureMakesTheSourceSendComesAfterTheElement() {
        let subject = PublishSubject<Int>()
        let subscription = subscribe(
            subject.limit(
                Rate(1, per: .milliseconds(10), burst: 2),
                cost: {
                    if $0 < 3 { subject.onNext($0 + 1) }
                    return 1
                },
                overflow: .buffer,
                scheduler: scheduler
            )
        )
        subject.onNext(1)
        scheduler.start()
        XCTAssertEqual(recorder.elements, [1, 2, 3])
        XCTAssertEqual(times, [0, 0, 10])
        subscription.dispose()
    }

    func testWhatAnObserverMakesTheSourceSend() {
        let subject = PublishSubject<Int>()
        let subscription = subject.limit(Rate(1, per: .milliseconds(10)), overflow: .buffer, scheduler: scheduler)
            .do(onNext: { if $0 < 3 { subject.onNext($0 + 1) } else { subject.onCompleted() } })
            .subscribe(recorder)
        subject.onNext(1)
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"])
        XCTAssertEqual(scheduler.clock, 20)
        subscription.dispose()
    }

    func testADisposalInsideACallbackEndsIt() {
        let subscription = SingleAssignmentDisposable()
        let emitted = Counter()
        subscription.setDisposable(
            Observable.range(start: 0, count: .max).do(onNext: { _ in emitted.add() })
                .limit(Rate(1, per: .milliseconds(10)), overflow: .suspend, scheduler: scheduler)
                .subscribe(onNext: { if $0 == 3 { subscription.dispose() } })
        )
        scheduler.start()
        XCTAssertEqual(emitted.value, 4)
        XCTAssertEqual(scheduler.clock, 30)
    }

    /// What the closure makes the source send comes after the element, also if some of that is dropped.
    func testACostThatMakesTheSourceSend() {
        let subject = PublishSubject<Int>()
        var (received, asked) = ([Int](), [Int]())
        let subscription =
            subject
            .limit(
                Rate(10, per: .seconds(1), burst: 10),
                cost: {
                    asked.append($0)
                    if $0 == 1 { for number in 2...4 { subject.onNext(number) } }
                    return 1
                },
                capacity: 1,
                overflow: .dropOldest,
                scheduler: scheduler
            )
            .subscribe(onNext: { received.append($0) })
        subject.onNext(1)
        XCTAssertEqual(received, [1, 4])
        XCTAssertEqual(asked, [1, 4])
        subject.onNext(5)
        XCTAssertEqual(received, [1, 4, 5])
        subscription.dispose()
    }

    func testADroppedElementThatEmitsWhenItDies() {
        /// Its death makes the source send, inside the operator.
        final class Dying {
            let number: Int
            let subject: PublishSubject<Dying>

            init(_ number: Int, _ subject: PublishSubject<Dying>) {
                self.number = number
                self.subject = subject
            }

            deinit {
                if number % 2 == 1 && number < 20 { subject.onNext(Dying(number + 1, subject)) }
            }
        }
        let subject = PublishSubject<Dying>()
        var received: [Int] = []
        let subscription =
            subject
            .limit(Rate(1, per: .milliseconds(10)), capacity: 2, overflow: .dropOldest, scheduler: scheduler)
            .subscribe(onNext: { received.append($0.number) })
        for number in stride(from: 1, to: 20, by: 2) { subject.onNext(Dying(number, subject)) }
        scheduler.start()
        XCTAssertEqual(received.first, 1)
        XCTAssertEqual(received.count, Set(received).count, "none comes twice")
        subscription.dispose()
    }

    func testWhatWaitsIsReleasedWithTheSubscription() {
        let tally = Token.Tally()
        let subject = PublishSubject<Token>()
        let subscription = subject.limit(Rate(1, per: .seconds(1)), overflow: .buffer, scheduler: scheduler)
            .subscribe()
        for _ in 0..<3 { subject.onNext(Token(tally)) }
        XCTAssertEqual(tally.count, 2)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
        XCTAssertFalse(subject.hasObservers)
    }

    func testASourceThatGoesAwayLeavesWhatWaits() {
        let tally = Token.Tally()
        func begin(_ token: Token) -> Disposable {
            let subject = PublishSubject<Int>()
            let result = subject.limit(Rate(1, per: .milliseconds(10)), overflow: .buffer, scheduler: scheduler)
            let subscription = subscribe(result.map { token.keep($0) })
            for number in 0..<3 { subject.onNext(number) }
            return subscription
        }
        let subscription = begin(Token(tally))
        XCTAssertEqual(tally.count, 1)
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["0", "1", "2"])
        XCTAssertEqual(tally.count, 0, "nothing more can come")
        subscription.dispose()
    }
}
