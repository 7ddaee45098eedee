import Millrace
import TestSupport
import XCTest

final class BehaviorSubjectTests: XCTestCase {
    func testANewObserverGetsTheValueFirst() {
        let subject = BehaviorSubject(value: 1)
        let early = Recorder<Int>()
        let late = Recorder<String>()
        let first = subject.subscribe(early)
        XCTAssertEqual(early.marks, ["1"])
        subject.onNext(2)
        let second = subject.map { "<\($0)>" }.subscribe(late)
        subject.on(.next(3))
        first.dispose()
        subject.onNext(4)
        XCTAssertEqual(early.marks, ["1", "2", "3"])
        XCTAssertEqual(late.marks, ["<2>", "<3>", "<4>"])
        second.dispose()
    }

    func testTheValueIsTheLatestElement() throws {
        let subject = BehaviorSubject(value: "a")
        XCTAssertEqual(try subject.value(), "a")
        subject.onNext("b")
        XCTAssertEqual(try subject.value(), "b")
        let subscription = subject.subscribe(onNext: { _ in })
        subject.onNext("c")
        XCTAssertEqual(try subject.value(), "c")
        subscription.dispose()
    }

    func testACompletedSubjectKeepsItsValueAndReplaysTheCompletionAlone() throws {
        let subject = BehaviorSubject(value: 1)
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        _ = subject.subscribe(early)
        subject.onNext(2)
        subject.onCompleted()
        subject.onNext(3)
        subject.onError(TestError())
        let subscription = subject.subscribe(late)
        XCTAssertEqual(early.marks, ["1", "2", "|"])
        XCTAssertEqual(late.marks, ["|"])
        XCTAssertEqual(try subject.value(), 2)
        XCTAssertTrue((subscription as! Cancelable).isDisposed)
    }

    func testAFailedSubjectThrowsItsErrorAndReplaysItAlone() {
        let subject = BehaviorSubject(value: 1)
        let early = Recorder<Int>()
        let late = Recorder<Int>()
        _ = subject.subscribe(early)
        subject.onError(TestError("a"))
        subject.onNext(2)
        subject.onCompleted()
        _ = subject.subscribe(late)
        XCTAssertEqual(early.marks, ["1", "x(a)"])
        XCTAssertEqual(late.marks, ["x(a)"])
        XCTAssertThrowsError(try subject.value()) { XCTAssertEqual($0 as? TestError, TestError("a")) }
    }

    func testADisposedSubjectThrowsAndFailsItsSubscribers() {
        let subject = BehaviorSubject(value: 1)
        let recorder = Recorder<Int>()
        let subscription = subject.subscribe(recorder)
        subject.dispose()
        subject.dispose()
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["1"])
        XCTAssertTrue(subject.isDisposed)
        XCTAssertFalse(subject.hasObservers)
        XCTAssertThrowsError(try subject.value()) { error in
            guard case RxError.disposed(let object) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(object === subject)
        }
        var errors: [Error] = []
        _ = subject.subscribe(onNext: { _ in XCTFail("an element") }, onError: { errors.append($0) })
        guard case RxError.disposed(let object)? = errors.first else { return XCTFail("\(errors)") }
        XCTAssertTrue(object === subject)
        subscription.dispose()
    }

    func testADisposedSubjectReleasesItsValueOutsideItsLock() {
        for ends in [false, true] {
            let subject = BehaviorSubject<AnyObject?>(value: nil)
            let released = Counter()
            var isDisposedError = false
            do {
                let value = Token(released) {
                    // The lock is free: neither call waits.
                    subject.onNext(nil)
                    do { _ = try subject.value() } catch RxError.disposed { isDisposedError = true } catch {}
                }
                subject.onNext(value)
            }
            if ends { subject.onCompleted() }
            XCTAssertEqual(released.value, 0)
            subject.dispose()
            XCTAssertEqual(released.value, 1, "a subject that ended before: \(ends)")
            XCTAssertTrue(isDisposedError)
            subject.onNext(Token(released) {})
            XCTAssertEqual(released.value, 2)
        }
    }

    private final class Token {
        private let released: Counter
        private let action: () -> Void

        init(_ released: Counter, _ action: @escaping () -> Void) {
            self.released = released
            self.action = action
        }

        deinit {
            released.add()
            action()
        }
    }

    func testASubjectThatIsDisposedAfterItsEndFailsItsSubscribers() {
        let subject = BehaviorSubject(value: 1)
        subject.onError(TestError("a"))
        subject.dispose()
        var failed = false
        _ = subject.subscribe(onError: { failed = $0 is RxError })
        XCTAssertTrue(failed)
        XCTAssertThrowsError(try subject.value()) { XCTAssertTrue($0 is RxError) }
    }

    func testHasObserversTellsWhetherAnybodyIsSubscribed() {
        let subject = BehaviorSubject(value: 1)
        checkHasObservers(of: subject) { subject.hasObservers }
    }

    func testNobodyIsSubscribedAnyMoreWhileTheTerminalEventIsHandedOut() {
        let subject = BehaviorSubject(value: 1)
        var during: Bool?
        let subscription = subject.subscribe(onCompleted: { during = subject.hasObservers })
        subject.onCompleted()
        XCTAssertEqual(during, false)
        subscription.dispose()
    }

    func testWhatAnObserverSendsWhileItGetsTheValueReachesItAtOnce() {
        let subject = BehaviorSubject(value: 0)
        var calls: [String] = []
        let subscription = subject.subscribe(onNext: {
            calls.append("(\($0)")
            if $0 < 3 { subject.onNext($0 + 1) }
            calls.append("\($0))")
        })
        XCTAssertEqual(calls, ["(0", "(1", "(2", "(3", "3)", "2)", "1)", "0)"])
        subscription.dispose()
    }

    func testASecondObserverHearsWhatTheFirstSendsFromTheReplay() {
        let subject = BehaviorSubject(value: 0)
        let other = Recorder<Int>()
        let first = subject.subscribe(other)
        let second = subject.subscribe(onNext: { if $0 == 0 { subject.onNext(1) } })
        XCTAssertEqual(other.marks, ["0", "1"])
        first.dispose()
        second.dispose()
    }

    func testAnObserverThatEndsTheSubjectWhileItGetsTheValueHearsTheEndAtOnce() {
        let subject = BehaviorSubject(value: 0)
        var calls: [String] = []
        let subscription = subject.subscribe(
            onNext: {
                calls.append("(\($0)")
                subject.onCompleted()
                calls.append(")")
            },
            onCompleted: { calls.append("|") },
            onDisposed: { calls.append("disposed") }
        )
        XCTAssertEqual(calls, ["(0", "|", "disposed", ")"])
        XCTAssertTrue((subscription as! Cancelable).isDisposed)
    }

    func testTakeOfTheValueAloneLeavesNoObserver() {
        let subject = BehaviorSubject(value: 1)
        let recorder = Recorder<Int>()
        _ = subject.take(1).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testTheEventsOfASubscriptionToACompletedSubjectAreInRxSwiftsOrder() {
        let subject = BehaviorSubject(value: 1)
        subject.onCompleted()
        var calls: [String] = []
        _ = subject.subscribe(
            onNext: { _ in calls.append("next") },
            onCompleted: { calls.append("completed") },
            onDisposed: { calls.append("disposed") }
        )
        XCTAssertEqual(calls, ["completed", "disposed"])
    }

    func testANestedEmissionReachesEverybodyBeforeTheOuterOneGoesOn() {
        let subject = BehaviorSubject(value: 0)
        var calls: [String] = []
        let first = subject.subscribe(onNext: {
            calls.append("a\($0)")
            if $0 == 1 { subject.onNext(2) }
        })
        let second = subject.subscribe(onNext: { calls.append("b\($0)") })
        subject.onNext(1)
        XCTAssertEqual(calls, ["a0", "b0", "a1", "a2", "b2", "b1"])
        first.dispose()
        second.dispose()
    }

    func testItIsItsOwnObserver() {
        let subject = BehaviorSubject(value: 0)
        XCTAssertTrue(subject.asObserver() === subject)
        XCTAssertTrue(subject.asObservable() === subject)
        _ = Observable.of(1, 2).subscribe(subject)
        XCTAssertEqual(try? subject.value(), 2)
    }
}

/// What a subject with memory releases, and when.
final class BehaviorSubjectReleaseTests: XCTestCase {
    private let tally = Token.Tally()

    override func tearDown() {
        XCTAssertEqual(tally.count, 0, "tokens that are left")
        super.tearDown()
    }

    func testTheFormerValueIsReleasedBeforeTheNewOneIsDelivered() {
        let subject = BehaviorSubject(value: Token(tally))
        var counts: [Int] = []
        let subscription = subject.skip(1).subscribe(onNext: { [tally] _ in counts.append(tally.count) })
        subject.onNext(Token(tally))
        XCTAssertEqual(counts, [1])
        XCTAssertEqual(tally.count, 1)
        subscription.dispose()
    }

    func testTheDeinitOfAValueMayUseTheSubject() {
        final class Meddler: @unchecked Sendable {
            weak var subject: BehaviorSubject<Meddler?>?
            var seen: (() -> Void)?
            deinit {
                guard let subject else { return }
                XCTAssertNil(try? subject.value())
                subject.subscribe(onNext: { _ in }).dispose()
                subject.onNext(nil)
                seen?()
            }
        }
        var seen = 0
        let subject = BehaviorSubject<Meddler?>(value: nil)
        let recorder = Recorder<Bool>()
        let subscription = subject.map { $0 != nil }.subscribe(recorder)
        do {
            let meddler = Meddler()
            meddler.subject = subject
            meddler.seen = { seen += 1 }
            subject.onNext(meddler)
        }
        subject.onNext(nil)
        XCTAssertEqual(seen, 1)
        XCTAssertEqual(recorder.elements, [false, true, false, false])
        subscription.dispose()
    }

    func testCapturesGoWhenASubscriptionEnds() {
        func subscribe(to subject: Observable<Int>) -> [Disposable] {
            let tokens = (0..<4).map { _ in Token(tally) }
            return [
                subject.subscribe(onNext: { _ in tokens[0].keep() }, onError: { _ in tokens[1].keep() }),
                subject.map { tokens[2].keep($0) }.subscribe(onNext: { _ in tokens[3].keep() }, onError: { _ in }),
            ]
        }
        let ends: [(BehaviorSubject<Int>, [Disposable]) -> Void] = [
            { _, subscriptions in for subscription in subscriptions { subscription.dispose() } },
            { subject, _ in subject.onCompleted() },
            { subject, _ in subject.onError(TestError()) },
            { subject, _ in subject.dispose() },
        ]
        for (number, end) in ends.enumerated() {
            let subject = BehaviorSubject(value: 1)
            let subscriptions = subscribe(to: subject)
            XCTAssertEqual(tally.count, 4)
            end(subject, subscriptions)
            XCTAssertEqual(tally.count, 0, "end \(number)")
            let late = subscribe(to: subject)
            for subscription in subscriptions + late { subscription.dispose() }
            XCTAssertEqual(tally.count, 0, "after end \(number)")
        }
        var dropped: BehaviorSubject<Int>? = BehaviorSubject(value: 1)
        let subscriptions = subscribe(to: dropped!)
        dropped = nil
        XCTAssertEqual(tally.count, 0)
        for subscription in subscriptions { subscription.dispose() }
    }

    func testTheLastReferenceToTheSubjectMayGoInTheReplay() {
        var subject: BehaviorSubject<Int>? = BehaviorSubject(value: 1)
        weak let alive = subject
        var heard: [Int] = []
        func subscribe() -> Disposable {
            subject!.subscribe(onNext: {
                subject = nil
                heard.append($0)
            })
        }
        let subscription = subscribe()
        XCTAssertEqual(heard, [1])
        XCTAssertNil(alive)
        subscription.dispose()
    }
}
