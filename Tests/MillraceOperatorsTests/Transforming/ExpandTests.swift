import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ExpandTests: MarbleTestCase {
    private let tree = ["a": ["b", "c"], "b": ["d", "e"], "c": ["f"], "f": ["g"]]

    func testInBreadth() {
        let recorder = Recorder<String>()
        _ = Observable.just("a").expand(maxConcurrent: 1) { [tree] in Observable.from(tree[$0] ?? []) }
            .subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["a", "b", "c", "d", "e", "f", "g", "|"])
    }

    func testTimesAndTheEnd() {
        check(source: "-a-------|", result: "-a-(bc)-(def)-g-|", naming: names("abcdefg")) {
            [tree] source, _, scheduler in
            source.expand { Observable.from(tree[$0] ?? []).delaySubscription(.seconds(2), scheduler: scheduler) }
        }
    }

    private func names(_ marks: String) -> [Character: String] {
        Dictionary(uniqueKeysWithValues: marks.map { ($0, String($0)) })
    }

    func testALimitedNumberAtATime() {
        var active = 0
        var most = 0
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<String>()
        _ = Observable.just("a").expand(maxConcurrent: 2) { [tree] element in
            Observable.from(tree[element] ?? []).delaySubscription(.seconds(1), scheduler: scheduler)
                .do(
                    onCompleted: { active -= 1 },
                    onSubscribe: {
                        active += 1
                        most = max(most, active)
                    }
                )
        }.subscribe(recorder)
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["a", "b", "c", "d", "e", "f", "g", "|"])
        XCTAssertEqual(most, 2)
        XCTAssertEqual(active, 0)
    }

    func testErrors() {
        check(source: "-a-#", result: "-a-#", active: "^--!") { source, _ in source.expand { _ in Observable.never() } }
        check(source: "-a--", result: "-(a#)", active: "^!") { source, _ in
            source.expand { _ in Observable.error(TestError()) }
        }
        check(source: "-a--", result: "-(a#)", active: "^!") { source, _ in
            source.expand { _ -> Observable<String> in throw TestError() }
        }
    }

    func testDisposalReachesAllSources() {
        let subjects = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = Observable.just(0).expand { subjects[$0] }.subscribe()
        subjects[0].onNext(1)
        subjects[0].onNext(2)
        XCTAssertEqual(subjects.map(\.hasObservers), [true, true, true])
        subscription.dispose()
        XCTAssertEqual(subjects.map(\.hasObservers), [false, false, false])
    }

    func testDisposalInsideAnEndlessTree() {
        let recorder = Recorder<Int>()
        _ = Observable.just(1).expand(maxConcurrent: 1) { Observable.of($0 * 2, $0 * 2 + 1) }.take(100)
            .subscribe(recorder)
        XCTAssertEqual(recorder.elements, Array(1...100))
    }

    func testADeepTreeTakesNoStack() {
        let recorder = Recorder<Int>()
        _ = Observable.just(1).expand { $0 < 50_000 ? Observable.just($0 + 1) : .empty() }.takeLast(1)
            .subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["50000", "|"])
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.expand { $0 < 4 ? Observable.just($0 * 2) : .empty() }
            .do(onNext: { if $0 == 2 { subject.onNext(3) } })
            .subscribe(recorder)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(recorder.elements.sorted(), [1, 2, 3, 4, 6])
        XCTAssertEqual(recorder.marks.last, "|")
    }
}
