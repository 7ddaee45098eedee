import Millrace
import TestSupport
import XCTest

final class TakeWhileTests: XCTestCase {
    private func marks(
        _ elements: [Int],
        _ operation: (Observable<Int>) -> Observable<Int>
    ) -> (marks: [String], disposals: Int) {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = operation(source.observable).subscribe(recorder)
        for element in elements { source.send(element) }
        return (recorder.marks, source.disposals)
    }

    func testTheElementThatEndsItIsEmittedIfInclusive() {
        for (behavior, expected) in [(TakeBehavior.exclusive, ["1", "2", "|"]), (.inclusive, ["1", "2", "3", "|"])] {
            let whileBelow = marks([1, 2, 3, 1]) { $0.take(while: { $0 < 3 }, behavior: behavior) }
            XCTAssertEqual(whileBelow.marks, expected)
            XCTAssertEqual(whileBelow.disposals, 1)
            let untilAbove = marks([1, 2, 3, 1]) { $0.take(until: { $0 >= 3 }, behavior: behavior) }
            XCTAssertEqual(untilAbove.marks, expected)
            XCTAssertEqual(untilAbove.disposals, 1)
        }
    }

    func testItIsExclusiveByDefault() {
        XCTAssertEqual(marks([1, 3]) { $0.take(while: { $0 < 3 }) }.marks, ["1", "|"])
        XCTAssertEqual(marks([1, 3]) { $0.take(until: { $0 == 3 }) }.marks, ["1", "|"])
    }

    func testWhatThePredicateThrowsEndsIt() {
        let predicate: @Sendable (Int) throws -> Bool = { if $0 == 2 { throw TestError("two") } else { return $0 < 2 } }
        let taken = marks([1, 2, 1]) { $0.take(while: predicate) }
        XCTAssertEqual(taken.marks, ["1", "x(two)"])
        XCTAssertEqual(taken.disposals, 1)
        let untaken = marks([1, 2, 1]) { $0.take(until: { try !predicate($0) }) }
        XCTAssertEqual(untaken.marks, ["1", "x(two)"])
        XCTAssertEqual(untaken.disposals, 1)
    }

    func testTheLastElementIsOutBeforeItCompletesAndDisposes() {
        var log: [String] = []
        let source = TestSource<Int>()
        source.onDispose = { log.append("disposed") }
        _ = source.observable.take(until: { $0 == 2 }, behavior: .inclusive).subscribe { log.append("\($0)") }
        source.send(1, 2)
        XCTAssertEqual(log, ["next(1)", "next(2)", "completed", "disposed"])
    }

    func testThePredicateIsNotAskedAgainWhenItHasEnded() {
        let subject = PublishSubject<Int>()
        var asked: [Int] = []
        var log: [String] = []
        _ = subject.take(
            while: { element in
                asked.append(element)
                return element < 2
            },
            behavior: .inclusive
        ).subscribe { event in
            log.append("\(event)")
            if event.element != 1 { subject.onNext(1) }
        }
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertEqual(asked, [1, 2])
        XCTAssertEqual(log, ["next(1)", "next(2)", "completed"])
    }

    func testAnObserverThatDisposesAtTheLastElementHearsNoEnd() {
        let source = TestSource<Int>()
        var log: [String] = []
        var subscription: Disposable?
        subscription = source.observable.take(while: { $0 < 2 }, behavior: .inclusive).subscribe { event in
            log.append("\(event)")
            subscription?.dispose()
        }
        source.send(2)
        XCTAssertEqual(log, ["next(2)"])
        XCTAssertEqual(source.disposals, 1)
    }
}
