import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The operators of MillraceOperators that handle errors and repeat, through the shared contract.
final class ErrorsOperatorsContractTests: XCTestCase {
    private static let recovers = "it is what the operator recovers from"
    private static let before = "a source that has ended is disposed before anything else"
    private static let endsAgain = "a subject that has ended does so again, a create source goes on"
    private static let twice: [ContractRule: String] = [
        .completionIsForwarded: "the source is subscribed to again instead", .emitInsideNext: endsAgain,
        .subscribeInsideNext: endsAgain, .sourceOnAnotherThread: endsAgain, .orderAtTheEnd: before,
    ]

    private static let operators: [OperatorContract] = [
        OperatorContract("ignoreErrors(_:)", excusing: [.orderAtTheEnd: before]) { source, token in
            source.ignoreErrors { _ in token.keep(false) }
        },
        OperatorContract("mapError") { source, token in source.mapError { token.keep($0) } },
        OperatorContract("catch(only:)") { source, token in
            source.catch(only: RxError.self) { _ in token.keep(.empty()) }
        },
        OperatorContract("catch(only:) that goes on", excusing: [.errorIsForwarded: recovers]) { source, token in
            source.catch(only: TestError.self) { _ in token.keep(.just(7)) }
        },
        OperatorContract("catchErrorJustComplete", excusing: [.errorIsForwarded: recovers]) { source, token in
            source.map { token.keep($0) }.catchErrorJustComplete()
        },
        OperatorContract("mapToResult", excusing: [.errorIsForwarded: recovers]) { source, token in
            source.map { token.keep($0) }.mapToResult().map { "\($0)" }
        },
        OperatorContract("retry(_:shouldRetry:)", excusing: [.orderAtTheEnd: before]) { source, token in
            source.retry(.immediate(maxCount: 3), shouldRetry: { _ in token.keep(false) })
        },
        OperatorContract("retry(policy:)", excusing: [.orderAtTheEnd: before]) { source, token in
            source.map { token.keep($0) }
                .retry(policy: RetryPolicy(maxAttempts: 1, initialDelay: .seconds(1)), scheduler: ManualScheduler())
        },
        OperatorContract("repeat(_:), once") { source, token in source.map { token.keep($0) }.repeat(1) },
        OperatorContract("repeat(_:)", excusing: twice) { source, token in source.map { token.keep($0) }.repeat(2) },
        OperatorContract("repeat(when:)", excusing: twice) { source, token in
            source.repeat(when: { rounds in rounds.map { token.keep() }.take(1) })
        },
        OperatorContract("repeat(until:)", excusing: [.orderAtTheEnd: before]) { source, token in
            source.repeat(until: { token.keep(true) })
        },
        OperatorContract("repeatWithBehavior", excusing: [.orderAtTheEnd: before]) { source, token in
            source.repeatWithBehavior(.immediate(maxCount: 3), shouldRepeat: { token.keep(false) })
        },
    ]

    func testTheyKeepTheContract() {
        for operation in ErrorsOperatorsContractTests.operators { operation.checkWithObjects() }
    }
}
