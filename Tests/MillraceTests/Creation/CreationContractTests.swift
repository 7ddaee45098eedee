import Millrace
import TestSupport
import XCTest

/// The sources that are made from another source, run through the contract of the operators.
final class CreationContractTests: XCTestCase {
    func testDeferredKeepsTheContract() {
        ContractCase("deferred") { source, token in
            Observable.deferred { token.keep(source) }
        }.check()
    }

    func testUsingKeepsTheContract() {
        ContractCase("using") { source, token in
            Observable.using(
                { BooleanDisposable() },
                observableFactory: { _ in token.keep(source) }
            )
        }.check()
    }
}
