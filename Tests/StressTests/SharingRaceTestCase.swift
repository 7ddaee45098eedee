import Foundation
import Millrace
import TestSupport
import XCTest

/// Tests of shared sources, of every kind, by three threads.
class SharingRaceTestCase: StressTestCase {
    let rounds = TestMode.isLong ? 10_000 : TestMode.size(1_000, debug: 500, sanitized: 300)

    /// Counts subscriptions and disposals of the source.
    final class Tracked: @unchecked Sendable {
        let subscriptions = Counter()
        let disposals = Counter()
        let subject = PublishSubject<Int>()

        var observable: Observable<Int> {
            Observable.create { [self] observer in
                subscriptions.add()
                let inner = subject.subscribe(observer)
                return Disposables.create { [self] in
                    inner.dispose()
                    disposals.add()
                }
            }
        }
    }

    /// Shared sequences on whichever thread, those in the middle held by nobody, so that they are left out of the
    /// chain.
    private static func stages<Strategy>(
        _ source: Observable<Int>,
        _ make: (Observable<Int>) -> SharedSequence<Strategy, Int>
    ) -> Observable<Int> {
        var chain = Observable<Int>.never()
        SharingScheduler.mock(scheduler: AtOnceScheduler()) {
            chain = make(source).map { $0 }.filter { _ in true }.skip(0).scan(0) { $1 }.asObservable()
        }
        return chain
    }

    typealias Operation = (name: String, apply: (Observable<Int>) -> Observable<Int>)

    static let operations: [Operation] = [
        ("share()", { $0.share() }),
        ("share(replay: 1)", { $0.share(replay: 1) }),
        ("share(replay: 2)", { $0.share(replay: 2) }),
        ("shares in a row", { $0.share(replay: 1).map { $0 }.share().filter { _ in true }.share(replay: 1) }),
        ("a driver's stages", { stages($0) { $0.asDriver(onErrorJustReturn: -1) } }),
        ("a signal's stages", { stages($0) { $0.asSignal(onErrorJustReturn: -1) } }),
        ("share forever", { $0.share(scope: .forever) }),
        ("share(replay: 1) forever", { $0.share(replay: 1, scope: .forever) }),
        ("publish refCount", { $0.publish().refCount() }),
        ("replayAll refCount", { $0.replayAll().refCount() }),
        ("refCount(minimum: 3)", { $0.publish().refCount(minimum: 3) }),
    ]

    /// Those that connect for their first subscriber.
    static let connectingAtOnce = operations.filter { $0.name != "refCount(minimum: 3)" }

    /// Runs three bodies at once, round after round; the closure behind makes a round's state before and checks it
    /// after.
    func race(rounds: Int, _ body: @escaping (_ number: Int) -> Void, between: (_ round: Int) -> Void) {
        let rendezvous = Rendezvous(3)
        func run(_ number: Int, _ between: (Int) -> Void) {
            for round in 0..<rounds {
                rendezvous.meet()
                body(number)
                rendezvous.meet()
                between(round)
            }
        }
        let threads = [1, 2].map { number in TestThread { run(number, { _ in }) } }
        run(0, between)
        for thread in threads { thread.join() }
    }
}
