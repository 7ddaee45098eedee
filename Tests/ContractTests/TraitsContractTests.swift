import Millrace
import MillraceTest
import TestSupport
import XCTest

/// The traits' operators through the shared contract, on sources of one element; see `ContractTests`.
final class TraitsContractTests: XCTestCase {
    /// - Parameter excuses: besides that more than one element is an error.
    private static func one<Output: ObservableConvertibleType>(
        _ name: String,
        excusing excuses: [ContractRule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Maybe<Int>, ContractToken) -> Output
    ) -> OperatorContract {
        OperatorContract(
            name,
            sends: [1],
            excusing: excuses.merging([.endDuringSubscription: "more than one element is an error"]) { first, _ in first
            },
            file: file,
            line: line
        ) { source, token in apply(source.asMaybe(), token).asObservable() }
    }

    private static let operators: [OperatorContract] = [
        OperatorContract("first", sends: [1], excusing: [.errorIsForwarded: "it has ended before"]) { source, token in
            source.map { token.keep($0) }.first().asObservable()
        },
        one("Maybe.map") { source, token in source.map { token.keep($0 + 1) } },
        one("Maybe.filter") { source, token in source.filter { token.keep($0 == 1) } },
        one("Maybe.compactMap") { source, token in source.compactMap { token.keep($0) } },
        one("Maybe.flatMap", excusing: [.orderAtTheEnd: first]) { source, token in
            source.flatMap { token.keep(Maybe.just($0)) }
        },
        one("Maybe.do") { source, token in
            source.do(onNext: { _ in token.keep() }, onCompleted: { token.keep() }, onDispose: { token.keep() })
        },
        one("Maybe.ifEmpty(default:)") { source, token in source.map { token.keep($0) }.ifEmpty(default: 7) },
        one("Maybe.ifEmpty(switchTo:)") { source, token in
            source.ifEmpty(switchTo: Single.just(7).map { token.keep($0) })
        },
        one("Maybe.catchAndReturn", excusing: [.errorIsForwarded: recovers]) { source, token in
            source.map { token.keep($0) }.catchAndReturn(7)
        },
        one("Maybe.catch", excusing: [.errorIsForwarded: recovers]) { source, token in
            source.catch { _ in token.keep(.just(7)) }
        },
        one("Maybe.zip", excusing: [.orderAtTheEnd: first]) { source, token in
            Maybe.zip(source, Maybe.just(2)) { token.keep($0 + $1) }
        },
        one("Single.zip of a collection") { source, token in
            Single.zip([source.ifEmpty(default: 0), .just(2)]) { token.keep($0.count) }
        },
        one("Single.flatMapMaybe", excusing: [.orderAtTheEnd: first]) { source, token in
            source.ifEmpty(default: 0).flatMapMaybe { token.keep(.just($0)) }
        },
        // What follows gives the elements; the source is one that a `Completable` is made of.
        one("Completable.andThen") { source, token in
            source.asObservable().ignoreElements().asCompletable().andThen(Observable.of(1, 2).map { token.keep($0) })
        },
        one("Completable.concat", excusing: [.orderAtTheEnd: first]) { source, token in
            source.asObservable().ignoreElements().asCompletable().concat(.empty()).andThen(
                Observable.of(1, 2).map { token.keep($0) }
            )
        },
        one("Completable.zip", excusing: [.orderAtTheEnd: first]) { source, token in
            Completable.zip(source.asObservable().ignoreElements().asCompletable(), .empty()).andThen(
                Observable.of(1, 2).map { token.keep($0) }
            )
        },
    ]

    /// - Parameter excuses: besides that an error becomes an element.
    private static func infallible<Output: ObservableConvertibleType>(
        _ name: String,
        sends elements: [Int] = [1, 2, 3, 4],
        excusing excuses: [ContractRule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Infallible<Int>, ContractToken) -> Output
    ) -> OperatorContract {
        OperatorContract(
            name,
            sends: elements,
            excusing: excuses.merging([.errorIsForwarded: recovers]) { first, _ in first },
            file: file,
            line: line
        ) { source, token in apply(source.asInfallible(onErrorJustReturn: 7), token).asObservable() }
    }

    private static let infallibles: [OperatorContract] = [
        infallible("asInfallible(onErrorJustReturn:)") { source, token in source.map { token.keep($0) } },
        OperatorContract(
            "asInfallible(onErrorFallbackTo:)",
            sends: [1, 2, 3],
            excusing: [.errorIsForwarded: recovers]
        ) { source, token in
            source.map { token.keep($0) }.asInfallible(onErrorFallbackTo: .just(7)).asObservable()
        },
        OperatorContract(
            "asInfallible(onErrorRecover:)",
            sends: [1, 2, 3],
            excusing: [.errorIsForwarded: recovers]
        ) { source, token in source.asInfallible { _ in token.keep(.just(7)) }.asObservable() },
        OperatorContract(
            "Infallible.create",
            sends: [1, 2, 3],
            excusing: [.errorIsForwarded: "it ends the sequence here, which has no errors"]
        ) { source, token in
            Infallible<Int>.create { observer in
                source.subscribe(
                    onNext: { observer(.next(token.keep($0))) },
                    onError: { _ in observer(.completed) },
                    onCompleted: { observer(.completed) }
                )
            }
            .asObservable()
        },
        infallible("Infallible.filter") { source, token in source.filter { token.keep($0 > 1) } },
        infallible("Infallible.scan") { source, token in source.scan(0) { token.keep($0 + $1) } },
        infallible("Infallible.flatMap", excusing: [.orderAtTheEnd: first]) { source, token in
            source.flatMap { token.keep(Infallible.just($0)) }
        },
        infallible("Infallible.concatMap") { source, token in
            source.concatMap { token.keep(Infallible.just($0)) }
        },
        infallible("Infallible.distinctUntilChanged", sends: [1, 1, 2]) { source, token in
            source.distinctUntilChanged { token.keep($0 == $1) }
        },
        infallible("Infallible.take(while:)") { source, token in source.take(while: { token.keep($0 < 10) }) },
        infallible("Infallible.startWith") { source, token in source.startWith(0).map { token.keep($0) } },
        infallible("Infallible.zip", excusing: [.orderAtTheEnd: first]) { source, token in
            Infallible.zip(source, Infallible.of(1, 2, 3, 4, 5)) { token.keep($0 + $1) }
        },
        infallible("Infallible.combineLatest", excusing: [.orderAtTheEnd: first]) { source, token in
            Infallible.combineLatest(source, Infallible.just(1)) { token.keep($0 + $1) }
        },
        infallible("Infallible.merge", excusing: [.orderAtTheEnd: first]) { source, token in
            Infallible.merge(source.map { token.keep($0) }, .empty())
        },
        infallible("Infallible.do") { source, token in
            source.do(onNext: { _ in token.keep() }, onCompleted: { token.keep() }, onDispose: { token.keep() })
        },
    ]

    private static let first = "the source is disposed first, as in RxSwift"
    private static let recovers = "it is what the operator recovers from"

    func testTheOperatorsOfInfallibleKeepTheContract() {
        for operation in TraitsContractTests.infallibles { operation.checkWithObjects() }
    }

    func testTheOperatorsOfTraitsKeepTheContract() {
        for operation in TraitsContractTests.operators { operation.checkWithObjects() }
    }
}
