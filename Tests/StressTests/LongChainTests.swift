import Foundation
import Millrace
import TestSupport
import XCTest

/// Long chains of operators on stacks of a known size.
final class LongChainTests: StressTestCase {
    /// For an event, a stage takes 64 bytes of stack in optimized code, 650 in unoptimized, still more in instrumented.
    private var depth: Int { TestMode.size(100_000, debug: 5_000, sanitized: 4_000) }

    private func chain(_ source: Observable<Int>, _ depth: Int, _ token: Token) -> Observable<Int> {
        var chain = source.map { token.keep($0) }
        for _ in 1..<depth { chain = chain.map { $0 &+ 1 } }
        return chain
    }

    private func onThread(stackSize: Int = TestThread.usualStack, _ body: @escaping () -> Void) {
        TestThread(stackSize: stackSize, body).join()
    }

    func testALongChainSubscribesEmitsAndDisposes() {
        let depth = depth
        let tally = Token.Tally()
        onThread { [self] in
            let subject = PublishSubject<Int>()
            let heard = Recorder<Int>()
            let subscription = chain(subject, depth, Token(tally)).subscribe(heard)
            subject.onNext(0)
            subject.onNext(1)
            subscription.dispose()
            subject.onNext(2)
            XCTAssertEqual(heard.marks, ["\(depth - 1)", "\(depth)"])
            XCTAssertEqual(tally.count, 0)
            withExtendedLifetime(subscription) {}
        }
        XCTAssertEqual(tally.count, 0)
    }

    func testALongChainCompletesAndFails() {
        let depth = depth
        let tally = Token.Tally()
        for fails in [false, true] {
            onThread { [self] in
                let subject = PublishSubject<Int>()
                let heard = Recorder<Int>()
                let subscription = chain(subject, depth, Token(tally)).subscribe(heard)
                if fails { subject.onError(TestError("a")) } else { subject.onCompleted() }
                XCTAssertEqual(heard.marks, [fails ? "x(a)" : "|"])
                XCTAssertEqual(tally.count, 0)
                withExtendedLifetime(subscription) {}
            }
        }
    }

    /// Nobody holds the sequences in between, so subscribing passes their sharing by, in a loop.
    func testALongChainOfADriver() {
        let depth = depth / 2
        let tally = Token.Tally()
        let subject = PublishSubject<Int>()
        do {
            let token = Token(tally)
            var chain = subject.asDriver(onErrorJustReturn: 0).map { token.keep($0) }
            for _ in 1..<depth { chain = chain.map { $0 &+ 1 } }
            let built = chain
            onThread {
                let recorders = [Recorder<Int>(), Recorder<Int>()]
                let subscriptions = recorders.map { built.asObservable().subscribe($0) }
                for subscription in subscriptions { subscription.dispose() }
            }
            let recorder = Recorder<Int>()
            let subscription = chain.drive(recorder)
            subject.onNext(0)
            subscription.dispose()
            XCTAssertEqual(recorder.elements, [depth - 1])
            XCTAssertFalse(subject.hasObservers)
        }
        XCTAssertEqual(tally.count, 0)
    }

    func testALongChainGoesWithItsSubject() {
        let depth = depth
        let tally = Token.Tally()
        onThread { [self] in
            var subject: PublishSubject<Int>? = PublishSubject()
            let calls = Counter()
            let subscription = chain(subject!, depth, Token(tally)).subscribe(onDisposed: { calls.add() })
            subject = nil
            XCTAssertEqual(tally.count, 0)
            subscription.dispose()
            XCTAssertEqual(calls.value, 1)
        }
    }

    func testASynchronousSourceRunsThroughALongChain() {
        let depth = depth
        onThread { [self] in
            let heard = Recorder<Int>()
            let tally = Token.Tally()
            let subscription = chain(Observable.range(start: 0, count: 3), depth, Token(tally)).subscribe(heard)
            XCTAssertEqual(heard.elements, [depth - 1, depth, depth + 1])
            XCTAssertEqual(heard.events.last?.isCompleted, true)
            XCTAssertEqual(tally.count, 0)
            subscription.dispose()
        }
    }

    func testSubscriptionDisposalAndReleaseTakeASmallStackAtAnyLength() {
        let depth = TestMode.size(200_000, debug: 50_000, sanitized: 20_000)
        let tally = Token.Tally()
        let subject = Box<PublishSubject<Int>?>(PublishSubject())
        let observable = Box<Observable<Int>?>(nil)
        let subscriptions = Box<[Disposable]>([])
        let calls = Counter()
        onThread(stackSize: 256 << 10) { [self] in
            observable.value = chain(subject.value!, depth, Token(tally))
            subscriptions.value = (0..<2).map { _ in observable.value!.subscribe(onDisposed: { calls.add() }) }
        }
        onThread(stackSize: 256 << 10) {
            observable.value = nil
            subscriptions.value[0].dispose()
            XCTAssertEqual(calls.value, 1)
            XCTAssertEqual(tally.count, 1)
            // The other one is let go of by the subject's end.
            subject.value = nil
            XCTAssertEqual(tally.count, 0)
            subscriptions.value[1].dispose()
            subscriptions.value = []
            XCTAssertEqual(calls.value, 2)
        }
    }

    func testManyNestedObservablesAreReleasedOnASmallStack() {
        let depth = TestMode.size(1_000_000, debug: 200_000, sanitized: 50_000)
        let tally = Token.Tally()
        onThread(stackSize: 256 << 10) { [self] in
            var observable: Observable<Int>? = chain(PublishSubject(), depth, Token(tally))
            XCTAssertNotNil(observable)
            observable = nil
            XCTAssertEqual(tally.count, 0)
        }
    }
}
