import Millrace
import TestSupport
import XCTest

final class ConcatTests: XCTestCase {
    private func logged(_ name: String, _ log: Box<[String]>, _ source: TestSource<Int>) -> Observable<Int> {
        source.onDispose = { log.value.append("\(name) disposed") }
        return source.observable.do(onSubscribe: { log.value.append("\(name) subscribed") })
    }

    func testEachSourceIsDisposedBeforeTheNextIsSubscribedTo() {
        let log = Box<[String]>([])
        let (a, b) = (TestSource<Int>(), TestSource<Int>())
        let subscription = logged("a", log, a).concat(logged("b", log, b)).subscribe { log.value.append("\($0)") }
        a.send(1)
        b.send(9)
        a.send(.completed)
        b.send(2)
        XCTAssertEqual(log.value, ["a subscribed", "next(1)", "a disposed", "b subscribed", "next(2)"])
        log.value = []
        b.send(.completed)
        XCTAssertEqual(log.value, ["completed", "b disposed"])
        subscription.dispose()
        XCTAssertEqual([a.disposals, b.disposals], [1, 1])
    }

    func testASourceThatCompletesWhileItIsSubscribedToIsFollowedWhenThatIsOver() {
        var log: [String] = []
        func source(_ name: String) -> Observable<Int> {
            Observable.create { observer in
                log.append("\(name) begins")
                observer.onCompleted()
                log.append("\(name) returns")
                return Disposables.create { log.append("\(name) disposed") }
            }
        }
        _ = Observable.concat(source("a"), source("b")).subscribe { log.append("\($0)") }
        XCTAssertEqual(
            log,
            ["a begins", "a returns", "a disposed", "b begins", "b returns", "b disposed", "completed"]
        )
    }

    func testAnErrorIsTheEnd() {
        let recorder = Recorder<Int>()
        let (a, b) = (TestSource<Int>(), TestSource<Int>())
        _ = a.observable.concat(b.observable).subscribe(recorder)
        a.send(1)
        a.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["1", "x(error)"])
        XCTAssertEqual(b.subscriptions, 0)
        XCTAssertEqual(a.disposals, 1)
    }

    func testNoSourcesCompleteAtOnce() {
        for source in [Observable<Int>.concat(), .concat([]), .concat(AnySequence([]))] {
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["|"])
        }
    }

    func testSynchronousSourcesKeepTheirOrder() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).concat(Observable.of(3, 4)).concat(Observable.just(5)).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "4", "5", "|"])
    }

    func testASequenceIsAskedForOneSourceAtATime() {
        let asked = Box(0)
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        let sources = AnySequence<Observable<Int>> {
            AnyIterator {
                defer { asked.value += 1 }
                return asked.value < 3 ? subjects[asked.value] : nil
            }
        }
        let recorder = Recorder<Int>()
        _ = Observable.concat(sources).subscribe(recorder)
        for (number, subject) in subjects.enumerated() {
            XCTAssertEqual(asked.value, number + 1)
            subject.onNext(number)
            subject.onCompleted()
        }
        XCTAssertEqual(recorder.marks, ["0", "1", "2", "|"])
    }

    func testDisposalInsideTheEndOfASourceStopsTheRest() {
        let subscribed = Box(0)
        let subscription = SerialDisposable()
        let first = PublishSubject<Int>()
        let next = Observable<Int>.create { _ in
            subscribed.value += 1
            return Disposables.create()
        }
        subscription.disposable = first.do(onCompleted: { subscription.dispose() }).concat(next).subscribe { _ in }
        first.onCompleted()
        XCTAssertEqual(subscribed.value, 0)
    }

    func testDisposalInTheDisposalOfASourceKeepsTheNextOneAway() {
        let subscribed = Box(0)
        let subscription = SerialDisposable()
        let first = TestSource<Int>()
        first.onDispose = { subscription.dispose() }
        let next = Observable<Int>.create { _ in
            subscribed.value += 1
            return Disposables.create()
        }
        subscription.disposable = first.observable.concat(next).subscribe { _ in }
        first.send(.completed)
        XCTAssertEqual(subscribed.value, 0)
    }

    func testDisposalReleasesTheSourcesToCome() {
        let first = TestSource<Int>()
        weak var held: Probe?
        do {
            let probe = Probe()
            held = probe
            let subscription = first.observable.concat(Observable.just(1).do(onNext: { _ in probe.touch() }))
                .subscribe { _ in }
            subscription.dispose()
        }
        XCTAssertNil(held)
        withExtendedLifetime(first) {}
    }

    func testASourceThatVanishesReleasesWhatFollows() {
        var first: PublishSubject<Int>? = PublishSubject()
        weak var held: Probe?
        let subscription: Disposable
        do {
            let probe = Probe()
            held = probe
            subscription = first!.concat(Observable.just(1).do(onNext: { _ in probe.touch() }))
                .subscribe(onNext: { _ in probe.touch() })
        }
        XCTAssertNotNil(held)
        first = nil
        XCTAssertNil(held)
        subscription.dispose()
    }

    private let depth = TestMode.size(100_000, sanitized: 2_000)

    func testManySynchronousSourcesTakeNoStack() {
        let depth = depth
        onSmallStack {
            let sum = Box(0)
            let sources = Array(repeating: Observable.just(1), count: depth)
            _ = Observable.concat(sources).subscribe(onNext: { sum.value += $0 })
            XCTAssertEqual(sum.value, depth)
        }
    }

    func testALongChainTakesNoStack() {
        let depth = depth
        onSmallStack {
            let sum = Box(0)
            let completed = Box(0)
            let chain = (1..<depth).reduce(Observable.just(1)) { chain, _ in chain.concat(Observable.just(1)) }
            _ = chain.subscribe(onNext: { sum.value += $0 }, onCompleted: { completed.value += 1 })
            XCTAssertEqual(sum.value, depth)
            XCTAssertEqual(completed.value, 1)
        }
    }

    func testAChainToTheRightTakesNoStack() {
        let depth = depth
        onSmallStack {
            let sum = Box(0)
            let chain = (1..<depth).reduce(Observable.just(1)) { chain, _ in Observable.just(1).concat(chain) }
            _ = chain.subscribe(onNext: { sum.value += $0 })
            XCTAssertEqual(sum.value, depth)
        }
    }

    func testRecursionTakesNeitherStackNorMemory() {
        let depth = depth
        onSmallStack {
            @Sendable func from(_ number: Int) -> Observable<Int> {
                number == depth ? .empty() : Observable.just(number).concat(Observable.deferred { from(number + 1) })
            }
            let sum = Box(0)
            let warm = from(depth - 10).subscribe(onNext: { _ in })
            warm.dispose()
            let before = Memory.used
            let most = Box(0)
            _ = from(0).subscribe(onNext: {
                sum.value += 1
                if $0 % 10_000 == 9_999 { most.value = max(most.value, Memory.used - before) }
            })
            XCTAssertEqual(sum.value, depth)
            if TestMode.measuresMemory { XCTAssertLessThan(most.value, 64 << 10) }
        }
    }

    func testRecursionThroughAnotherOperatorTakesABoundedStackForSubscribing() {
        let depth = TestMode.size(20_000, sanitized: 300)
        let ended = Box(0)
        @Sendable func from(_ number: Int) -> Observable<Int> {
            number == depth
                ? .empty() : Observable.empty().concat(Observable.deferred { from(number + 1) }.map { $0 })
        }
        // What the end goes through is as deep as the recursion.
        TestThread(stackSize: TestMode.isOptimized ? 8 << 20 : 64 << 20) {
            _ = from(0).subscribe(onCompleted: { ended.value += 1 })
        }
        .join()
        XCTAssertEqual(ended.value, 1)
    }

    func testRecursionThroughHotSourcesIsFlat() {
        let depth = TestMode.size(20_000, sanitized: 500)
        onSmallStack {
            let present = Box(PublishSubject<Int>())
            @Sendable func next() -> Observable<Int> {
                Observable.deferred {
                    present.value = PublishSubject<Int>()
                    return present.value.concat(next())
                }
            }
            let sum = Box(0)
            let subscription = next().subscribe(onNext: { sum.value += $0 })
            for _ in 0..<depth {
                present.value.onNext(1)
                present.value.onCompleted()
            }
            XCTAssertEqual(sum.value, depth)
            XCTAssertTrue(present.value.hasObservers)
            subscription.dispose()
            XCTAssertFalse(present.value.hasObservers)
        }
    }
}
