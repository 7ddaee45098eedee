import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The sharing operators and the subjects of MillraceOperators through the shared contract: an entry in a table each, as in
/// `ContractTests`.
final class SharingOperatorsContractTests: XCTestCase {
    private static let operators: [OperatorContract] = [
        OperatorContract("cache", excusing: kept) { source, token in source.map { token.keep($0) }.cache() },
        OperatorContract("cache(for:scheduler:)", excusing: kept) { source, token in
            source.map { token.keep($0) }.cache(for: .seconds(1), scheduler: ManualScheduler())
        },
        OperatorContract(
            "share(replay:resettingOn:)",
            excusing: [.subscribeInsideNext: replays, .subscriptionsAreIndependent: shared]
        ) { source, token in
            source.map { token.keep($0) }.share(replay: 1, resettingOn: [.error, .completion, .refCountZero])
        },
        OperatorContract("SingleSubject", excusing: [.completionIsForwarded: "a single without an element fails"]) {
            source,
            token in
            through(SingleSubject<Int>(), token) { source.takeLast(1).asSingle().subscribe($0.on) }
        },
        OperatorContract("MaybeSubject") { source, token in
            through(MaybeSubject<Int>(), token) { source.takeLast(1).asMaybe().subscribe($0.on) }
        },
        OperatorContract("CompletableSubject") { source, token in
            through(CompletableSubject(), token) { source.ignoreElements().asCompletable().subscribe($0.on) }
        },
        OperatorContract("UnicastSubject") { source, token in
            Observable<Int>.create { observer in
                let subject = UnicastSubject<Int>.create(bufferSize: 64)
                let input = source.subscribe(subject)
                return Disposables.create(subject.map { token.keep($0) }.subscribe(observer), input)
            }
        },
    ]

    /// What `feed` sends to a subject, and an element at its completion.
    private static func through<Subject: ObservableConvertibleType & Sendable>(
        _ subject: @escaping @autoclosure @Sendable () -> Subject,
        _ token: ContractToken,
        feed: @escaping @Sendable (Subject) -> Disposable
    ) -> Observable<String> {
        Observable<String>.create { observer in
            let subject = subject()
            let output = subject.asObservable().map { token.keep("\($0)") }.concat(Observable.just("end"))
            return Disposables.create(output.subscribe(observer), feed(subject))
        }
    }

    private static let kept: [ContractRule: String] = [
        .disposeReachesUpstream: stays, .nothingAfterDispose: stays, .secondDisposeIsHarmless: stays,
        .disposeInsideNext: stays, .disposeFromAnotherThread: stays, .endDuringSubscription: stays,
        .capturesAfterDispose: stays, .orderOnDispose: stays, .sourceGoesAway: stays,
        .subscribeInsideNext: replays, .subscriptionsAreIndependent: shared, .orderAtTheEnd: disconnects,
    ]
    private static let stays = "the subscription to the source stays"
    private static let replays = "a second subscriber gets what is replayed first"
    private static let shared = "subscriptions share what is kept"
    private static let disconnects = "a connection is disposed before its terminal event is passed on, as in RxSwift"

    func testTheyKeepTheContract() {
        for operation in SharingOperatorsContractTests.operators { operation.checkWithObjects() }
    }
}
