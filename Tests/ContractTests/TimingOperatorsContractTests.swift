import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The operators of MillraceOperators on time through the shared contract, as in `TimingContractTests`.
final class TimingOperatorsContractTests: XCTestCase {
    /// - Parameter seconds: the time that passes whenever the source has sent something.
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
    private static let before = "a source that has ended is disposed before anything else"

    private static func timer(_ scheduler: any SchedulerType) -> Observable<Int> {
        .timer(.seconds(1), scheduler: scheduler)
    }

    private static let cases: [[OperatorContract]] = [
        timed("debounce(by:)", excusing: [.endDuringSubscription: waits, .emitInsideNext: tooSoon]) {
            source,
            clock,
            token in
            source.debounce(by: { _ in token.keep(timer(clock)) })
        },
        timed("throttle(by:)", passing: 2, excusing: [.emitInsideNext: tooSoon]) { source, clock, token in
            source.throttle(by: { _ in token.keep(timer(clock)) })
        },
        timed("audit", excusing: [.endDuringSubscription: waits, .emitInsideNext: tooSoon]) { source, clock, token in
            source.map { token.keep($0) }.audit(.seconds(1), scheduler: clock)
        },
        timed("sample(period:)", excusing: [.endDuringSubscription: waits, .emitInsideNext: tooSoon]) {
            source,
            clock,
            token in
            source.map { token.keep($0) }.sample(period: .seconds(1), scheduler: clock)
        },
        timed("delay(by:)", excusing: [.endDuringSubscription: waits, .orderAtTheEnd: before]) { source, clock, token in
            source.delay(by: { _ in token.keep(timer(clock)) })
        },
        timed("delaySubscription(until:)") { source, clock, token in
            source.map { token.keep($0) }.delaySubscription(until: timer(clock))
        },
        timed("timeout(total:)", passing: 0) { source, clock, token in
            source.map { token.keep($0) }.timeout(total: .seconds(1), scheduler: clock)
        },
        timed("timeout(by:)", passing: 0) { source, clock, token in
            source.timeout(by: { _ in token.keep(timer(clock)) })
        },
        timed("takeLast(for:)") { source, clock, token in
            source.map { token.keep($0) }.takeLast(for: .seconds(1_000), scheduler: clock)
        },
    ]

    func testTheyKeepTheContract() {
        for operation in TimingOperatorsContractTests.cases.joined() { operation.checkWithObjects() }
    }
}
