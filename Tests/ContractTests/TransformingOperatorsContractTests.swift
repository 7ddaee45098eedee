import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The transforming operators of MillraceOperators through the shared contract: an entry in a table each, as in
/// `ContractTests`.
final class TransformingOperatorsContractTests: XCTestCase {
    private static let operators: [OperatorContract] = [
        OperatorContract("pairwise") { source, _ in source.startWith(0).pairwise().map { $0 + $1 } },
        OperatorContract("unwrap") { source, token in source.map { Optional(token.keep($0)) }.unwrap() },
    ]

    func testTheyKeepTheContract() {
        for operation in TransformingOperatorsContractTests.operators { operation.checkWithObjects() }
    }
}
