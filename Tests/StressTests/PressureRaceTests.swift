import Dispatch
import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Sources that are held back by a full bounded queue, and go on, on several threads at once.
final class PressureRaceTests: StressTestCase {
    private let rounds = TestMode.size(2_000, debug: 300, sanitized: 150)
    private let queues = (0..<3).map { ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "source \($0)")) }
    private let target = SerialDispatchQueueScheduler(qos: .userInitiated)

    private final class Waiting: @unchecked Sendable {
        private let lock = NSLock()
        private var emitted = 0
        private var received = 0
        private var most = 0

        func emit() {
            lock.withLock {
                emitted += 1
                most = max(most, emitted - received)
            }
        }

        func receive() { lock.withLock { received += 1 } }

        var result: (received: Int, most: Int) { lock.withLock { (received, most) } }
    }

    /// Three sources, each on a thread of its own, that keep `token`.
    private func sources(_ count: Int, _ token: Token, _ waiting: Waiting) -> Observable<Int> {
        Observable.merge(
            queues.enumerated().map { number, queue in
                let source: Observable<Int> =
                    switch number {
                    case 0: .range(start: 0, count: count)
                    case 1: .range(start: 0, count: count, scheduler: queue)
                    default:
                        .create(pausable: { observer, pressure in
                            var number = 0
                            func go() {
                                while pressure.isOpen, number < count {
                                    number += 1
                                    observer.onNext(number)
                                }
                                if number < count { pressure.onReopen(go) } else { observer.onCompleted() }
                            }
                            go()
                            return Disposables.create()
                        })
                    }
                return source.subscribe(on: queue).do(onNext: { _ in waiting.emit() }).map { token.keep($0) }
            }
        )
    }

    func testNothingIsLostAndNobodyWaitsForEver() {
        let tally = Token.Tally()
        for round in 0..<rounds {
            let capacity = 1 + round % 5
            let waiting = Waiting()
            let isOver = Moment()
            let subscription = sources(40, Token(tally), waiting)
                .observe(on: target, capacity: capacity, overflow: .suspend)
                .subscribe(onNext: { _ in waiting.receive() }, onCompleted: { isOver.set() })
            guard isOver.wait(seconds: 60) else { return XCTFail("round \(round) does not end") }
            let result = waiting.result
            XCTAssertEqual(result.received, 120)
            // An element counts as emitted before it is counted in, and as received after it was counted out.
            XCTAssertLessThanOrEqual(result.most, capacity + 4, "round \(round)")
            subscription.dispose()
        }
        XCTAssertTrue(waitUntil(within: 60) { tally.count == 0 }, "\(tally.count) sources are left")
    }

    func testADisposalDuringAPauseReleasesEverything() {
        let tally = Token.Tally()
        for round in 0..<rounds {
            let waiting = Waiting()
            let subscription = sources(1_000_000, Token(tally), waiting)
                .observe(on: target, capacity: 2, overflow: .suspend)
                .subscribe(onNext: { _ in waiting.receive() })
            dawdle(round % 64)
            subscription.dispose()
        }
        XCTAssertTrue(waitUntil(within: 60) { tally.count == 0 }, "\(tally.count) sources are left")
    }

    /// The source is about as fast as the upper queue's consumer, which waits a moment for each next element.
    func testAQueueAboveAFullQueueKeepsItsElements() {
        var most: Int64 = 0
        for round in 0..<rounds {
            let emitted = AtomicCounter.Object()
            let passed = AtomicCounter.Object()
            let source = Observable<Int>.create(pausable: { observer, pressure in
                func go() {
                    while pressure.isOpen, emitted.value < 300 {
                        _ = emitted.add(1)
                        observer.onNext(0)
                        dawdle(round % 4)
                    }
                    if emitted.value < 300 { pressure.onReopen(go) } else { observer.onCompleted() }
                }
                go()
                return Disposables.create()
            })
            // Nobody iterates, so what has passed waits.
            let values =
                source
                .subscribe(on: queues[0])
                .observe(on: target, capacity: 2, overflow: .suspend)
                .do(onNext: { _ in _ = passed.add(1) })
                .values(capacity: 4, overflow: .suspend)
            // Both queues are full.
            waitUntil { emitted.value >= 6 }
            let isIdle = Moment()
            let action = target.schedule(()) {
                isIdle.set()
                return Disposables.create()
            }
            isIdle.wait()
            most = max(most, passed.value)
            action.dispose()
            _ = values
        }
        XCTAssertEqual(most, 4)
    }

    /// The room is taken while the sequence makes its element.
    func testASequenceOfATaskAsksWhenItsElementHasCome() {
        let isEarly = AtomicCounter.Object()
        for round in 0..<rounds {
            let gate = PressureGate()
            let isMade = Moment()
            let isReceived = Moment()
            let hasOpened = AtomicCounter.Object()
            let sequence = AsyncStream<Int> {
                gate.close()
                isMade.set()
                return 0
            }
            let subscription = sequence.asObservable()
                .held(by: gate)
                .subscribe(onNext: { _ in
                    if hasOpened.value == 0 { _ = isEarly.add(1) }
                    isReceived.set()
                })
            isMade.wait()
            dawdle(round % 64)
            _ = hasOpened.add(1)
            gate.open()
            isReceived.wait()
            subscription.dispose()
        }
        XCTAssertEqual(isEarly.value, 0)
    }
}
