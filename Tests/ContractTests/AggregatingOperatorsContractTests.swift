import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The aggregating operators of MillraceOperators through the shared contract; see `TransformingOperatorsContractTests`.
final class AggregatingOperatorsContractTests: XCTestCase {
    private static let operators: [OperatorContract] = [
        OperatorContract("count()") { source, token in source.map { token.keep($0) }.count() },
        OperatorContract("count(_:)") { source, token in source.count { token.keep($0 > 1) } },
        OperatorContract("allSatisfy") { source, token in source.allSatisfy { token.keep($0 < 9) }.asObservable() },
        OperatorContract("contains(_:)") { source, token in
            source.map { token.keep($0) }.contains(9).asObservable()
        },
        OperatorContract("contains(where:)") { source, token in
            source.contains { token.keep($0 > 8) }.asObservable()
        },
        OperatorContract("isEmpty") { source, token in
            source.filter { token.keep($0 > 8) }.isEmpty().asObservable()
        },
        OperatorContract("sequenceEqual", excusing: [.orderAtTheEnd: "the source is disposed first, as with concat"]) {
            source,
            token in
            source.map { token.keep($0) }.sequenceEqual(Observable.of(1, 2, 3, 4)).asObservable()
        },
        OperatorContract("min()") { source, token in source.map { token.keep($0) }.min().asObservable() },
        OperatorContract("max()") { source, token in source.map { token.keep($0) }.max().asObservable() },
        OperatorContract("min(by:)") { source, token in source.min { token.keep($0 < $1) }.asObservable() },
        OperatorContract("max(by:)") { source, token in source.max { token.keep($0 < $1) }.asObservable() },
        OperatorContract("toSortedArray(ascending:)") { source, token in
            source.map { token.keep($0) }.toSortedArray().asObservable()
        },
        OperatorContract("toSortedArray(by:)") { source, token in
            source.toSortedArray { token.keep($0 > $1) }.asObservable()
        },
        OperatorContract("toDictionary") { source, token in
            source.toDictionary { token.keep($0 % 2) }.asObservable().map { $0.count }
        },
    ]

    func testTheyKeepTheContract() {
        for operation in AggregatingOperatorsContractTests.operators { operation.checkWithObjects() }
    }
}
