import Millrace
import MillraceTest
import TestSupport
import XCTest

/// The operators with several sources through the shared contract; see `ContractTests`.
final class CombiningContractTests: XCTestCase {
    private static let combining: [OperatorContract] = [
        OperatorContract("merge()", excusing: [.orderAtTheEnd: first]) { source, token in
            source.map { token.keep(Observable.just($0)) }.merge()
        },
        OperatorContract("merge(_:)", excusing: [.completionIsForwarded: goesOn]) { source, token in
            Observable.merge(source, token.companion)
        },
        OperatorContract("flatMap", excusing: [.orderAtTheEnd: first]) { source, token in
            source.flatMap { token.keep(Observable.just($0)) }
        },
        OperatorContract("flatMapFirst", excusing: [.emitInsideNext: ignored, .orderAtTheEnd: first]) {
            source,
            token in source.flatMapFirst { token.keep(Observable.just($0)) }
        },
        OperatorContract("flatMapLatest", excusing: [.orderAtTheEnd: first]) { source, token in
            source.flatMapLatest { token.keep(Observable.just($0)) }
        },
        OperatorContract("switchLatest", excusing: [.orderAtTheEnd: first]) { source, token in
            source.map { token.keep(Observable.just($0)) }.switchLatest()
        },
        OperatorContract("combineLatest", excusing: [.completionIsForwarded: goesOn, .orderAtTheEnd: first]) {
            source,
            token in
            Observable.combineLatest(source, token.companion) { token.keep($0 + $1) }
        },
        OperatorContract("combineLatest of a collection", excusing: [.completionIsForwarded: goesOn]) { source, token in
            Observable.combineLatest([token.companion, source]) { token.keep($0.count) }
        },
        OperatorContract("zip", excusing: [.orderAtTheEnd: first]) { source, token in
            Observable.zip(source, Observable.of(1, 2, 3, 4, 5)) { token.keep($0 + $1) }
        },
        OperatorContract("zip of a collection") { source, token in
            Observable.zip([source, .of(1, 2, 3, 4, 5)]) { token.keep($0.count) }
        },
        OperatorContract("concat()") { source, token in source.map { token.keep(Observable.just($0)) }.concat() },
        OperatorContract("concat(_:)", excusing: [.orderAtTheEnd: first]) { source, token in
            source.concat(Observable.just(7).map { token.keep($0) })
        },
        OperatorContract("concat(_:) of a collection", excusing: [.orderAtTheEnd: first]) { source, token in
            Observable.concat([.empty(), source, .empty()]).map { token.keep($0) }
        },
        OperatorContract("concat(_:) of a sequence", excusing: [.orderAtTheEnd: first]) { source, token in
            Observable.concat(AnySequence([source, .just(7)])).map { token.keep($0) }
        },
        OperatorContract("concatMap") { source, token in source.concatMap { token.keep(Observable.just($0)) } },
        OperatorContract("merge(maxConcurrent:)") { source, token in
            source.map { token.keep(Observable.just($0)) }.merge(maxConcurrent: 2)
        },
        OperatorContract("amb") { source, token in source.map { token.keep($0) }.amb(Observable.never()) },
        OperatorContract("amb of a sequence") { source, token in
            Observable.amb([.never(), source.map { token.keep($0) }, .never()])
        },
        OperatorContract("withLatestFrom") { source, token in
            source.withLatestFrom(token.companion) { token.keep($0 + $1) }
        },
        OperatorContract("take(until:) a source") { source, token in
            source.map { token.keep($0) }.take(until: token.companion.filter { $0 > 0 })
        },
        OperatorContract("skip(until:)") { source, token in source.map { token.keep($0) }.skip(until: token.companion)
        },
        OperatorContract(
            "sample",
            excusing: [
                .completionIsForwarded: goesOn, .orderAtTheEnd: first, .endInsideNext: goesOn,
                .endDuringSubscription: twice,
            ]
        ) { source, token in source.sample(source.amb(token.companion.filter { $0 > 0 })).map { token.keep($0) } },
    ]

    private static let first = "the source is disposed first, as in RxSwift"
    private static let goesOn = "the other source goes on"
    private static let twice = "the source is its own sampler here, and so subscribed to twice"
    private static let ignored = "what comes while a source is active is ignored"

    func testCombiningOperatorsKeepTheContract() {
        for operation in CombiningContractTests.combining { operation.checkWithObjects() }
    }
}
