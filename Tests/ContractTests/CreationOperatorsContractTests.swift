import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The creating operators of MillraceOperators through the shared contract; see `TransformingOperatorsContractTests`.
final class CreationOperatorsContractTests: XCTestCase {
    private static let operators: [OperatorContract] = [
        OperatorContract("fromCallable") { source, token in
            source.concatMap { element in Observable.fromCallable { token.keep(element) } }
        },
        OperatorContract("fromAsync") { source, token in
            source.concatMap { element in Observable<Int>.fromAsync { $0(token.keep(element)) } }
        },
        OperatorContract("fromHandler") { source, token in
            Observable<Event<Int>>.fromHandler(
                add: { handler in source.subscribe { handler(token.keep($0)) } },
                remove: { $0.dispose() }
            )
            .dematerialize()
        },
        OperatorContract("iif") { source, token in
            Observable.iif({ token.keep(true) }, then: source, otherwise: token.companion)
        },
        OperatorContract(
            "intervalRange",
            sends: [1, 2, 3],
            advancing: 1,
            excusing: [.endDuringSubscription: "nothing comes while the clock stands still"]
        ) { source, scheduler, token in
            source.concatMap { element in
                Observable<Int>
                    .intervalRange(
                        start: element,
                        count: 1,
                        initialDelay: .seconds(0),
                        period: .seconds(1),
                        scheduler: scheduler
                    )
                    .map { token.keep($0) }
            }
        },
        OperatorContract("once") { source, token in
            source.concatMap { element in Observable.once(token.keep(element)) }
        },
        OperatorContract("cascade", excusing: [.completionIsForwarded: "the source before it may yet begin"]) {
            source,
            token in
            Observable.cascade([.never(), source.map { token.keep($0) }])
        },
        OperatorContract("cascade, an earlier source") { source, token in
            Observable.cascade([source.map { token.keep($0) }, .empty()])
        },
        OperatorContract("forkJoin") { source, token in
            Observable.forkJoin([token.companion.take(1), source.map { token.keep($0) }]).map { "\($0)" }
        },
        OperatorContract(
            "onErrorResumeNext",
            excusing: [
                .errorIsForwarded: "it is what the operator recovers from",
                .orderAtTheEnd: "the source is disposed first, as with concat",
            ]
        ) { source, token in
            source.map { token.keep($0) }.onErrorResumeNext(.just(7))
        },
    ]

    func testTheyKeepTheContract() {
        for operation in CreationOperatorsContractTests.operators { operation.checkWithObjects() }
    }
}
