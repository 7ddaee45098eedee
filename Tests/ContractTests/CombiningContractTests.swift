import Millrace
import TestSupport
import XCTest

/// The operators with several sources through the shared contract; see `ContractTests`.
final class CombiningContractTests: XCTestCase {
    private static let combining: [ContractCase] = [
        ContractCase("merge()", without: [.orderAtTheEnd: first]) { source, token in
            source.map { token.keep(Observable.just($0)) }.merge()
        },
        ContractCase("merge(_:)", without: [.completionIsForwarded: goesOn]) { source, token in
            Observable.merge(source, token.companion)
        },
        ContractCase("flatMap", without: [.orderAtTheEnd: first]) { source, token in
            source.flatMap { token.keep(Observable.just($0)) }
        },
        ContractCase("flatMapFirst", without: [.emitInsideNext: ignored, .orderAtTheEnd: first]) {
            source,
            token in source.flatMapFirst { token.keep(Observable.just($0)) }
        },
        ContractCase("flatMapLatest", without: [.orderAtTheEnd: first]) { source, token in
            source.flatMapLatest { token.keep(Observable.just($0)) }
        },
        ContractCase("switchLatest", without: [.orderAtTheEnd: first]) { source, token in
            source.map { token.keep(Observable.just($0)) }.switchLatest()
        },
        ContractCase("combineLatest", without: [.completionIsForwarded: goesOn, .orderAtTheEnd: first]) {
            source,
            token in
            Observable.combineLatest(source, token.companion) { token.keep($0 + $1) }
        },
        ContractCase("combineLatest of a collection", without: [.completionIsForwarded: goesOn]) { source, token in
            Observable.combineLatest([token.companion, source]) { token.keep($0.count) }
        },
        ContractCase("zip", without: [.orderAtTheEnd: first]) { source, token in
            Observable.zip(source, Observable.of(1, 2, 3, 4, 5)) { token.keep($0 + $1) }
        },
        ContractCase("zip of a collection") { source, token in
            Observable.zip([source, .of(1, 2, 3, 4, 5)]) { token.keep($0.count) }
        },
        ContractCase("concat()") { source, token in source.map { token.keep(Observable.just($0)) }.concat() },
        ContractCase("concat(_:)", without: [.orderAtTheEnd: first]) { source, token in
            source.concat(Observable.just(7).map { token.keep($0) })
        },
        ContractCase("concat(_:) of a collection", without: [.orderAtTheEnd: first]) { source, token in
            Observable.concat([.empty(), source, .empty()]).map { token.keep($0) }
        },
        ContractCase("concat(_:) of a sequence", without: [.orderAtTheEnd: first]) { source, token in
            Observable.concat(AnySequence([source, .just(7)])).map { token.keep($0) }
        },
        ContractCase("concatMap") { source, token in source.concatMap { token.keep(Observable.just($0)) } },
        ContractCase("merge(maxConcurrent:)") { source, token in
            source.map { token.keep(Observable.just($0)) }.merge(maxConcurrent: 2)
        },
        ContractCase("amb") { source, token in source.map { token.keep($0) }.amb(Observable.never()) },
        ContractCase("amb of a sequence") { source, token in
            Observable.amb([.never(), source.map { token.keep($0) }, .never()])
        },
        ContractCase("withLatestFrom") { source, token in
            source.withLatestFrom(token.companion) { token.keep($0 + $1) }
        },
        ContractCase("take(until:) a source") { source, token in
            source.map { token.keep($0) }.take(until: token.companion.filter { $0 > 0 })
        },
        ContractCase("skip(until:)") { source, token in source.map { token.keep($0) }.skip(until: token.companion) },
        ContractCase(
            "sample",
            without: [
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
        for operation in CombiningContractTests.combining { operation.check() }
    }
}
