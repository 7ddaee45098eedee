import Millrace
import MillraceTest
import TestSupport
import XCTest

/// The operators on time through the shared contract, with a clock that moves on whenever the source has sent something:
/// each with a scheduler for any thread, and with a `TestScheduler`.
final class TimingContractTests: XCTestCase {
    /// - Parameter seconds: the time that passes then.
    private static func timed<Output: ObservableType>(
        _ name: String,
        passing seconds: Int = 1,
        excusing excuses: [ContractRule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Observable<Int>, any SchedulerType, ContractToken) -> Output
    ) -> [OperatorContract] {
        let clock = ManualScheduler()
        return [
            OperatorContract(
                name,
                excusing: excuses,
                settle: { clock.advance(by: .seconds(seconds)) },
                file: file,
                line: line
            ) { apply($0, clock, $1) },
            OperatorContract(
                "\(name), on a TestScheduler",
                sends: [1, 2, 3, 4],
                advancing: seconds,
                excusing: excuses,
                file: file,
                line: line
            ) { apply($0, $1, $2) },
        ]
    }

    private static let waits = "nothing is emitted while the clock stands still"
    private static let tooSoon = "elements that come too soon after one another are dropped"
    private static let first = "the source is disposed first, as in RxSwift"
    private static let later = "the source is subscribed to later"

    private static let cases: [[OperatorContract]] = [
        timed("debounce", excusing: [.endDuringSubscription: waits, .emitInsideNext: tooSoon]) { source, clock, token in
            source.debounce(.seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("throttle", passing: 2, excusing: [.emitInsideNext: tooSoon]) { source, clock, token in
            source.throttle(.seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("delay", excusing: [.endDuringSubscription: waits, .orderAtTheEnd: first]) { source, clock, token in
            source.delay(.seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("delaySubscription", excusing: [.endDuringSubscription: later]) { source, clock, token in
            source.map { token.keep($0) }.delaySubscription(.seconds(1), scheduler: clock)
        },
        timed("timeout", passing: 0) { source, clock, token in
            source.timeout(.seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("timeout that has gone on", excusing: [.endDuringSubscription: later]) { source, clock, token in
            Observable.never().timeout(.seconds(1), other: source.map { token.keep($0) }, scheduler: clock)
        },
        timed("take(for:)", passing: 0) { source, clock, token in
            source.take(for: .seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("skip(_:scheduler:)", excusing: [.endDuringSubscription: waits]) { source, clock, token in
            source.skip(.seconds(1), scheduler: clock).map { token.keep($0) }
        },
        timed("buffer", passing: 0) { source, clock, token in
            source.buffer(timeSpan: .seconds(1), count: 1, scheduler: clock).map { token.keep($0) }
        },
        timed("window", passing: 0, excusing: [.orderAtTheEnd: first]) { source, clock, token in
            source.window(timeSpan: .seconds(1), count: 2, scheduler: clock).flatMap { token.keep($0) }
        },
    ]

    func testOperatorsOnTimeKeepTheContract() {
        for operation in TimingContractTests.cases.joined() { operation.checkWithObjects() }
    }
}
