import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The combining operators of MillraceOperators through the shared contract; see `TransformingOperatorsContractTests`.
final class CombiningOperatorsContractTests: XCTestCase {
    private static let operators: [OperatorContract] = [
        OperatorContract("zip(with:)", excusing: [.orderAtTheEnd: first]) { source, token in
            source.zip(with: Observable.of(1, 2, 3, 4, 5)) { token.keep($0 + $1) }
        },
        OperatorContract("combineLatest(with:)", excusing: [.completionIsForwarded: goesOn, .orderAtTheEnd: first]) {
            source,
            token in
            source.combineLatest(with: token.companion) { token.keep($0 + $1) }
        },
        OperatorContract("merge(with:)", excusing: [.completionIsForwarded: goesOn]) { source, token in
            source.map { token.keep($0) }.merge(with: token.companion)
        },
        OperatorContract("withLatestFrom(_:_:resultSelector:)") { source, token in
            source.withLatestFrom(token.companion, token.companion) { token.keep($0 + $1 + $2) }
        },
        OperatorContract("endWith", excusing: [.orderAtTheEnd: first]) { source, token in
            source.map { token.keep($0) }.endWith(8, 9)
        },
        OperatorContract("startWith(contentsOf:)", excusing: [.endDuringSubscription: notBegun]) { source, token in
            source.map { token.keep($0) }.startWith(contentsOf: [8, 9])
        },
        OperatorContract("zip(sequence:)") { source, token in source.zip(sequence: 1...) { token.keep($0 + $1) } },
        OperatorContract("then", excusing: [.orderAtTheEnd: first]) { source, token in
            source.map { token.keep($0) }.then(Observable.of(1, 2).map { token.keep($0) })
        },
        OperatorContract("then, its second source") { source, token in
            Observable.of("a").then(source.map { token.keep($0) })
        },
        OperatorContract("and") { source, token in source.map { token.keep($0 < 9) }.and().asObservable() },
        OperatorContract("and of several", excusing: [.orderAtTheEnd: first]) { source, token in
            Observable.and([source.map { token.keep($0 < 9) }, .just(true)]).asObservable()
        },
        OperatorContract("not") { source, token in source.map { token.keep($0 < 3) }.not() },
        OperatorContract("mergeDelayingErrors", excusing: [.orderAtTheEnd: first]) { source, token in
            Observable.mergeDelayingErrors([.empty(), source.map { token.keep($0) }])
        },
        OperatorContract("concatDelayingErrors") { source, token in
            Observable.concatDelayingErrors([.empty(), source.map { token.keep($0) }])
        },
    ]

    private static let first = "the source is disposed first, as in RxSwift"
    private static let goesOn = "the other source goes on"
    private static let notBegun = "the source is not subscribed to when the stream ends before it"

    func testTheyKeepTheContract() {
        for operation in CombiningOperatorsContractTests.operators { operation.checkWithObjects() }
    }
}
