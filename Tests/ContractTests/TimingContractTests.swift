import Millrace
import TestSupport
import XCTest

/// The operators on time through the shared contract, with a clock that moves on whenever the source has sent something.
final class TimingContractTests: XCTestCase {
    /// - Parameter passing: the time that passes then; `nil` for none.
    private static func timed<Output: ObservableType>(
        _ name: String,
        passing: RxTimeInterval? = .seconds(1),
        without excuses: [ContractRule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Observable<Int>, ManualScheduler, ContractToken) -> Output
    ) -> ContractCase {
        let clock = ManualScheduler()
        return ContractCase(
            name,
            without: excuses,
            settle: { clock.advance(by: passing ?? .nanoseconds(0)) },
            file: file,
            line: line
        ) {
            apply($0, clock, $1)
        }
    }

    private static let waits = "nothing is emitted while the clock stands still"
    private static let tooSoon = "elements that come too soon after one another are dropped"
    private static let first = "the source is disposed first, as in RxSwift"
    private static let later = "the source is subscribed to later"

    private static let cases: [ContractCase] = [
        timed("debounce", without: [.endDuringSubscription: waits, .emitInsideNext: tooSoon]) { source, clock, token in
            source.debounce(.seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("throttle", without: [.emitInsideNext: tooSoon]) { source, clock, token in
            source.throttle(.milliseconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("delay", without: [.endDuringSubscription: waits, .orderAtTheEnd: first]) { source, clock, token in
            source.delay(.seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("delaySubscription", without: [.endDuringSubscription: later]) { source, clock, token in
            source.map { token.keep($0) }.delaySubscription(.seconds(1), scheduler: clock)
        },
        timed("timeout", passing: nil) { source, clock, token in
            source.timeout(.seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("timeout that has gone on", without: [.endDuringSubscription: later]) { source, clock, token in
            Observable.never().timeout(.seconds(1), other: source.map { token.keep($0) }, scheduler: clock)
        },
        timed("take(for:)", passing: nil) { source, clock, token in
            source.take(for: .seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("skip(_:scheduler:)", without: [.endDuringSubscription: waits]) { source, clock, token in
            source.skip(.milliseconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("buffer", passing: nil) { source, clock, token in
            source.buffer(timeSpan: .seconds(1), count: 1, scheduler: clock).map { token.keep($0) }
        },
        timed("window", passing: nil, without: [.orderAtTheEnd: first]) { source, clock, token in
            source.window(timeSpan: .seconds(1), count: 2, scheduler: clock).flatMap { token.keep($0) }
        },
    ]

    func testOperatorsOnTimeKeepTheContract() {
        for operation in TimingContractTests.cases { operation.check() }
    }
}
