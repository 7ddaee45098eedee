import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// Endless sources that an operator above ends while they are being subscribed to: whatever is done with the end, the
/// source is disposed, so that `subscribe` returns.
final class EndlessSourceTests: XCTestCase {
    func testOneSourceAfterAnother() {
        let cases: [EndlessSource.Case] = [
            .init("then(_:)", .completed, "0 0 0 |", produced: 3) { $0.then($1.completing) },
            .init("onErrorResumeNext(_:)", .error(TestError()), "0 0 0 0 0 0 |", produced: 7) {
                $0.onErrorResumeNext($1.failing, $1.completing)
            },
            .init("concatDelayingErrors(_:)", .completed, "0 0 0 0 0 0 x(error)", produced: 7) {
                .concatDelayingErrors([$0.asObservable(), $1.failing, $1.completing])
            },
            .init("delaySubscription(until:)", .next(1), "0 0 0 |", produced: 3) {
                $1.completing.delaySubscription(until: $0)
            },
            .init("repeat(_:)", .completed, "0 0 0 0 0 0 |", produced: 6) { $0.concat($1.completing.repeat(2)) },
            .init("repeat(until:)", .completed, "0 0 0 0 0 0 |", produced: 6) { first, source in
                var rounds = 0
                let repeated = source.completing.repeat(until: {
                    rounds += 1
                    return rounds == 2
                })
                return first.concat(repeated)
            },
            .init("retry(_: .immediate)", .error(TestError()), "0 0 0 0 0 0 |", produced: 7) { first, source in
                var attempts = [first.asObservable(), source.failing, source.completing]
                return Observable.deferred { attempts.removeFirst() }.retry(.immediate(maxCount: 3))
            },
            .init("catch(only:)", .error(TestError()), "0 0 0 3", produced: 4) { first, source in
                first.catch(only: TestError.self) { _ in source.failing }
                    .catch(only: TestError.self) { _ in .never().startWith(3) }
            },
            .init("endWith", .completed, "0 0 0 3 |", produced: 3) { $0.concat($1.completing).endWith(3) },
        ]
        for one in cases { one.check() }
    }

    func testInnerSources() {
        let cases: [EndlessSource.Case] = [
            .init("concatMapEager", .next(1), "0 0 0", produced: 3) { first, source in
                first.concatMapEager(maxConcurrent: 2) { _ in source.completing }
            },
            .init("cascade", .next(1), "0 0 0", produced: 3) { first, source in
                first.flatMap { _ in Observable.never().cascade([source.completing]) }
            },
            .init("mergeDelayingErrors(_:)", .next(1), "0 0 0 0 0 0", produced: 7) { first, source in
                first.flatMap { _ in
                    Observable.mergeDelayingErrors([source.failing, source.completing, .never()])
                }
            },
        ]
        for one in cases { one.check() }
    }
}
