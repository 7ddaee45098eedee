import Millrace
import MillraceTest
import TestSupport
import XCTest

/// The operators of drivers and signals through the shared contract, on a clock that stands for the main scheduler; see
/// `ContractTests`.
final class SharedSequenceContractTests: XCTestCase {
    private static let clock = ManualScheduler()

    /// - Parameter excuses: besides that an error becomes an element, and what sharing entails.
    private static func driver<Output: ObservableConvertibleType>(
        _ name: String,
        sends elements: [Int] = [1, 2, 3, 4],
        excusing excuses: [ContractRule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Driver<Int>, ContractToken) -> Output
    ) -> OperatorContract {
        let common: [ContractRule: String] = [
            .errorIsForwarded: recovers, .endDuringSubscription: runsAhead, .subscribeInsideNext: replays,
            .subscriptionsAreIndependent: shared,
        ]
        return OperatorContract(
            name,
            sends: elements,
            excusing: excuses.merging(common) { first, _ in first },
            settle: { clock.runDue() },
            file: file,
            line: line
        ) { source, token in apply(source.asDriver(onErrorJustReturn: 7), token).asObservable() }
    }

    private static func signal<Output: ObservableConvertibleType>(
        _ name: String,
        excusing excuses: [ContractRule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Signal<Int>, ContractToken) -> Output
    ) -> OperatorContract {
        let common: [ContractRule: String] = [.errorIsForwarded: recovers, .endDuringSubscription: runsAhead]
        return OperatorContract(
            name,
            sends: [1, 2, 3, 4],
            excusing: excuses.merging(common) { first, _ in first },
            settle: { clock.runDue() },
            file: file,
            line: line
        ) { source, token in apply(source.asSignal(onErrorJustReturn: 7), token).asObservable() }
    }

    private static let drivers: [OperatorContract] = [
        driver("asDriver(onErrorJustReturn:)") { source, _ in source },
        driver("Driver.map") { source, token in source.map { token.keep($0) } },
        driver("Driver.compactMap") { source, token in source.compactMap { token.keep($0) } },
        driver("Driver.filter") { source, token in source.filter { token.keep($0 > 1) } },
        driver("Driver.skip") { source, token in source.skip(1).map { token.keep($0) } },
        driver("Driver.scan") { source, token in source.scan(0) { token.keep($0 + $1) } },
        driver("Driver.distinctUntilChanged", sends: [1, 1, 2]) { source, token in
            source.distinctUntilChanged { token.keep($0 == $1) }
        },
        driver("Driver.do") { source, token in
            source.do(onNext: { _ in token.keep() }, onCompleted: { token.keep() }, onDispose: { token.keep() })
        },
        driver("Driver.startWith") { source, token in source.startWith(0).map { token.keep($0) } },
        driver("Driver.flatMap", excusing: [.orderAtTheEnd: first]) { source, token in
            source.flatMap { token.keep(Driver.just($0)) }
        },
        driver("Driver.merge") { source, token in
            Driver.merge(source.map { token.keep($0) }, .empty())
        },
        driver("Driver.concat", excusing: [.orderAtTheEnd: first]) { source, token in
            Driver.concat([source.map { token.keep($0) }, .empty()])
        },
        driver("Driver.withLatestFrom") { source, token in
            source.withLatestFrom(Driver.never().startWith(1)) { token.keep($0 + $1) }
        },
        driver("Driver.withLatestFrom(signal)") { source, token in
            source.map { token.keep($0) }.withLatestFrom(Signal.never().startWith(1))
        },
        driver("Driver.combineLatest") { source, token in
            Driver.combineLatest(source, Driver.empty().startWith(1)) { token.keep($0 + $1) }
        },
        driver("Driver.zip") { source, token in
            Driver.zip(source, Driver.of(1, 2, 3, 4, 5)) { token.keep($0 + $1) }
        },
    ]

    private static let signals: [OperatorContract] = [
        signal("asSignal(onErrorJustReturn:)") { source, _ in source },
        signal("Signal.map") { source, token in source.map { token.keep($0) } },
        signal("Signal.withUnretained") { source, token in
            source.withUnretained(unretained) { token.keep($1) }
        },
    ]

    private static let recovers = "it becomes an element"
    private static let runsAhead = "the source runs ahead of the scheduler"
    private static let replays = "a second subscriber gets what is replayed first"
    private static let shared = "subscriptions have a source in common"
    private static let first = "the source is disposed first, as in RxSwift"
    private static let unretained = Token(Token.Tally())

    private func check(_ cases: [OperatorContract]) {
        SharingScheduler.mock(scheduler: Self.clock) {
            for operation in cases { operation.checkWithObjects() }
        }
    }

    func testTheOperatorsOfDriversKeepTheContract() { check(Self.drivers) }

    func testTheOperatorsOfSignalsKeepTheContract() { check(Self.signals) }
}
