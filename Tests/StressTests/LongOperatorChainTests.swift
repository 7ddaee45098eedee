import Millrace
import TestSupport
import XCTest

/// Chains of 20,000 stages, in debug builds of 5,000, are built, subscribed to, emit, end, and are released: a chain of
/// each of these operators. LongChainTests has longer chains of `map`.
final class LongOperatorChainTests: StressTestCase {
    private final class Capture: Sendable {}

    private typealias Stage = (Observable<Int>) -> Observable<Int>

    private let stages: [(name: String, apply: Stage)] = [
        ("compactMap", { $0.compactMap { $0 } }),
        ("enumerated", { $0.enumerated().map(\.element) }),
        ("scan", { $0.scan(0) { $1 } }),
        ("scan(into:)", { $0.scan(into: 0) { $0 = $1 } }),
        ("materialize and dematerialize", { $0.materialize().dematerialize() }),
        ("take", { $0.take(10) }),
        ("take(while:)", { $0.take(while: { $0 < 10 }) }),
        ("take(until:)", { $0.take(until: { $0 == 10 }) }),
        ("takeLast", { $0.takeLast(2) }),
        ("skip", { $0.skip(0) }),
        ("skip(while:)", { $0.skip(while: { $0 == 10 }) }),
        ("distinctUntilChanged", { $0.distinctUntilChanged() }),
        ("element(at:)", { $0.element(at: 0) }),
        ("startWith", { $0.startWith() }),
        ("do", { $0.do(onNext: { _ in }, afterCompleted: {}, onDispose: {}) }),
        ("ifEmpty(default:)", { $0.ifEmpty(default: 1) }),
        ("catch", { $0.catch { throw $0 } }),
        ("catchAndReturn", { $0.catchAndReturn(1) }),
    ]

    // Whatever part of their work the tests do.
    private let length = TestMode.sanitizer != nil ? 500 : TestMode.isOptimized ? 20_000 : 5_000

    /// Builds a chain of each operator, on a thread with the stack that is promised to be enough.
    private func forEachChain(
        _ body: @escaping (_ name: String, _ subject: PublishSubject<Int>, Observable<Int>) -> Void
    ) {
        onPromisedStack { [stages, length] in
            for stage in stages {
                let subject = PublishSubject<Int>()
                body(stage.name, subject, (0..<length).reduce(subject) { chain, _ in stage.apply(chain) })
            }
        }
    }

    func testAChainEmitsAndCompletes() {
        forEachChain { name, subject, chain in
            let recorder = Recorder<Int>()
            let subscription = chain.subscribe(recorder)
            subject.onNext(1)
            subject.onCompleted()
            XCTAssertEqual(recorder.marks, ["1", "|"], name)
            XCTAssertFalse(subject.hasObservers, name)
            withExtendedLifetime(subscription) {}
        }
    }

    func testAChainFails() {
        forEachChain { name, subject, chain in
            let recorder = Recorder<Int>()
            let subscription = chain.subscribe(recorder)
            subject.onError(TestError())
            XCTAssertEqual(recorder.marks, name == "catchAndReturn" ? ["1", "|"] : ["x(error)"], name)
            withExtendedLifetime(subscription) {}
        }
    }

    func testAChainIsDisposedAndReleased() {
        forEachChain { name, subject, chain in
            var token: Capture? = Capture()
            weak let alive = token
            let subscription = chain.subscribe(onNext: { [token] _ in _ = token })
            token = nil
            XCTAssertNotNil(alive, name)
            subscription.dispose()
            XCTAssertFalse(subject.hasObservers, name)
            XCTAssertNil(alive, name)
        }
    }
}
