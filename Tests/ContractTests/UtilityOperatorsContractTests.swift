import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The operators of MillraceOperators that watch, move or serialize through the shared contract: an entry in a table each,
/// as in `ContractTests`.
final class UtilityOperatorsContractTests: XCTestCase {
    private static let operators: [OperatorContract] = [
        OperatorContract("do(finally:)") { source, token in source.do(finally: { token.keep() }) },
        OperatorContract("do(onTerminate:)") { source, token in source.do(onTerminate: { token.keep() }) },
        OperatorContract("do(onEach:)") { source, token in source.do(onEach: { _ in token.keep() }) },
        OperatorContract("asSerialized") { source, token in source.map { token.keep($0) }.asSerialized() },
        unsubscribing,
        OperatorContract("usingWhen", excusing: [.orderAtTheEnd: "the source is disposed before the cleanup begins"]) {
            source,
            token in
            Observable<Int>.usingWhen(
                { token.keep(1) },
                observableFactory: { one in source.map { token.keep($0 * one) } },
                asyncCleanup: { _ in token.keep(Completable.empty()) }
            )
        },
    ]

    private static var unsubscribing: OperatorContract {
        let scheduler = ManualScheduler()
        return OperatorContract(
            "unsubscribe(on:)",
            excusing: [.orderOnDispose: later, .endDuringSubscription: later],
            settle: { scheduler.runDue() }
        ) { source, token in
            source.map { token.keep($0) }.unsubscribe(on: scheduler)
        }
    }

    private static let later = "the source is disposed on the scheduler"

    func testTheyKeepTheContract() {
        for operation in UtilityOperatorsContractTests.operators { operation.checkWithObjects() }
    }
}
