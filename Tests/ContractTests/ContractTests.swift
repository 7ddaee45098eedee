import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Every operator through the shared contract. Adding one is an entry in a table: the operator, with closures that
/// capture the token, and the rules that do not apply to it, each with the reason.
final class ContractTests: XCTestCase {
    @TaskLocal private static var mark = 0

    private static let sources: [OperatorContract] = [
        OperatorContract("the source itself") { source, _ in source },
        OperatorContract("create") { source, token in
            Observable.create { observer in source.map { token.keep($0) }.subscribe(observer) }
        },
        OperatorContract("a type of the user's own") { source, token in Passthrough(source: source, token: token) },
        OperatorContract("deferred") { source, token in Observable.deferred { token.keep(source) } },
        OperatorContract("using") { source, token in
            Observable.using({ token.keep(SerialDisposable()) }, observableFactory: { _ in token.keep(source) })
        },
    ]

    private static let transforming: [OperatorContract] = [
        OperatorContract("map") { source, token in source.map { token.keep("<\($0)>") } },
        OperatorContract("map and filter") { source, token in source.map { $0 + 1 }.filter { token.keep($0 > 2) } },
        OperatorContract("compactMap") { source, token in source.compactMap { token.keep($0 == 2 ? nil : $0) } },
        OperatorContract("decode") { source, token in
            source.map { Data("\(token.keep($0))".utf8) }.decode(type: Int.self, decoder: JSONDecoder())
        },
        OperatorContract("enumerated") { source, _ in source.enumerated() },
        OperatorContract("scan") { source, token in source.scan(0) { token.keep($0 + $1) } },
        OperatorContract("scan(into:)") { source, token in source.scan(into: 0) { $0 += token.keep($1) } },
        OperatorContract("materialize", excusing: [.errorIsForwarded: "it becomes an element"]) { source, _ in
            source.materialize()
        },
        OperatorContract("dematerialize") { source, _ in source.map { Event.next($0) }.dematerialize() },
        OperatorContract("reduce") { source, token in source.reduce(0) { token.keep($0 + $1) } },
        OperatorContract("reduce and mapResult") { source, token in
            source.reduce(0, accumulator: { $0 + $1 }, mapResult: { token.keep($0) })
        },
        OperatorContract("toArray") { source, token in source.map { token.keep($0) }.toArray().asObservable() },
        OperatorContract("groupBy") { source, token in source.groupBy { token.keep($0 % 2) }.map { $0.key } },
        OperatorContract("groupBy and merge", excusing: [.orderAtTheEnd: "the groups end first, and are disposed"]) {
            source,
            token in source.groupBy { token.keep($0 % 2) }.flatMap { $0 }
        },
        OperatorContract("materialize and dematerialize") { source, _ in source.materialize().dematerialize() },
    ]

    private static let filtering: [OperatorContract] = [
        OperatorContract("filter", sends: [1, 2, 3]) { source, token in source.filter { token.keep($0 != 2) } },
        OperatorContract("distinctUntilChanged", sends: [1, 1, 2]) { source, _ in source.distinctUntilChanged() },
        OperatorContract("distinctUntilChanged(_:)", sends: [1, 1, 2]) { source, token in
            source.distinctUntilChanged { token.keep($0 == $1) }
        },
        OperatorContract("distinctUntilChanged(_:comparer:)", sends: [1, 1, 2]) { source, token in
            source.distinctUntilChanged({ token.keep($0) }, comparer: { $0 == $1 })
        },
        OperatorContract("ignoreElements", excusing: [.errorIsForwarded: "it is materialized here"]) { source, _ in
            source.ignoreElements().materialize()
        },
        OperatorContract(
            "element(at:)",
            sends: [1, 2],
            excusing: [.errorIsForwarded: hasEnded, .completionIsForwarded: fails]
        ) {
            source,
            _ in source.element(at: 1)
        },
        OperatorContract("skip") { source, _ in source.skip(1) },
        OperatorContract("skip(while:)") { source, token in source.skip { token.keep($0 < 2) } },
        OperatorContract("take, more than there is") { source, _ in source.take(100) },
        OperatorContract("take", excusing: [.errorIsForwarded: hasEnded]) { source, _ in source.take(3) },
        OperatorContract("take(while:)") { source, token in source.take(while: { token.keep($0 < 10) }) },
        OperatorContract("take(until:)", excusing: [.errorIsForwarded: hasEnded]) { source, token in
            source.take(until: { token.keep($0 > 2) })
        },
        OperatorContract("single", sends: [1], excusing: [.completionIsForwarded: fails]) { source, token in
            source.map { token.keep($0) }.single()
        },
        OperatorContract("single(_:)", sends: [1, 2], excusing: [.completionIsForwarded: fails]) { source, token in
            source.single { token.keep($0 == 1) }
        },
        OperatorContract("takeLast") { source, _ in source.takeLast(2) },
    ]

    private static let others: [OperatorContract] = [
        OperatorContract("catch", excusing: [.errorIsForwarded: recovers]) { source, token in
            source.catch { _ in token.keep(.just(7)) }
        },
        OperatorContract("catch that fails in turn") { source, token in source.catch { throw token.keep($0) } },
        OperatorContract("catchAndReturn", excusing: [.errorIsForwarded: recovers]) { source, _ in
            source.catchAndReturn(7)
        },
        OperatorContract(
            "catch(sequence:)",
            excusing: [
                .errorIsForwarded: recovers, .orderAtTheEnd: before,
            ]
        ) { source, token in
            Observable.catch(sequence: [.error(TestError()), source, .just(7)]).map { token.keep($0) }
        },
        OperatorContract("retry(_:), once") { source, token in source.map { token.keep($0) }.retry(1) },
        OperatorContract(
            "retry(_:)",
            excusing: [
                .errorIsForwarded: recovers,
                .sourceOnAnotherThread: failsAgain,
            ]
        ) { source, token in
            source.map { token.keep($0) }.retry(2)
        },
        OperatorContract(
            "retry(when:)",
            excusing: [.errorIsForwarded: recovers, .sourceOnAnotherThread: failsAgain]
        ) { source, token in
            source.retry(when: { errors in errors.map { _ in token.keep() }.take(1) })
        },
        OperatorContract("retry(when:) that fails", excusing: [.orderAtTheEnd: before]) { source, token in
            source.retry(when: { errors in errors.map { throw token.keep($0) } as Observable<Int> })
        },
        OperatorContract("startWith") { source, _ in source.startWith(8, 9) },
        OperatorContract("do") { source, token in
            source.do(
                onNext: { _ in token.keep() },
                onError: { _ in token.keep() },
                onCompleted: { token.keep() },
                onDispose: { token.keep() }
            )
        },
        OperatorContract("withUnretained") { source, token in
            source.withUnretained(unretained) { token.keep($1) }
        },
        OperatorContract("ifEmpty(switchTo:)") { source, token in
            source.ifEmpty(switchTo: Observable.just(7).map { token.keep($0) })
        },
        OperatorContract("ifEmpty") { source, _ in source.ifEmpty(default: 7) },
        onScheduler("observe(on:)", excusing: [.endDuringSubscription: runsAhead]) { source, scheduler, token in
            source.map { token.keep($0) }.observe(on: scheduler)
        },
        onScheduler("observe(on:) above others", excusing: [.endDuringSubscription: runsAhead]) {
            source,
            scheduler,
            token in
            source.observe(on: scheduler).map { token.keep($0) }
        },
        onActor(
            "observe(on:) an actor",
            excusing: [
                .endDuringSubscription: runsAhead,
                .orderAtTheEnd: "the actor delivers while the source's thread goes on",
            ]
        ) { source, scheduler, token in
            source.observe(on: scheduler).map { token.keep($0) }
        },
        onScheduler("observe(on:carrying:)", excusing: [.endDuringSubscription: runsAhead]) {
            source,
            scheduler,
            token in
            source.observe(on: scheduler, carrying: ContractTests.$mark).map { token.keep($0) }
        },
        onScheduler("observe(on:capacity:overflow:carrying:)", excusing: [.endDuringSubscription: runsAhead]) {
            source,
            scheduler,
            token in
            source.observe(on: scheduler, capacity: 64, overflow: .dropNewest, carrying: ContractTests.$mark)
                .map { token.keep($0) }
        },
        onScheduler("observe(on:capacity:overflow:) that suspends", excusing: [.endDuringSubscription: runsAhead]) {
            source,
            scheduler,
            token in
            // The first queue drops, so that the second has a source that can pause.
            source.observe(on: scheduler, capacity: 64, overflow: .dropNewest)
                .observe(on: scheduler, capacity: 64, overflow: .suspend)
                .map { token.keep($0) }
        },
        OperatorContract("create(pausable:)") { source, token in
            Observable.create(pausable: { observer, _ in source.map { token.keep($0) }.subscribe(observer) })
        },
        onScheduler("subscribe(on:)", excusing: [.orderOnDispose: later, .endDuringSubscription: later]) {
            source,
            scheduler,
            token in
            source.subscribe(on: scheduler).map { token.keep($0) }
        },
    ]

    private static let sharing: [OperatorContract] =
        [SubjectLifetimeScope.whileConnected, .forever].flatMap { scope in
            (0..<3).map { replay in
                var excuses: [ContractRule: String] = [:]
                if replay > 0 { excuses[.subscribeInsideNext] = replays }
                if replay > 0 || scope == .forever { excuses[.subscriptionsAreIndependent] = shared }
                if replay > 1 || scope == .forever { excuses[.orderAtTheEnd] = disconnects }
                return OperatorContract("share(replay: \(replay), scope: \(scope))", excusing: excuses) {
                    source,
                    token in
                    source.map { token.keep($0) }.share(replay: replay, scope: scope)
                }
            }
        } + [
            OperatorContract(
                "refCount of replayAll",
                excusing: [
                    .subscribeInsideNext: replays, .subscriptionsAreIndependent: shared, .orderAtTheEnd: disconnects,
                ]
            ) { source, token in
                source.map { token.keep($0) }.replayAll().refCount()
            },
            OperatorContract("Broadcast") { source, token in
                Observable.create { observer in
                    let feed = Broadcast<Int>(capacity: 16)
                    let output = feed.asObservable().map { token.keep($0) }.subscribe(observer)
                    let input = source.subscribe(
                        onNext: { feed.send($0) },
                        onError: { feed.finish(throwing: $0) },
                        onCompleted: { feed.finish() }
                    )
                    return Disposables.create(output, input)
                }
            },
            OperatorContract("multicast(_:selector:)", excusing: [.orderAtTheEnd: disconnects]) { source, token in
                source.multicast({ token.keep(PublishSubject<Int>()) }, selector: { token.keep($0) })
            },
        ]

    private static let replays = "a second subscriber gets what is replayed first"
    private static let disconnects = "a connection is disposed before its terminal event is passed on, as in RxSwift"
    private static let shared = "subscriptions have a subject in common"
    private static let unretained = Token(Token.Tally())
    private static let hasEnded = "the stream has ended before"
    private static let fails = "a source that ends too early is an error"
    private static let runsAhead = "the source runs ahead of the scheduler"
    private static let later = "the source is disposed on the scheduler"
    private static let failsAgain = "a subject that has failed does so again, a create source goes on"
    private static let before = "a source that has failed is disposed before anything else"
    private static let recovers = "it is what the operator recovers from"

    /// An operator that does its work on a scheduler, which runs whenever the source has sent something.
    private static func onScheduler<Output: ObservableType>(
        _ name: String,
        excusing excuses: [ContractRule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Observable<Int>, ManualScheduler, ContractToken) -> Output
    ) -> OperatorContract {
        let scheduler = ManualScheduler()
        return OperatorContract(name, excusing: excuses, settle: { scheduler.runDue() }, file: file, line: line) {
            apply($0, scheduler, $1)
        }
    }

    private actor Place {}

    private static func onActor<Output: ObservableType>(
        _ name: String,
        excusing excuses: [ContractRule: String] = [:],
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Observable<Int>, ActorScheduler, ContractToken) -> Output
    ) -> OperatorContract {
        let scheduler = ActorScheduler(Place())
        let settle: @Sendable () -> Void = {
            if scheduler.isCallerInside { return }
            let isIdle = DispatchSemaphore(value: 0)
            _ = scheduler.schedule(()) { _ in
                isIdle.signal()
                return Disposables.create()
            }
            isIdle.waitPatiently()
        }
        return OperatorContract(name, excusing: excuses, settle: settle, file: file, line: line) {
            apply($0, scheduler, $1)
        }
    }

    private func check(_ cases: [OperatorContract]) {
        for operation in cases { operation.checkWithObjects() }
    }

    func testSourcesKeepTheContract() { check(ContractTests.sources) }

    func testTransformingOperatorsKeepTheContract() { check(ContractTests.transforming) }

    func testFilteringOperatorsKeepTheContract() { check(ContractTests.filtering) }

    func testSharingOperatorsKeepTheContract() { check(ContractTests.sharing) }

    func testOtherOperatorsKeepTheContract() { check(ContractTests.others) }
}

/// An operator as a user would write one without `create`.
private struct Passthrough: ObservableType, @unchecked Sendable {
    typealias Element = Int

    let source: Observable<Int>
    let token: ContractToken

    func asObservable() -> Observable<Int> {
        Observable.create { [source, token] observer in
            source.subscribe { event in observer.on(token.keep(event)) }
        }
    }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
        asObservable().subscribe(observer)
    }
}
