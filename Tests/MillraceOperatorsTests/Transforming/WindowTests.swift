import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class WindowTests: MarbleTestCase {
    /// Every window's elements between brackets that stand for its beginning and its end.
    private func bracketed(_ windows: Observable<Observable<String>>) -> Observable<String> {
        windows.map { $0.startWith("[").concat(Observable.just("]")) }.merge()
    }

    func testOneWindowAfterTheOther() {
        check(source: "-a   -b   -c   -|", result: "-([a)-(b])-([c)-(]|)", active: "^-   --   --   -!") { source, _ in
            bracketed(source.window(count: 2))
        }
    }

    func testElementsBetweenWindowsAreLeftOut() {
        check(source: "-a    -b-c    -|", result: "-([a])---([c])-|", active: "^-    ----    -!") { source, _ in
            bracketed(source.window(count: 1, skip: 2))
        }
    }

    /// Against a model: window `k` has the elements from `k * skip` on.
    func testAllRelationsOfCountAndSkip() {
        for count in 1...4 {
            for skip in 1...5 {
                for total in 0...11 {
                    let subject = PublishSubject<Int>()
                    var windows: [Recorder<Int>] = []
                    let outer = Recorder<Int>()
                    _ = subject.window(count: count, skip: skip)
                        .do(onNext: {
                            windows.append(Recorder())
                            _ = $0.subscribe(windows.last!)
                        })
                        .enumerated().map { $0.index }.subscribe(outer)
                    for element in 0..<total { subject.onNext(element) }
                    subject.onCompleted()
                    let expected = stride(from: 0, to: total, by: skip).map { Array($0..<min($0 + count, total)) }
                    XCTAssertEqual(windows.map(\.elements), expected, "\(count), \(skip), \(total)")
                    XCTAssertTrue(windows.allSatisfy { $0.marks.last == "|" })
                    XCTAssertEqual(outer.marks, expected.indices.map { "\($0)" } + ["|"])
                }
            }
        }
    }

    func testAnErrorFailsTheWindowsToo() {
        func ends(_ windows: Observable<Observable<String>>) -> Observable<String> {
            windows.map { $0.materialize().map { $0.element ?? ($0.error == nil ? "c" : "x") } }.merge()
        }
        check(source: "-a-#", result: "-a-(xx#)", active: "^--!") { source, _ in
            // Two windows have begun.
            ends(source.startWith("").window(count: 9, skip: 1)).filter { !$0.isEmpty }
                .distinctUntilChanged { $0 == "a" && $1 == "a" }
        }
        check(source: "-a-#", second: "-----", result: "-a-(x#)", active: "^--!", joined: "^--!") {
            source,
            boundary,
            _ in
            ends(source.window(boundary: boundary))
        }
    }

    func testAWindowAtEachBoundary() {
        check(
            source: "-a-b-      --c-|",
            second: "-----      x---",
            result: "[a-b-      (][)-c-(]|)",
            active: "^----      ----!"
        ) { source, boundary, _ in bracketed(source.window(boundary: boundary)) }
    }

    func testTheEndOfTheBoundaryEndsTheResult() {
        check(
            source: "-a--b-",
            second: "---|",
            result: "[a-(]|)",
            active: "^--!",
            joined: "^--!"
        ) { source, boundary, _ in bracketed(source.window(boundary: boundary)) }
    }

    func testAWindowKeepsTheSourceAfterDisposal() {
        for windows in [
            { $0.window(count: 3) }, { $0.window(boundary: Observable<Int>.never()) },
        ] as [(Observable<Int>) -> Observable<Observable<Int>>] {
            let source = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            var window: Disposable?
            let outer = windows(source).subscribe(onNext: { window = $0.subscribe(recorder) })
            source.onNext(1)
            outer.dispose()
            source.onNext(2)
            XCTAssertTrue(source.hasObservers)
            XCTAssertEqual(recorder.elements, [1, 2])
            window?.dispose()
            XCTAssertFalse(source.hasObservers)
        }
    }

    func testDownstreamEndsWhileTheSourceIsBeingSubscribedTo() {
        for windows in [
            { $0.window(count: 1) },
            { $0.window(boundary: Observable<Int>.never()).flatMap { $0.map { Observable.just($0) } } },
        ] as [(Observable<Int>) -> Observable<Observable<Int>>] {
            let requests = Counter()
            let later = Observable<Int>.deferred {
                requests.add()
                return .never()
            }
            let recorder = Recorder<Int>()
            _ = windows(Observable.just(0).concat(later)).take(1).map { _ in 0 }.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["0", "|"])
            XCTAssertEqual(requests.value, 0)
        }
    }

    func testAnEndlessSourceThatEmitsInsideSubscribe() {
        let produced = Counter()
        // The limit is for a failure.
        let source = Observable.just(1).do(onNext: { _ in produced.add() }).repeat(100)
        source.window(count: 2).take(1).subscribe().dispose()
        XCTAssertEqual(produced.value, 1)
        // A window that has a subscriber keeps the source until that subscriber leaves.
        source.window(count: 2).take(1).flatMap { $0.take(1) }.subscribe().dispose()
        XCTAssertEqual(produced.value, 2)
    }

    func testNothingIsSubscribedToIfDownstreamEndsAtTheFirstWindow() {
        let (source, boundary) = (TestSource<Int>(), TestSource<Int>())
        let recorder = Recorder<Int>()
        _ = source.observable.window(boundary: boundary.observable).take(1).map { _ in 0 }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["0", "|"])
        XCTAssertEqual([source.subscriptions, boundary.subscriptions], [0, 0])
    }

    func testAnElementThatTheEndOfAWindowSetsOff() {
        let (source, boundary) = (PublishSubject<Int>(), PublishSubject<Void>())
        let recorder = Recorder<[Int]>()
        _ = source.window(boundary: boundary).flatMap { $0.toArray() }
            .do(onNext: { if $0 == [1] { source.onNext(2) } })
            .subscribe(recorder)
        source.onNext(1)
        boundary.onNext(())
        source.onNext(3)
        boundary.onNext(())
        XCTAssertEqual(recorder.elements, [[1], [2, 3]])
    }

    func testAnElementFromInsideADelivery() {
        let source = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        _ = source.window(count: 2).flatMap { $0.do(onNext: { if $0 == 2 { source.onNext(3) } }).toArray() }
            .subscribe(recorder)
        for element in [1, 2, 4] { source.onNext(element) }
        XCTAssertEqual(recorder.elements, [[1, 2], [3, 4]])
    }

    func testAnElementFromInsideADeliveryToWindowsThatOverlap() {
        let source = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        var isFirst = true
        _ = source.window(count: 2, skip: 1)
            .flatMap { window in
                window.do(onNext: { if $0 == 2, exchange(&isFirst, for: false) { source.onNext(3) } }).toArray()
            }
            .subscribe(recorder)
        for element in [1, 2, 4] { source.onNext(element) }
        XCTAssertEqual(recorder.elements, [[1, 2], [2, 3], [3, 4]])
    }

    func testAnElementThatTheWindowItselfSetsOff() {
        let source = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        _ = source.window(count: 2).do(afterNext: { _ in if recorder.elements.isEmpty { source.onNext(2) } })
            .flatMap { $0.toArray() }
            .subscribe(recorder)
        source.onNext(1)
        XCTAssertEqual(recorder.elements, [[1, 2]])
    }
}
