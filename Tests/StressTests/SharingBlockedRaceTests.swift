import Foundation
import Millrace
import TestSupport
import XCTest

/// Subscribers of a shared source that would wait for one another, if an operator held a lock in a callback.
final class SharingBlockedRaceTests: SharingRaceTestCase {
    /// Two threads that take a lock of their own in callbacks, and around their calls: with a lock in an operator, each
    /// would wait for the other.
    func testALockThatCallbacksTakeDeadlocksNothing() {
        for (name, apply) in Self.connectingAtOnce {
            let foreign = NSRecursiveLock()
            let tracked = Tracked()
            let source = Observable<Int>.create { observer in
                foreign.withLock {}
                let inner = tracked.observable.subscribe(observer)
                return Disposables.create {
                    foreign.withLock {}
                    inner.dispose()
                }
            }
            let shared = apply(source)
            let keeper = shared.subscribe(onNext: { _ in foreign.withLock {} })
            let rounds = rounds
            assertReturns(within: 60) {
                concurrently(
                    {
                        for i in 0..<rounds { tracked.subject.onNext(i) }
                    },
                    {
                        for _ in 0..<rounds {
                            foreign.withLock {
                                shared.subscribe(onNext: { _ in foreign.withLock {} }).dispose()
                            }
                        }
                    }
                )
            }
            keeper.dispose()
            XCTAssertEqual(tracked.subscriptions.value, tracked.disposals.value, name)
        }
    }

    /// The first subscriber is stuck in connecting, or the last one in disconnecting; others come and go meanwhile.
    func testABlockedConnectionHoldsUpNobody() {
        for (name, apply) in Self.connectingAtOnce {
            for blocksDisposal in [false, true] {
                let entered = Moment()
                let blocked = Moment()
                let isFirst = Counter()
                let live = PublishSubject<Int>()
                let source = Observable<Int>.create { observer in
                    let blocks = isFirst.add() == 1
                    let inner = live.subscribe(observer)
                    if blocks, !blocksDisposal {
                        entered.set()
                        blocked.wait()
                    }
                    return Disposables.create {
                        inner.dispose()
                        if blocks, blocksDisposal {
                            entered.set()
                            blocked.wait()
                        }
                    }
                }
                let shared = apply(source)
                let thread = TestThread { shared.subscribe(onNext: { _ in }).dispose() }
                entered.wait()
                assertReturns(within: 60) {
                    let recorder = Recorder<Int>()
                    let subscription = shared.subscribe(recorder)
                    live.onNext(1)
                    XCTAssertEqual(recorder.elements, [1], "\(name), blocked in disposal: \(blocksDisposal)")
                    subscription.dispose()
                }
                blocked.set()
                thread.join()
                XCTAssertFalse(live.hasObservers, name)
            }
        }
    }
}
