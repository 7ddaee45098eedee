import Millrace
import TestSupport
import XCTest

/// `merge`, and `flatMap`, which is the same after a selector.
final class MergeTests: XCTestCase {
    private let recorder = Recorder<Int>()

    func testElementsOfSeveralHotSourcesPassAsTheyCome() {
        let sources = (0..<3).map { _ in PublishSubject<Int>() }
        _ = Observable.merge(sources[0], sources[1], sources[2]).subscribe(recorder)
        for element in 0..<6 { sources[element % 3].onNext(element) }
        for source in sources.dropLast() { source.onCompleted() }
        sources[2].onNext(6)
        sources[2].onCompleted()
        XCTAssertEqual(recorder.marks, ["0", "1", "2", "3", "4", "5", "6", "|"])
    }

    func testNoSourcesCompleteAtOnce() {
        _ = Observable<Int>.merge([]).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
    }

    func testSourcesAreSubscribedToAndDisposedInTheirOrder() {
        let log = Box<[String]>([])
        func source(_ name: String) -> Observable<Int> {
            Observable.create { _ in
                log.value.append("\(name) subscribed")
                return Disposables.create { log.value.append("\(name) disposed") }
            }
        }
        let subscription = Observable.merge([source("a"), source("b"), source("c")]).subscribe { _ in }
        XCTAssertEqual(log.value, ["a subscribed", "b subscribed", "c subscribed"])
        log.value = []
        subscription.dispose()
        XCTAssertEqual(log.value, ["a disposed", "b disposed", "c disposed"])
    }

    func testNoSourceIsSubscribedToAfterTheEnd() {
        let first: [(name: String, source: Observable<Int>, marks: [String])] = [
            ("an error", .error(TestError()), ["x(error)"]),
            ("an operator below", .just(1), ["1", "|"]),
        ]
        for (name, source, marks) in first {
            let recorder = Recorder<Int>()
            let second = TestSource<Int>()
            _ = Observable.merge([source, second.observable]).take(1).subscribe(recorder)
            XCTAssertEqual(recorder.marks, marks, name)
            XCTAssertEqual(second.subscriptions, 0, name)
        }
    }

    func testAnErrorOfAnySourceEndsItBeforeTheSourcesAreDisposed() {
        for failing in 0..<3 {
            let log = Box<[String]>([])
            let outer = TestSource<Observable<Int>>()
            outer.onDispose = { log.value.append("outer disposed") }
            let inner = (0..<2).map { number in
                let source = TestSource<Int>()
                source.onDispose = { log.value.append("\(number) disposed") }
                return source
            }
            _ = outer.observable.merge().subscribe { log.value.append("\($0)") }
            outer.send(inner[0].observable, inner[1].observable)
            if failing == 2 { outer.send(.error(TestError())) } else { inner[failing].send(.error(TestError())) }
            XCTAssertEqual(log.value, ["error(error)", "outer disposed", "0 disposed", "1 disposed"])
        }
    }

    func testAnInnerSourceThatCompletesIsDisposedAlone() {
        let outer = TestSource<Observable<Int>>()
        let inner = [TestSource<Int>(), TestSource<Int>()]
        _ = outer.observable.merge().subscribe(recorder)
        outer.send(inner[0].observable, inner[1].observable)
        inner[0].send(.completed)
        XCTAssertEqual(inner.map(\.disposals), [1, 0])
        inner[1].send(1)
        inner[1].send(.completed)
        XCTAssertEqual(recorder.marks, ["1"])
        outer.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(inner.map(\.disposals), [1, 1])
    }

    func testWhatTheSelectorThrowsEndsItAndDisposesTheInnerSources() {
        let source = TestSource<Int>()
        let inner = TestSource<Int>()
        let observable = inner.observable
        _ = source.observable.flatMap { element -> Observable<Int> in
            if element == 2 { throw TestError() }
            return observable
        }
        .subscribe(recorder)
        source.send(1, 2, 3)
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertEqual([source.disposals, inner.disposals], [1, 1])
    }

    func testACallbackMayFeedAnySource() {
        let outer = PublishSubject<Observable<Int>>()
        let inner = [PublishSubject<Int>(), PublishSubject<Int>()]
        _ = outer.merge().subscribe(onNext: { [recorder] element in
            recorder.onNext(element)
            switch element {
            case 1: inner[1].onNext(2)
            case 2: outer.onNext(Observable.of(3, 4))
            case 4: inner[0].onNext(5)
            default: break
            }
            recorder.onNext(-element)
        })
        outer.onNext(inner[0])
        outer.onNext(inner[1])
        inner[0].onNext(1)
        // Nested, but for the sequence, which takes turns with the subscription that is being made.
        XCTAssertEqual(recorder.elements, [1, 2, 3, -3, 4, 5, -5, -4, -2, -1])
    }

    func testAnInnerSourceThatVanishesReleasesWhatItCaptured() {
        // The source that has vanished has not completed.
        checkAnInnerSourceThatVanishes(marks: ["1", "2"]) { $0.merge() }
    }

    func testSourcesThatAllVanishReleaseTheObserver() {
        var outer: PublishSubject<Observable<Int>>? = PublishSubject()
        var inner: PublishSubject<Int>? = PublishSubject()
        weak var held: Probe?
        let subscription: Disposable
        do {
            let probe = Probe()
            held = probe
            subscription = outer!.merge().subscribe(onNext: { _ in probe.touch() })
        }
        outer?.onNext(inner!)
        outer = nil
        inner?.onNext(1)
        XCTAssertNotNil(held)
        inner = nil
        XCTAssertNil(held)
        subscription.dispose()
    }

    func testFlatMapFirstIgnoresWhatComesWhileASourceIsActive() {
        let outer = PublishSubject<Int>()
        let inner = (0..<3).map { _ in PublishSubject<Int>() }
        let called = Counter()
        _ = outer.flatMapFirst { element in
            called.add()
            return inner[element]
        }
        .subscribe(recorder)
        outer.onNext(0)
        outer.onNext(1)
        inner[0].onNext(1)
        inner[0].onCompleted()
        outer.onNext(2)
        inner[1].onNext(2)
        inner[2].onNext(3)
        outer.onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "3"])
        inner[2].onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "3", "|"])
        XCTAssertEqual(called.value, 2)
    }
}
