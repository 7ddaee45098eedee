import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ConcatMapEagerTests: MarbleTestCase {
    /// The elements of an inner source, each a second after the one before; `1` stands for three elements.
    private let inner = ["a": "--1--2|", "b": "-3-4|", "c": "5|"]

    private func eager(_ limit: Int, _ source: Observable<String>, _ scheduler: TestScheduler) -> Observable<String> {
        source.concatMapEager(maxConcurrent: limit) { [inner] in scheduler.cold(inner[$0] ?? $0).asObservable() }
    }

    func testInOrderThoughSubscribedAtOnce() {
        check(source: "-ab---|", result: "---1--2(34|)") { eager(2, $0, $1) }
    }

    func testASourceWaitsUntilAnEarlierOneIsEmpty() {
        // The third one is subscribed to at 7, when the first one has ended.
        check(source: "-abc--|", result: "---1--2(345)|") { eager(2, $0, $1) }
        check(source: "-abc--|", result: "---1--2-3-4(5)|") { eager(1, $0, $1) }
    }

    func testErrors() {
        check(source: "-ab-#", result: "---1#", active: "^---!") { eager(2, $0, $1) }
        // An error of a source whose turn has not come is not held back.
        check(source: "-ax--", result: "---1#", active: "^---!") { source, scheduler in
            source.concatMapEager(maxConcurrent: 2) { [inner] in
                scheduler.cold(inner[$0] ?? "--#", error: TestError()).asObservable()
            }
        }
        check(source: "-ax--", result: "--#", active: "^-!") { source, scheduler in
            source.concatMapEager(maxConcurrent: 2) { [inner] element -> Observable<String> in
                guard let diagram = inner[element] else { throw TestError() }
                return scheduler.cold(diagram).asObservable()
            }
        }
    }

    func testDisposalReachesAllSources() {
        let subjects = (0..<4).map { _ in PublishSubject<Int>() }
        let subscription = Observable.from(Array(0..<4)).concatMapEager(maxConcurrent: 3) { subjects[$0] }.subscribe()
        XCTAssertEqual(subjects.map(\.hasObservers), [true, true, true, false])
        subscription.dispose()
        XCTAssertEqual(subjects.map(\.hasObservers), [false, false, false, false])
    }

    func testTheNumberOfSourcesIsBounded() {
        let subjects = (0..<5).map { _ in PublishSubject<Int>() }
        let recorder = Recorder<Int>()
        _ = Observable.from(Array(0..<5)).concatMapEager(maxConcurrent: 2) { subjects[$0] }.subscribe(recorder)
        subjects[1].onNext(10)
        subjects[1].onCompleted()
        // What it has sent is still kept, so no other source takes its place.
        XCTAssertFalse(subjects[2].hasObservers)
        subjects[0].onNext(0)
        XCTAssertEqual(recorder.elements, [0])
        subjects[0].onCompleted()
        XCTAssertEqual(recorder.elements, [0, 10])
        XCTAssertEqual(subjects.map(\.hasObservers), [false, false, true, true, false])
        for subject in subjects { subject.onCompleted() }
        XCTAssertEqual(recorder.marks, ["0", "10", "|"])
    }

    func testManySynchronousSourcesTakeNoStack() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 0, count: 20_000).concatMapEager(maxConcurrent: 3) { Observable.of($0, 1) }
            .reduce(0, accumulator: +).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [200_010_000])
        // All of them have waited for one.
        let first = PublishSubject<Int>()
        let late = Recorder<Int>()
        _ = Observable.range(start: 0, count: 20_000)
            .concatMapEager(maxConcurrent: 3) { $0 == 0 ? first : Observable.of($0, 1) }
            .reduce(0, accumulator: +).subscribe(late)
        first.onCompleted()
        XCTAssertEqual(late.elements, [200_009_999])
    }

    func testElementsFromInsideADelivery() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let recorder = Recorder<Int>()
        _ = Observable.of(first, second).concatMapEager(maxConcurrent: 2) { $0 }
            .do(onNext: { if $0 == 10 { second.onNext(12) } })
            .subscribe(recorder)
        second.onNext(10)
        second.onNext(11)
        first.onNext(1)
        first.onCompleted()
        second.onNext(13)
        XCTAssertEqual(recorder.elements, [1, 10, 11, 12, 13])
    }
}
