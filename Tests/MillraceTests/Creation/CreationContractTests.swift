import Millrace
import MillraceTest
import TestSupport
import XCTest

/// The sources that are made from another source, run through the contract of the operators.
final class CreationContractTests: XCTestCase {
    func testDeferredKeepsTheContract() {
        OperatorContract("deferred", sends: [1, 2, 3]) { source, token in
            Observable.deferred { token.keep(source) }
        }.check()
    }

    func testUsingKeepsTheContract() {
        OperatorContract("using", sends: [1, 2, 3]) { source, token in
            Observable.using(
                { BooleanDisposable() },
                observableFactory: { _ in token.keep(source) }
            )
        }.check()
    }
}
