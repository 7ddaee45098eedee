import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

#if DEBUG
    @testable import Millrace
#endif

/// The contract is worth something because it finds these out.
final class BrokenOperatorTests: XCTestCase {
    /// Fails unless the operator breaks exactly these rules, or at least these if `among` is true.
    private func assertBreaks<Output: ObservableType>(
        _ rules: Set<ContractRule>,
        among: Bool = false,
        timeout: TimeInterval = 10,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ apply: @escaping @Sendable (Observable<Int>, ContractToken) -> Output
    ) {
        let violations = OperatorContract("broken", timeout: timeout, apply: apply).violations()
        let broken = Set(violations.map(\.rule))
        XCTAssertTrue(
            among ? broken.isSuperset(of: rules) : broken == rules,
            "breaks \(broken.map(\.rawValue).sorted()): \(violations)",
            file: file,
            line: line
        )
    }

    func testAnOperatorThatNeverEmitsProvesNothing() {
        assertBreaks([.emits]) { source, _ in source.filter { _ in false } }
    }

    /// A test fails once for each rule, whatever the number of ways in which the operator breaks it.
    func testThereIsOneFailureForEachRule() {
        let contract = OperatorContract("broken") { (source: Observable<Int>, token: ContractToken) in
            Observable<Int>.create { observer in
                _ = source.map { token.keep($0) }.subscribe(observer)
                return Disposables.create()
            }
        }
        let violations = contract.violations()
        let rules = Set(violations.map(\.rule))
        let failures = contract.failures()
        XCTAssertGreaterThan(violations.count, rules.count)
        XCTAssertEqual(failures.count, rules.count)
        for rule in rules {
            let count = violations.filter { $0.rule == rule }.count
            let failure = failures.first { $0.hasPrefix("broken breaks \(rule.rawValue) ") }
            XCTAssertEqual(failure?.hasSuffix("(the first of \(count) findings)"), count > 1, "\(failure ?? "none")")
        }
    }

    func testASecondTerminalEventIsFound() {
        assertBreaks([.oneTerminalEvent, .endInsideNext], among: true) { source, _ in
            Unchecked { observer in
                source.subscribe { event in
                    observer.on(event)
                    if event.isStopEvent { observer.on(event) }
                }
            }
        }
    }

    func testAnElementAfterTheEndIsFound() {
        assertBreaks([.nothingAfterTheEnd], among: true) { source, _ in
            Unchecked { observer in
                source.subscribe { event in
                    observer.on(event)
                    if event.isStopEvent { observer.onNext(0) }
                }
            }
        }
    }

    func testASwallowedErrorIsFound() {
        assertBreaks([.errorIsForwarded]) { source, token in
            Observable<Int>.create { observer in
                source.subscribe(
                    onNext: { observer.onNext($0) },
                    onError: { _ in },
                    onCompleted: { observer.onCompleted() }
                )
            }
        }
    }

    func testAnErrorInPlaceOfAnotherIsFound() {
        assertBreaks([.errorIsForwarded]) { source, _ in
            Observable<Int>.create { observer in
                source.subscribe { event in
                    if case .error = event { observer.onError(TestError("other")) } else { observer.on(event) }
                }
            }
        }
    }

    func testASwallowedCompletionIsFound() {
        assertBreaks([.completionIsForwarded]) { source, _ in
            Observable<Int>.create { observer in
                source.subscribe { event in if !event.isCompleted { observer.on(event) } }
            }
        }
    }

    func testAnEndThatLeavesTheSourceSubscribedIsFound() {
        assertBreaks([.theEndDisposesUpstream], among: true) { source, _ in
            Unchecked { observer in
                source.subscribe { event in
                    observer.on(event)
                    if !event.isStopEvent { observer.onCompleted() }
                }
            }
        }
    }

    func testASubscriptionThatDoesNotReachTheSourceIsFound() {
        let rules: Set<ContractRule> = [
            .disposeReachesUpstream, .disposeInsideNext, .disposeFromAnotherThread, .secondDisposeIsHarmless,
            .endDuringSubscription, .orderOnDispose, .capturesAfterDispose,
        ]
        assertBreaks(rules, among: true) { source, token in
            Observable<Int>.create { observer in
                _ = source.map { token.keep($0) }.subscribe(observer)
                return Disposables.create()
            }
        }
    }

    func testACompanionThatIsNotDisposedIsFound() {
        assertBreaks([.disposeReachesUpstream, .theEndDisposesUpstream, .sourceGoesAway], among: true) {
            source,
            token in
            Observable<Int>.create { observer in
                _ = token.companion.subscribe()
                return source.subscribe(observer)
            }
        }
    }

    func testDeliveryAfterDisposeIsFound() {
        assertBreaks([.nothingAfterDispose, .disposeInsideNext, .disposeFromAnotherThread], among: true) { source, _ in
            Unchecked { observer in
                _ = source.subscribe(observer)
                return Disposables.create()
            }
        }
    }

    func testDeliveryAfterADisposeInsideNextIsFound() {
        assertBreaks([.disposeInsideNext, .endInsideNext], among: true) { source, _ in
            Unchecked { observer in
                source.subscribe { event in
                    observer.on(event)
                    if !event.isStopEvent { observer.on(event) }
                }
            }
        }
    }

    func testASecondDisposeWithAnEffectIsFound() {
        assertBreaks([.secondDisposeIsHarmless]) { source, _ in
            Unchecked { observer in Chatty(source.subscribe(observer), observer) }
        }
    }

    func testAnOperatorThatWaitsForItselfIsFound() {
        assertBreaks([.emitInsideNext, .endInsideNext], among: true, timeout: 0.1) { source, _ in
            Observable<Int>.create { observer in
                let lock = NSLock()
                return source.subscribe { event in lock.withLock { observer.on(event) } }
            }
        }
    }

    func testStateThatSubscriptionsShareIsFound() {
        assertBreaks([.subscriptionsAreIndependent, .subscribeInsideNext]) { source, _ in
            let count = Counter()
            return source.map { _ in count.add() }
        }
    }

    func testACaptureThatStaysIsFound() {
        let kept = Box<[ContractToken]>([])
        let rules: Set<ContractRule> = [
            .capturesAfterCompletion, .capturesAfterError, .capturesAfterDispose, .sourceGoesAway,
            .endDuringSubscription,
        ]
        assertBreaks(rules) { source, token in
            kept.value.append(token)
            return source.map { token.keep($0) }
        }
        XCTAssertFalse(kept.value.isEmpty)
    }

    func testAnObserverThatIsKeptIsFound() {
        let kept = Box<[Any]>([])
        let rules: Set<ContractRule> = [
            .capturesAfterCompletion, .capturesAfterError, .capturesAfterDispose, .sourceGoesAway,
        ]
        assertBreaks(rules) { source, _ in
            Observable<Int>.create { observer in
                kept.value.append(observer)
                return source.subscribe(observer)
            }
        }
    }

    func testASourceDisposedBeforeTheEndIsPassedOnIsFound() {
        assertBreaks([.orderAtTheEnd]) { source, _ in
            Observable<Int>.create { observer in
                let subscription = Box<Disposable?>(nil)
                subscription.value = source.subscribe { event in
                    if event.isStopEvent { subscription.value?.dispose() }
                    observer.on(event)
                }
                return Disposables.create { subscription.value?.dispose() }
            }
        }
    }

    func testASourceDisposedLateIsFound() {
        // Until the next one is disposed; the last one until the end of the test.
        let late = SerialDisposable()
        assertBreaks([.orderOnDispose, .disposeReachesUpstream], among: true) { source, _ in
            Observable<Int>.create { observer in
                let subscription = source.subscribe(observer)
                return Disposables.create { late.disposable = subscription }
            }
        }
        late.dispose()
    }

    func testAnOperatorBoundToItsThreadIsFound() {
        assertBreaks([.sourceOnAnotherThread]) { source, _ in
            Observable<Int>.create { observer in
                let home = TestThread.currentID
                return source.subscribe { event in
                    if event.isStopEvent || TestThread.currentID == home { observer.on(event) }
                }
            }
        }
    }

    func testAnOperatorThatReportsTheLossOfItsSourceIsFound() {
        final class Watch: @unchecked Sendable {
            let observer: AnyObserver<Int>
            init(_ observer: AnyObserver<Int>) { self.observer = observer }
            deinit { observer.onCompleted() }
            func keep() {}
        }
        assertBreaks([.sourceGoesAway]) { source, _ in
            Observable<Int>.create { observer in
                let watch = Watch(observer)
                return source.subscribe { event in
                    watch.keep()
                    observer.on(event)
                }
            }
        }
    }

    #if DEBUG
        func testASinkThatTheNextOneCoversForIsFound() {
            assertBreaks([.operatorKeepsTheGrammar]) { source, _ in
                Operator(source) { TwoEnds<Int>($0) } as Observable<Int>
            }
            assertBreaks([.operatorKeepsTheGrammar, .endDuringSubscription]) { source, _ in
                Operator(source) { Unstoppable<Int>($0) } as Observable<Int>
            }
        }

        func testASourceThatStaysSubscribedAfterItsEndIsFound() {
            assertBreaks([.theSourcesEndDisposesIt], among: true) { source, _ in
                Operator(source) { EndKeeper<Int>($0) } as Observable<Int>
            }
        }
    #endif
}

/// Passes on whatever `body` sends.
private struct Unchecked: ObservableType, @unchecked Sendable {
    typealias Element = Int

    let body: (AnyObserver<Int>) -> Disposable

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
        body(AnyObserver(observer))
    }
}

/// Sends an element at the second and each later disposal.
private final class Chatty: Disposable {
    private let subscription: Disposable
    private let observer: AnyObserver<Int>
    private var calls = 0

    init(_ subscription: Disposable, _ observer: AnyObserver<Int>) {
        self.subscription = subscription
        self.observer = observer
    }

    func dispose() {
        subscription.dispose()
        calls += 1
        if calls > 1 { observer.onNext(calls) }
    }
}

#if DEBUG
    private final class TwoEnds<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
        init(_ downstream: Sink<Element>) {
            super.init(downstream) { sink, element in
                unsafeDowncast(sink, to: TwoEnds<Element>.self).forward(element)
            }
        }

        override func completed() {
            downstream.use { $0.completed() }
            downstream.use { $0.completed() }
        }
    }

    /// Keeps the end, and what has ended.
    private final class EndKeeper<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
        init(_ downstream: Sink<Element>) {
            super.init(downstream) { sink, element in
                unsafeDowncast(sink, to: EndKeeper<Element>.self).forward(element)
            }
        }

        override func completed() {}

        override func error(_ error: Swift.Error) {}
    }

    /// Sends each element twice, and looks whether it has been disposed before the first alone.
    private final class Unstoppable<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
        init(_ downstream: Sink<Element>) {
            super.init(downstream) { sink, element in
                let sink = unsafeDowncast(sink, to: Unstoppable<Element>.self)
                guard sink.isOpen else { return }
                sink.downstream.use { $0.next(element) }
                sink.downstream.use { $0.next(element) }
            }
        }
    }
#endif
