import Foundation
import Millrace
import TestSupport
import XCTest

/// A callback that does not return while others send: what waits for it belongs to the subscription, and goes with it.
final class BlockedGateTests: StressTestCase {
    private let count = TestMode.size(10_000, sanitized: 500)

    /// Subscribes to `source`, whose first element after `arm` blocks on a thread of its own, calls `fill` meanwhile and
    /// disposes; then nothing of it is left, before the callback returns, nor when more is sent.
    private func check(
        _ name: String,
        _ source: Observable<Int>,
        prepare: @escaping () -> Void = {},
        block: @escaping () -> Void,
        fill: @escaping (Int) -> Void,
        line: UInt = #line
    ) {
        let isArmed = Counter()
        let isInside = Moment()
        let mayLeave = Moment()
        let after = Counter()
        let subscription = source.subscribe(
            onNext: { _ in
                guard isArmed.value == 1 else { return }
                isArmed.add()
                isInside.set()
                mayLeave.wait()
                after.add()
            }
        )
        prepare()
        isArmed.add()
        let blocked = TestThread(block)
        guard isInside.wait(seconds: 60) else { return XCTFail("\(name): nothing was delivered", line: line) }
        assertMemoryReturns(within: 48 << 10, name, line: line) { [count] in
            for number in 1...count { fill(number) }
            assertReturns(within: 60, line: line) { subscription.dispose() }
            for number in 1...count { fill(number) }
        }
        XCTAssertEqual(after.value, 0, name, line: line)
        mayLeave.set()
        blocked.join()
    }

    func testADisposedSubscriptionKeepsNothingAtItsGate() {
        for shape in TwoSourceOperator.gates where !shape.name.hasPrefix("zip") {
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            let blocksSecond = ["sample", "switchLatest", "flatMapLatest"].contains(shape.name)
            check(
                shape.name,
                shape.apply(first, second),
                prepare: {
                    if shape.name == "skip(until:)" { second.onNext(1) }
                    if shape.name == "sample" || shape.name == "withLatestFrom" || shape.name.hasPrefix("combine") {
                        first.onNext(1)
                        second.onNext(1)
                    }
                    if shape.name == "sample" { first.onNext(2) }
                },
                block: { (blocksSecond ? second : first).onNext(3) },
                fill: { number in
                    first.onNext(number)
                    second.onNext(number)
                }
            )
        }
    }

    func testWhatWaitsForALiveSubscriptionIsDeliveredWhenTheCallbackReturns() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let isInside = Moment()
        let mayLeave = Moment()
        let heard = Recorder<Int>()
        let subscription = Observable.merge(first, second)
            .do(onNext: { number in
                if number == 0 {
                    isInside.set()
                    mayLeave.wait()
                }
            })
            .subscribe(heard)
        let blocked = TestThread { first.onNext(0) }
        isInside.wait()
        for number in 1...count { second.onNext(number) }
        XCTAssertEqual(heard.elements, [])
        mayLeave.set()
        blocked.join()
        XCTAssertEqual(heard.elements, Array(0...count))
        subscription.dispose()
    }

    func testADisposedSubscriptionOfASubjectWithMemoryKeepsNothing() {
        let behavior = BehaviorSubject(value: 0)
        let replay = ReplaySubject<Int>.create(bufferSize: 2)
        replay.onNext(0)
        let source = PublishSubject<Int>()
        let shared = source.share(replay: 1)
        let stays = shared.subscribe()
        source.onNext(0)
        let subjects: [(String, Observable<Int>, (Int) -> Void)] = [
            ("BehaviorSubject", behavior, { behavior.onNext($0) }),
            ("ReplaySubject", replay, { replay.onNext($0) }),
            ("share(replay: 1)", shared, { source.onNext($0) }),
        ]
        for (name, subject, send) in subjects {
            // The callback blocks inside of the second source's `subscribe`.
            let isInside = Moment()
            let mayLeave = Moment()
            let first = PublishSubject<Int>()
            let subscription = first.concat(subject).subscribe(
                onNext: { _ in
                    isInside.set()
                    mayLeave.wait()
                }
            )
            let subscriber = TestThread { first.onCompleted() }
            isInside.wait()
            assertMemoryReturns(within: 48 << 10, name) { [count] in
                for number in 1...count { send(number) }
                assertReturns(within: 60) { subscription.dispose() }
                for number in 1...count { send(number) }
            }
            mayLeave.set()
            XCTAssertTrue(subscriber.join(timeout: 60), "\(name): the subscription did not return")
        }
        stays.dispose()
    }

    /// The list has let go of such an observer already, when it is disposed.
    func testWhatWaitsBetweenAReplayAndTheEndGoesWithTheSubscription() {
        let subject = BehaviorSubject<Token?>(value: nil)
        let first = PublishSubject<Token?>()
        let isInside = Moment()
        let mayLeave = Moment()
        let subscription = first.concat(subject).subscribe(
            onNext: { _ in
                isInside.set()
                mayLeave.wait()
            }
        )
        let subscriber = TestThread { first.onCompleted() }
        isInside.wait()
        let tally = Token.Tally()
        for _ in 0..<10 { subject.onNext(Token(tally)) }
        subject.onNext(nil)
        subject.onCompleted()
        XCTAssertEqual(tally.count, 10)
        assertReturns(within: 60) { subscription.dispose() }
        XCTAssertEqual(tally.count, 0)
        mayLeave.set()
        subscriber.join()
    }

    func testSourcesThatWaitForTheirTurnGoWithTheSubscription() {
        let outer = PublishSubject<Observable<Int>>()
        let inner = PublishSubject<Int>()
        let isInside = Moment()
        let mayLeave = Moment()
        let subscription = outer.concat().subscribe(
            onNext: { _ in
                isInside.set()
                mayLeave.wait()
            }
        )
        outer.onNext(inner)
        let tally = Token.Tally()
        for _ in 0..<10 {
            let token = Token(tally)
            outer.onNext(
                .create { _ in
                    token.keep()
                    return Disposables.create()
                }
            )
        }
        XCTAssertEqual(tally.count, 10)
        let blocked = TestThread { inner.onNext(1) }
        isInside.wait()
        assertReturns(within: 60) { subscription.dispose() }
        XCTAssertEqual(tally.count, 0)
        mayLeave.set()
        blocked.join()
    }
}
