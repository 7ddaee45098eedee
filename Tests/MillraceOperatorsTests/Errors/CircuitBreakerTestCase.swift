import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// What the tests of `CircuitBreaker` share.
class CircuitBreakerTestCase: XCTestCase {
    let scheduler = ManualScheduler()
    let ok = Observable.just(1)
    let bad = Observable<Int>.error(TestError("bad"))

    func breaker(
        _ threshold: CircuitBreaker.Threshold = .consecutive(2),
        slowAfter: RxTimeInterval = .never,
        trials: Int = 1,
        isFailure: @escaping @Sendable (Error) -> Bool = { _ in true }
    ) -> CircuitBreaker {
        CircuitBreaker(
            threshold,
            slowAfter: slowAfter,
            openFor: .seconds(30),
            trials: trials,
            scheduler: scheduler,
            isFailure: isFailure
        )
    }

    /// What comes of a call.
    func call(_ source: Observable<Int>, _ breaker: CircuitBreaker) -> String {
        let recorder = Recorder<Int>()
        source.protected(by: breaker).subscribe(recorder).dispose()
        return recorder.marks.joined(separator: " ")
    }

    /// Opens a breaker of two failures in a row.
    func open(_ breaker: CircuitBreaker) {
        for _ in 0..<2 { _ = call(bad, breaker) }
        XCTAssertEqual(breaker.currentState, .open)
    }
}
