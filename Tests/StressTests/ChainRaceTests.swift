import Millrace
import TestSupport
import XCTest

/// One thread subscribes to a chain of operators, whose sinks it links as if it were alone, while another comes to the
/// chain from below or from above.
final class ChainRaceTests: StressTestCase {
    private var racer: Racer!

    override func setUp() {
        super.setUp()
        racer = Racer()
    }

    override func tearDown() {
        racer.stop()
        racer = nil
        super.tearDown()
    }

    private func stages(_ source: Observable<Int>, _ token: Token) -> Observable<Int> {
        source.map { token.keep($0) }.filter { _ in true }.map { $0 &+ 1 }.skip(0).map { $0 &- 1 }.scan(0) { $1 }
    }

    func testDisposalWhileTheChainIsMade() {
        let tally = Token.Tally()
        for round in 0..<TestMode.size(50_000, debug: 5_000, sanitized: 2_000) {
            let (outer, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
            let (made, disposed) = (Counter(), Counter())
            let isCold = round % 3 == 0
            let cold = Observable<Int>.create { observer in
                made.add()
                observer.onNext(1)
                return Disposables.create { disposed.add() }
            }
            var token: Token? = Token(tally)
            let subscription = outer.flatMap { [self, token] _ in stages(isCold ? cold : inner, token!) }
                .subscribe(onNext: { _ in })
            token = nil
            racer.race(delay: round % 200 - 100, { outer.onNext(0) }, { subscription.dispose() })
            XCTAssertFalse(outer.hasObservers)
            XCTAssertFalse(inner.hasObservers)
            XCTAssertEqual(disposed.value, made.value)
            XCTAssertEqual(tally.count, 0)
        }
    }

    /// What listens to the trigger knows the sink below the chain, and is there before the chain.
    func testTheSinkBelowIsDisposedWhileTheChainIsMade() {
        let tally = Token.Tally()
        let inner = PublishSubject<Int>()
        for round in 0..<TestMode.size(100_000, debug: 5_000, sanitized: 2_000) {
            let trigger = PublishSubject<Void>()
            let subscription = SerialDisposable()
            racer.race(
                delay: round % 400 - 300,
                { trigger.onNext(()) },
                { [self] in
                    let chain = stages(stages(inner, Token(tally)), Token(tally))
                    subscription.disposable = chain.take(until: trigger).subscribe(onNext: { _ in })
                }
            )
            subscription.dispose()
            XCTAssertFalse(trigger.hasObservers)
            XCTAssertFalse(inner.hasObservers)
            XCTAssertEqual(tally.count, 0)
            if inner.hasObservers { return }
        }
    }

    func testEventsOfAnotherThreadFindTheWholeChain() {
        let tally = Token.Tally()
        for round in 0..<TestMode.size(50_000, debug: 5_000, sanitized: 2_000) {
            let subject = PublishSubject<Int>()
            let sum = Counter()
            let subscription = SerialDisposable()
            racer.race(
                delay: round % 200 - 100,
                { for element in 1...4 { subject.onNext(element) } },
                { [self] in
                    subscription.disposable = stages(subject, Token(tally)).take(2).subscribe(onNext: { _ in sum.add() }
                    )
                }
            )
            XCTAssertLessThanOrEqual(sum.value, 2)
            XCTAssertEqual(subject.hasObservers, sum.value < 2)
            subscription.dispose()
            XCTAssertFalse(subject.hasObservers)
            XCTAssertEqual(tally.count, 0)
        }
    }

    func testTheSourceEndsWhileTheChainIsMade() {
        let tally = Token.Tally()
        for round in 0..<TestMode.size(50_000, debug: 5_000, sanitized: 2_000) {
            let subject = PublishSubject<Int>()
            let ends = Counter()
            let subscription = SerialDisposable()
            racer.race(
                delay: round % 200 - 100,
                { subject.onCompleted() },
                { [self] in
                    subscription.disposable = stages(subject, Token(tally)).subscribe(onCompleted: { ends.add() })
                }
            )
            XCTAssertEqual(ends.value, 1)
            XCTAssertEqual(tally.count, 0)
            subscription.dispose()
        }
    }
}
