import Millrace
import TestSupport
import XCTest

final class AsyncFilterTests: XCTestCase {
    private func marks(_ results: Observable<Int>) -> [String] {
        let recorder = Recorder<Int>()
        let isOver = Moment()
        _ = results.do(onDispose: { isOver.set() }).subscribe(recorder)
        isOver.wait()
        return recorder.marks
    }

    func testItEmitsTheElementsForWhichTheClosureIsTrue() {
        let even: @Sendable (Int) async -> Bool = { number in
            await Task.yield()
            return number % 2 == 0
        }
        let numbers = Observable.range(start: 1, count: 9)
        XCTAssertEqual(marks(numbers.filter(maxConcurrent: 3, ordered: true, even)), ["2", "4", "6", "8", "|"])
        XCTAssertEqual(marks(numbers.filter(maxConcurrent: 3, even)).sorted(), ["2", "4", "6", "8", "|"])
        XCTAssertEqual(marks(numbers.filter(maxConcurrent: 1, even)), ["2", "4", "6", "8", "|"])
    }

    func testElementsThatAreLeftOutMakeRoom() {
        XCTAssertEqual(
            marks(Observable.range(start: 0, count: 1_000).filter(maxConcurrent: 2) { $0 == 999 }),
            ["999", "|"]
        )
    }

    func testAnErrorTakesItsElementsPlace() {
        let results = Observable.of(1, 2, 3, 4).filter(maxConcurrent: 2, ordered: true) { number in
            if number == 3 { throw TestError("three") }
            return number != 1
        }
        XCTAssertEqual(marks(results), ["2", "x(three)"])
    }

    func testElementsThatFindNoRoom() {
        let gate = Gate()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let isOver = Moment()
        let results = subject.filter(maxConcurrent: 1, ordered: true, capacity: 1, overflow: .dropOldest) { number in
            await gate.pass()
            return number > 1
        }
        _ = results.do(onDispose: { isOver.set() }).subscribe(recorder)
        for number in 1...4 { subject.onNext(number) }
        subject.onCompleted()
        gate.open()
        isOver.wait()
        XCTAssertEqual(recorder.marks, ["4", "|"])
    }
}
