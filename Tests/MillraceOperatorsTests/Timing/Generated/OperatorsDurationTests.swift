import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The forms that take a `Duration`, beside those that take an `RxTimeInterval`.
final class OperatorsDurationTests: XCTestCase {
    private typealias Form = (_ source: Observable<Int>, _ scheduler: SchedulerType) -> Observable<[Int]>

    /// Each operator with both, and with what it emits.
    private let forms: [(name: String, durations: Form, intervals: Form, ends: [TestTime])] = [
        (
            "groupBy(_:idle:)",
            { $0.groupBy({ $0 }, idle: Duration.milliseconds(5_000), scheduler: $1).flatMap { $0.toArray() } },
            { $0.groupBy({ $0 }, idle: .seconds(5), scheduler: $1).flatMap { $0.toArray() } },
            [217, 235]
        ),
        (
            "groupBy(_:idle:until:)",
            { source, scheduler in
                source.groupBy({ $0 }, idle: Duration.seconds(5), until: { $0.skip(1) }, scheduler: scheduler)
                    .flatMap { $0.toArray() }
            },
            { source, scheduler in
                source.groupBy({ $0 }, idle: .seconds(5), until: { $0.skip(1) }, scheduler: scheduler)
                    .flatMap { $0.toArray() }
            },
            [212, 235]
        ),
        (
            "hedged(after:)", { hangingOnce().hedged(after: Duration.seconds(30), scheduler: $1).asObservable() },
            { hangingOnce().hedged(after: .seconds(30), scheduler: $1).asObservable() }, [230]
        ),
    ]

    func testTheFormsAgreeInVirtualTime() {
        for (name, durations, intervals, ends) in forms {
            let results = [durations, intervals].map { form in
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable([.next(210, 1), .next(212, 1), .next(230, 2)])
                return scheduler.start { form(source.asObservable(), scheduler) }
            }
            XCTAssertEqual(results[0].events, results[1].events, name)
            XCTAssertEqual(results[0].events.filter { $0.value.element != nil }.map(\.time), ends, name)
        }
    }
}

/// Its first attempt never answers.
private func hangingOnce() -> Single<[Int]> {
    let attempts = Counter()
    return .deferred { attempts.add() == 1 ? .never() : .just([7]) }
}
