import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The filtering operators of MillraceOperators through the shared contract.
final class FilteringOperatorsContractTests: XCTestCase {
    private static let hasEnded = "the stream has ended before"
    private static let ends: [ContractRule: String] = [.errorIsForwarded: hasEnded]
    private static let isEmpty = "a source without elements is an error"

    private static let operators: [OperatorContract] = [
        OperatorContract("distinct") { source, token in source.map { token.keep($0) }.distinct() },
        OperatorContract("distinct(by:)") { source, token in source.distinct { token.keep("\($0)") } },
        OperatorContract("distinct(_:)") { source, token in source.distinct { _ in token.keep(false) } },
        OperatorContract("distinct of elements that cannot be hashed") { source, token in
            source.map { Unhashable(number: token.keep($0)) }.distinct().map(\.number)
        },
        OperatorContract("ignore") { source, token in source.map { token.keep($0) }.ignore(8, 9) },
        OperatorContract("ignoreWhen") { source, token in source.ignoreWhen { token.keep($0 > 8) } },
        OperatorContract("elements") { source, token in source.map { Event.next(token.keep($0)) }.elements() },
        OperatorContract("errors") { source, token in
            source.map { Event<Int>.error(token.keep(TestError("\($0)"))) }.errors().map { "\($0)" }
        },
        OperatorContract("first(where:)", excusing: ends) { source, token in
            source.first { token.keep($0 == 4) }
        },
        OperatorContract("firstIndex(where:)", excusing: ends) { source, token in
            source.firstIndex { token.keep($0 == 4) }
        },
        OperatorContract("last") { source, token in source.map { token.keep($0) }.last().asObservable() },
        OperatorContract("last(where:)") { source, token in source.last { _ in token.keep(true) } },
        OperatorContract("skipLast") { source, token in source.map { token.keep($0) }.skipLast(1) },
        OperatorContract("element(at:default:)", excusing: ends) { source, token in
            source.map { token.keep($0) }.element(at: 3, default: 7)
        },
        OperatorContract("element(at:default:) that is not there") { source, token in
            source.map { token.keep($0) }.element(at: 30, default: 7)
        },
        OperatorContract("throwIfEmpty", excusing: [.completionIsForwarded: isEmpty]) { source, token in
            source.throwIfEmpty(token.keep(TestError()))
        },
        OperatorContract("pausable") { source, token in
            source.pausable(token.companion.map { _ in token.keep(true) }.startWith(true))
        },
        OperatorContract("pausableBuffered") { source, token in
            source.pausableBuffered(token.companion.map { _ in token.keep(true) }.startWith(true))
        },
        OperatorContract("pausableBuffered, paused") { source, token in
            source.map { token.keep($0) }.pausableBuffered(token.companion.map { _ in false }, limit: 2)
        },
    ]

    func testTheyKeepTheContract() {
        for operation in FilteringOperatorsContractTests.operators { operation.checkWithObjects() }
    }
}

private struct Unhashable: Equatable {
    let number: Int
}
