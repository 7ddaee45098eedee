import Foundation
import Millrace
import MillraceExplore
import Testing

// The code of RacesYouCanRunAgain.md. Its races are run where they are explored: on real threads they could break the memory
// of the tests. ExploreTests has the same operator.

private enum WithALock {
    static func sumOfLatest(_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int> {
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
}

private enum Mended {
    static func sumOfLatest(_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int> {
        Observable.combineLatest(first.startWith(0), second.startWith(0)) { $0 + $1 }
    }
}

private final class Quota: @unchecked Sendable {
    private var left: Int

    init(_ left: Int) { self.left = left }

    func take() -> Bool {
        Explore.point()
        guard left > 0 else { return false }
        Explore.point()
        left -= 1
        return true
    }
}

@Suite(.serialized) struct RacesYouCanRunAgainPage {
    private typealias Sum = (Observable<Int>, Observable<Int>) -> Observable<Int>

    private func lastSumIsTheSumOfTheLast(_ sumOfLatest: Sum) throws {
        try explore { run in
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            var sums: [Int] = []
            let subscription = sumOfLatest(first, second).subscribe(onNext: { sums.append($0) })
            run.thread("first") { first.onNext(1) }
            run.thread("second") { second.onNext(10) }
            run.check {
                run.expect(sums.last == 11, "the sums are \(sums)")
                subscription.dispose()
            }
        }
    }

    private func expectRace(_ body: () throws -> Void) {
        #expect(throws: ExploreFailure.self) { try body() }
    }

    @Test(.enabled(if: Explore.isExplored)) func theLastSumMayBeAnOldOne() {
        Hooks.overlapHandler = { _, _, _ in }
        expectRace { try lastSumIsTheSumOfTheLast(WithALock.sumOfLatest) }
    }

    @Test(.enabled(if: Explore.isExplored)) func theLastSumIsTheSumOfTheLast() throws {
        try lastSumIsTheSumOfTheLast(Mended.sumOfLatest)
    }

    @Test(.enabled(if: Explore.isExplored)) func aQuotaIsTakenTwice() {
        expectRace {
            try explore { run in
                let quota = Quota(1)
                var takers = 0
                let lock = NSLock()
                for name in ["a", "b"] {
                    run.thread(name) { if quota.take() { lock.withLock { takers += 1 } } }
                }
                run.check { run.expect(takers == 1, "\(takers) have taken the last one") }
            }
        }
    }

    @Test func aTimerMeetsASource() throws {
        try explore(preemptions: 1, random: 200) { run in
            let timer = run.scheduler("timer")
            let source = PublishSubject<Int>()
            var batches: [[Int]] = []
            let subscription =
                source
                .buffer(timeSpan: .seconds(1), count: 2, scheduler: timer)
                .subscribe(onNext: { batches.append($0) })
            run.thread("source") {
                source.onNext(1)
                source.onNext(2)
                source.onCompleted()
            }
            run.check {
                run.expect(batches.flatMap { $0 } == [1, 2], "\(batches)")
                subscription.dispose()
            }
        }
    }

    @Test func aTaskMeetsAThread() throws {
        try explore(preemptions: 1, random: 200) { run in
            let prices = PublishSubject<Int>()
            let values = prices.values(capacity: 1, overflow: .dropOldest)
            run.thread("market") {
                prices.onNext(1)
                prices.onNext(2)
                prices.onCompleted()
            }
            run.task("reader") {
                var last = 0
                for try await price in values { last = price }
                run.expect(last == 2, "the last price is \(last)")
            }
        }
    }
}
