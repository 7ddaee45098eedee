import Foundation
import Millrace
import MillraceExplore
import Testing

/// Operators as users write them, with a mistake and without.
extension Explorations {
    @Suite struct OperatorTests {
        /// The sum of the newest elements of two sources, without a lock or with one.
        private func sumOfLatest(
            _ first: Observable<Int>,
            _ second: Observable<Int>,
            lock: NSRecursiveLock?
        ) -> Observable<Int> {
            Observable.create { observer in
                var latest = (0, 0)
                func change(_ body: () -> Void) {
                    lock?.lock()
                    defer { lock?.unlock() }
                    Explore.point()
                    let before = latest
                    Explore.point()
                    latest = before
                    body()
                    let sum = latest.0 + latest.1
                    Explore.point()
                    observer.onNext(sum)
                }
                return Disposables.create(
                    first.subscribe(onNext: { element in change { latest.0 = element } }),
                    second.subscribe(onNext: { element in change { latest.1 = element } })
                )
            }
        }

        @Test func aSumOfTheLatestElementsLosesAnUpdate() {
            func body(_ lock: @escaping () -> NSRecursiveLock?) -> (ExploreRun) -> Void {
                { run in
                    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
                    var last = 0
                    let subscription = sumOfLatest(first, second, lock: lock()).subscribe(onNext: { last = $0 })
                    run.thread("first") { first.onNext(1) }
                    run.thread("second") { second.onNext(10) }
                    run.check {
                        #expect(last == 11)
                        subscription.dispose()
                    }
                }
            }
            expectFound(body { nil })
            expectNone(body { NSRecursiveLock() })
        }

        /// The page "Races you can run again" has this operator.
        @Test func aSumThatIsMadeUnderALockIsSentTooLate() {
            func withALock(_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int> {
                Observable.create { observer in
                    let lock = NSLock()
                    var latest = (0, 0)
                    func change(_ body: () -> Void) {
                        let sum = lock.withLock {
                            body()
                            return latest.0 + latest.1
                        }
                        observer.onNext(sum)
                    }
                    return Disposables.create(
                        first.subscribe(onNext: { element in change { latest.0 = element } }),
                        second.subscribe(onNext: { element in change { latest.1 = element } })
                    )
                }
            }
            func mended(_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int> {
                Observable.combineLatest(first.startWith(0), second.startWith(0)) { $0 + $1 }
            }
            func body(_ sumOfLatest: @escaping (Observable<Int>, Observable<Int>) -> Observable<Int>)
                -> (ExploreRun) -> Void
            {
                { run in
                    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
                    var last = 0
                    let subscription = sumOfLatest(first, second).subscribe(onNext: { last = $0 })
                    run.thread("first") { first.onNext(1) }
                    run.thread("second") { second.onNext(10) }
                    run.check {
                        run.expect(last == 11, "the last sum is \(last)")
                        subscription.dispose()
                    }
                }
            }
            Hooks.overlapHandler = { _, _, _ in }
            expectFound(body(withALock))
            expectNone(body(mended))
        }

        /// Merges by hand. Without a gate, an observer can be called by two threads at once.
        @Test func aMergeByHandCallsTheObserverTwiceAtOnce() {
            func body(_ merge: @escaping (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>)
                -> (ExploreRun) -> Void
            {
                { run in
                    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
                    var inside = 0
                    let subscription = merge(first, second).subscribe(onNext: { _ in
                        inside += 1
                        Explore.point()
                        run.expect(inside == 1, "two threads call the observer at once")
                        inside -= 1
                    })
                    run.thread("first") { first.onNext(1) }
                    run.thread("second") { second.onNext(10) }
                    run.check { subscription.dispose() }
                }
            }
            Hooks.overlapHandler = { _, _, _ in }
            expectFound(
                body { first, second in
                    Observable.create { observer in
                        Disposables.create(first.subscribe(observer), second.subscribe(observer))
                    }
                }
            )
            expectNone(body { Observable.merge($0, $1) })
        }

        /// A take that counts without a lock may pass on one element too many.
        @Test func aTakeThatCountsWithoutALockPassesOnTooMany() {
            func body(_ locks: Bool) -> (ExploreRun) -> Void {
                { run in
                    let subject = PublishSubject<Int>()
                    var left = 1
                    var seen = 0
                    let lock = NSLock()
                    let taken = Observable<Int>.create { observer in
                        subject.subscribe(onNext: { element in
                            if locks { lock.lock() }
                            Explore.point()
                            let before = left
                            Explore.point()
                            left = before - 1
                            if locks { lock.unlock() }
                            if before > 0 { observer.onNext(element) }
                        })
                    }
                    let subscription = taken.subscribe(onNext: { _ in
                        Explore.point()
                        let before = seen
                        Explore.point()
                        seen = before + 1
                    })
                    run.thread("a") { subject.onNext(1) }
                    run.thread("b") { subject.onNext(2) }
                    run.check {
                        try demand(seen == 1, "\(seen) were passed on")
                        subscription.dispose()
                    }
                }
            }
            Hooks.overlapHandler = { _, _, _ in }
            expectFound(body(false))
            expectNone(body(true))
        }

        /// A share that counts its subscribers under a lock, but connects twice: it leaves the lock between the look and
        /// the mark.
        private final class HandmadeShare {
            private let source: Observable<Int>
            private let subject = PublishSubject<Int>()
            private let lock = NSLock()
            private let isBroken: Bool
            private var count = 0
            private var connection: Disposable?

            init(_ source: Observable<Int>, isBroken: Bool) {
                self.source = source
                self.isBroken = isBroken
            }

            var observable: Observable<Int> {
                Observable.create { [self] observer in
                    let subscription = subject.subscribe(observer)
                    if isBroken { enterBroken() } else { enter() }
                    return Disposables.create { [self] in
                        subscription.dispose()
                        leave()
                    }
                }
            }

            private func enter() {
                let isFirst = lock.withLock {
                    count += 1
                    return count == 1
                }
                guard isFirst else { return }
                let connection = source.subscribe(subject)
                let isLate = lock.withLock {
                    self.connection = connection
                    return count == 0
                }
                if isLate { connection.dispose() }
            }

            private func enterBroken() {
                let isFirst = lock.withLock { connection == nil }
                if isFirst {
                    let connection = source.subscribe(subject)
                    lock.withLock { self.connection = connection }
                }
                lock.withLock { count += 1 }
            }

            private func leave() {
                let last = lock.withLock {
                    count -= 1
                    return count == 0 ? connection : nil
                }
                last?.dispose()
            }
        }

        @Test func aShareConnectsTwice() {
            func body(_ isBroken: Bool) -> (ExploreRun) -> Void {
                { run in
                    let lock = NSLock()
                    var connections = 0
                    let source = Observable<Int>.create { _ in
                        lock.withLock { connections += 1 }
                        return Disposables.create()
                    }
                    let shared = HandmadeShare(source, isBroken: isBroken).observable
                    var subscriptions: [Disposable] = []
                    for name in ["a", "b"] {
                        run.thread(name) {
                            let subscription = shared.subscribe()
                            lock.withLock { subscriptions.append(subscription) }
                        }
                    }
                    run.check {
                        #expect(connections == 1)
                        for subscription in subscriptions { subscription.dispose() }
                    }
                }
            }
            expectFound(body(true))
            expectNone(body(false))
        }

        @Test func aDisposableDisposesTwice() {
            func body(_ locks: Bool) -> (ExploreRun) -> Void {
                { run in
                    var isDisposed = false
                    var disposals = 0
                    let lock = NSLock()
                    func dispose() {
                        if locks { lock.lock() }
                        Explore.point()
                        let isFirst = !isDisposed
                        Explore.point()
                        isDisposed = true
                        if locks { lock.unlock() }
                        if isFirst { disposals += 1 }
                    }
                    run.thread("a", dispose)
                    run.thread("b", dispose)
                    run.check { run.expect(disposals == 1, "\(disposals) disposals") }
                }
            }
            expectFound(body(false))
            expectNone(body(true))
        }
    }
}
