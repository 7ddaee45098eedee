import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The transforming operators of MillraceOperators through the shared contract: an entry in a table each, as in
/// `ContractTests`.
final class TransformingOperatorsContractTests: XCTestCase {
    private static let first = "the source is disposed first, as in merge and flatMap"
    private static let recovers = "it becomes an element"
    private static let waits = "nothing is emitted while the clock stands still"
    private static let windows = "the windows end first, and are disposed"

    private static let mapping: [OperatorContract] = [
        OperatorContract("pairwise") { source, _ in source.startWith(0).pairwise().map { $0 + $1 } },
        OperatorContract("unwrap") { source, token in source.map { Optional(token.keep($0)) }.unwrap() },
        OperatorContract("mapTo") { source, token in source.map { token.keep($0) }.mapTo(7) },
        OperatorContract("mapAt") { source, token in source.map { token.keep($0) }.mapAt(\.description) },
        OperatorContract("mapMany") { source, token in source.map { [$0] }.mapMany { token.keep($0) }.map { $0[0] } },
        OperatorContract("filterMany") { source, token in
            source.map { [$0] }.filterMany { token.keep($0 > 0) }.map { $0[0] }
        },
        OperatorContract("ofType") { source, token in source.map { token.keep($0 as Any) }.ofType(Int.self) },
        OperatorContract("cast") { source, token in source.map { token.keep($0 as Any) }.cast(Int.self) },
        OperatorContract("nwise") { source, token in source.startWith(0).nwise(2).map { token.keep($0[0] + $0[1]) } },
        OperatorContract("partition") { source, token in source.partition { token.keep($0 > 0) }.matches },
        OperatorContract("filterMap") { source, token in
            source.filterMap { $0 == 2 ? .ignore : .map(token.keep($0)) }
        },
        OperatorContract("apply") { source, token in source.apply { $0.map { token.keep($0) } } },
        OperatorContract("replaceNil(with:)") { source, token in
            source.map { token.keep($0 == 2 ? nil : $0) }.replaceNil(with: 7)
        },
        OperatorContract("encode") { source, token in
            source.map { token.keep($0) }.encode(encoder: JSONEncoder()).map { String(decoding: $0, as: UTF8.self) }
        },
        OperatorContract("scan(_:)") { source, token in source.scan { token.keep($0 + $1) } },
        OperatorContract("reduce(_:)") { source, token in source.reduce { token.keep($0 + $1) }.asObservable() },
        OperatorContract("collect(into:)") { source, token in
            source.collect(into: 0) { $0 += token.keep($1) }.asObservable()
        },
        OperatorContract("timestamp") { source, token in
            source.map { token.keep($0) }.timestamp(scheduler: ManualScheduler()).map { $0.element }
        },
        OperatorContract("timeInterval") { source, token in
            source.map { token.keep($0) }.timeInterval(scheduler: ManualScheduler()).map { $0.element }
        },
    ]

    private static let collecting: [OperatorContract] = [
        OperatorContract("buffer(count:)") { source, token in
            source.buffer(count: 2).map { token.keep($0.count) }
        },
        OperatorContract("buffer(count:skip:), overlapping") { source, token in
            source.buffer(count: 3, skip: 1).map { token.keep($0.count) }
        },
        OperatorContract("buffer(count:skip:), apart") { source, token in
            source.buffer(count: 1, skip: 2).map { token.keep($0.count) }
        },
        OperatorContract("buffer(until:)") { source, token in
            source.buffer(until: { token.keep($0 % 2 == 0) }).map { $0.count }
        },
        OperatorContract("buffer(boundary:)", excusing: [.endDuringSubscription: "nothing is emitted before the end"]) {
            source,
            token in source.buffer(boundary: token.companion.concat(Observable.never())).map { token.keep($0.count) }
        },
        OperatorContract("buffer(boundary:), the boundary") { source, token in
            token.companion.buffer(boundary: source).map { token.keep($0.count) }
        },
        OperatorContract("bufferWithTrigger", excusing: [.endDuringSubscription: "nothing is emitted before the end"]) {
            source,
            token in source.bufferWithTrigger(token.companion).map { token.keep($0.count) }
        },
        OperatorContract("window(count:)", excusing: [.orderAtTheEnd: windows]) { source, token in
            source.window(count: 2).flatMap { token.keep($0) }
        },
        OperatorContract("window(count:skip:), overlapping", excusing: [.orderAtTheEnd: windows]) { source, token in
            source.window(count: 3, skip: 1).flatMap { token.keep($0) }
        },
        OperatorContract("window(boundary:)", excusing: [.orderAtTheEnd: windows]) { source, token in
            source.window(boundary: token.companion).flatMap { token.keep($0) }
        },
        OperatorContract("groupBy and elementSelector", excusing: [.orderAtTheEnd: windows]) { source, token in
            source.groupBy(keySelector: { token.keep($0 % 2) }, elementSelector: { token.keep($0) }).flatMap { $0 }
        },
    ]

    private static let joining: [OperatorContract] = [
        OperatorContract("expand") { source, token in
            source.expand { token.keep($0 < 10 ? Observable.just($0 * 10) : .empty()) }
        },
        OperatorContract("expand(maxConcurrent:)") { source, token in
            source.expand(maxConcurrent: 1) { token.keep($0 < 10 ? Observable.just($0 * 10) : .empty()) }
        },
        OperatorContract("mergeScan", excusing: [.orderAtTheEnd: first]) { source, token in
            source.mergeScan(0) { token.keep(Observable.just($0 + $1)) }
        },
        OperatorContract("switchScan", excusing: [.orderAtTheEnd: first]) { source, token in
            source.switchScan(0) { token.keep(Observable.just($0 + $1)) }
        },
        OperatorContract("flatMap(maxConcurrent:)") { source, token in
            source.flatMap(maxConcurrent: 2) { token.keep(Observable.just($0)) }
        },
        OperatorContract("concatMapEager") { source, token in
            source.concatMapEager(maxConcurrent: 2) { token.keep(Observable.just($0)) }
        },
        OperatorContract(
            "flatMap(onNext:onError:onCompleted:)",
            excusing: [.errorIsForwarded: recovers, .orderAtTheEnd: first]
        ) { source, token in
            source.flatMap(
                onNext: { token.keep(Observable.just($0)) },
                onError: { _ in token.keep(.just(7)) },
                onCompleted: { token.keep(.just(8)) }
            )
        },
        OperatorContract("switchOnFirst") { source, token in source.switchOnFirst { token.keep($1) } },
    ]

    func testThoseThatMap() {
        for operation in TransformingOperatorsContractTests.mapping { operation.checkWithObjects() }
    }

    func testThoseThatCollectAndSplit() {
        for operation in TransformingOperatorsContractTests.collecting { operation.checkWithObjects() }
    }

    func testThoseThatJoin() {
        for operation in TransformingOperatorsContractTests.joining { operation.checkWithObjects() }
    }

    func testABufferOnTime() {
        let clock = ManualScheduler()
        OperatorContract(
            "buffer(timeSpan:)",
            excusing: [
                .endDuringSubscription: TransformingOperatorsContractTests.waits,
                .emitInsideNext: "what comes at one time is in one array",
            ],
            settle: { clock.advance(by: .seconds(1)) }
        ) { source, token in
            source.buffer(timeSpan: .seconds(1), scheduler: clock).map { token.keep($0.count) }
        }.checkWithObjects()
    }
}
