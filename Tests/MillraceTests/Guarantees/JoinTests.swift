import Millrace
import TestSupport
import XCTest

/// What `combineLatest` and `zip` have in common.
final class JoinTests: JoinTestCase {
    func testErrorsOfEachSourceEndIt() {
        for (name, join) in latest + zips {
            for failing in 0..<3 {
                run(join) { sources, recorder in
                    for source in sources { source.send(1) }
                    sources[failing].send(.error(TestError()))
                    XCTAssertEqual(recorder.marks, ["[1, 1, 1]", "x(error)"], name)
                    XCTAssertEqual(sources.map(\.disposals), [1, 1, 1], name)
                    for source in sources { source.send(2) }
                    XCTAssertEqual(recorder.marks.count, 2, name)
                }
            }
        }
    }

    func testTheSourceThatEndsIsDisposedBeforeDownstreamHearsWhereTheNumberIsFixed() {
        for (isFixed, join) in [(true, latest[0]), (false, latest[1]), (true, zips[0]), (false, zips[1])] {
            for terminal in [Event<Int>.completed, .error(TestError())] {
                let log = Box<[String]>([])
                let source = TestSource<Int>()
                source.onDispose = { log.value.append("disposed") }
                let sources = [Observable.empty(), source.observable, .empty()]
                _ = join.apply(sources).subscribe { log.value.append($0.isStopEvent ? "end" : "element") }
                source.send(terminal)
                XCTAssertEqual(log.value, isFixed ? ["disposed", "end"] : ["end", "disposed"], join.name)
            }
        }
    }

    func testWhatTheSelectorThrowsEndsIt() {
        let (a, b) = (TestSource<Int>(), TestSource<Int>())
        for joined in [
            Observable.combineLatest(a.observable, b.observable) { _, _ -> Int in throw TestError() },
            Observable.zip(a.observable, b.observable) { _, _ -> Int in throw TestError() },
        ] {
            let recorder = Recorder<Int>()
            let before = [a.disposals, b.disposals]
            _ = joined.subscribe(recorder)
            a.observers.last?.onNext(1)
            b.observers.last?.onNext(1)
            XCTAssertEqual(recorder.marks, ["x(error)"])
            XCTAssertEqual([a.disposals, b.disposals], before.map { $0 + 1 })
        }
    }

    func testACallbackMayFeedTheSources() {
        let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
        let latest = Recorder<String>()
        _ = Observable.combineLatest(a, b) { ($0, $1) }.subscribe(onNext: {
            latest.onNext("\($0.0) \($0.1)")
            if $0.0 < 3 { a.onNext($0.0 + 1) }
        })
        a.onNext(1)
        b.onNext(0)
        XCTAssertEqual(latest.elements, ["1 0", "2 0", "3 0"])

        let (c, d) = (PublishSubject<Int>(), PublishSubject<Int>())
        let zipped = Recorder<String>()
        _ = Observable.zip(c, d) { ($0, $1) }.subscribe(onNext: {
            zipped.onNext("\($0.0) \($0.1)")
            if $0.0 < 3 { d.onNext($0.1 + 1) }
        })
        for element in 1...3 { c.onNext(element) }
        d.onNext(0)
        XCTAssertEqual(zipped.elements, ["1 0", "2 1", "3 2"])
    }

    func testDisposalDisposesInTheOrderOfTheSources() {
        for (name, join) in latest + zips {
            let log = Box<[Int]>([])
            let sources = (0..<3).map { number in
                let source = TestSource<Int>()
                source.onDispose = { log.value.append(number) }
                return source
            }
            withExtendedLifetime(sources) { join(sources.map(\.observable)).subscribe { _ in }.dispose() }
            XCTAssertEqual(log.value, [0, 1, 2], name)
        }
    }

    func testSourcesThatVanishReleaseTheObserver() {
        for (name, join) in latest + zips {
            var subjects: [PublishSubject<Int>] = (0..<3).map { _ in PublishSubject() }
            weak var held: Probe?
            let subscription: Disposable
            do {
                let probe = Probe()
                held = probe
                subscription = join(subjects).subscribe(onNext: { _ in probe.touch() })
            }
            for subject in subjects { subject.onNext(1) }
            subjects.removeLast(2)
            XCTAssertNotNil(held, name)
            subjects = []
            XCTAssertNil(held, name)
            subscription.dispose()
        }
    }

    /// As in RxSwift, it is subscribed to; its first event finds that the subscription has ended.
    func testASourceBehindOneThatFailsAtOnceIsSubscribedToAsWell() {
        for (name, join) in latest + zips {
            let log = Log()
            let second = Observable.just(1).flatMap { element -> Observable<Int> in
                log.write("selector")
                return .just(element)
            }
            let third = TestSource<Int>()
            let subscription = join([.error(TestError("first")), second, third.observable])
                .subscribe(onError: { _ in log.write("error") })
            XCTAssertEqual(log.lines, ["error", "selector"], name)
            XCTAssertEqual(third.subscriptions, 1, name)
            XCTAssertEqual(third.disposals, 1, name)
            subscription.dispose()
        }
    }

    func testManySourcesEndAndAreDisposed() {
        for count in [8, 9, 64, 65] {
            for (name, join) in [latest[1], zips[1]] {
                for ends in [true, false] {
                    let subjects = (0..<count).map { _ in PublishSubject<Int>() }
                    let recorder = Recorder<[Int]>()
                    let subscription = join(subjects.map { $0.asObservable() }).subscribe(recorder)
                    for (index, subject) in subjects.enumerated() { subject.onNext(index) }
                    XCTAssertEqual(recorder.elements, [Array(0..<count)], "\(name) of \(count)")
                    if ends {
                        for subject in subjects { subject.onCompleted() }
                        XCTAssertEqual(recorder.marks.last, "|", "\(name) of \(count)")
                    } else {
                        subscription.dispose()
                    }
                    XCTAssertFalse(subjects.contains { $0.hasObservers }, "\(name) of \(count)")
                }
            }
        }
    }
}
