import Millrace
import TestSupport
import XCTest

final class IfEmptySwitchToTests: XCTestCase {
    private let recorder = Recorder<Int>()
    private let (first, second) = (TestSource<Int>(), TestSource<Int>())

    func testASourceWithElementsIsNotReplaced() {
        _ = first.observable.ifEmpty(switchTo: second.observable).subscribe(recorder)
        first.send(1)
        first.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(second.subscriptions, 0)
        XCTAssertEqual(first.disposals, 1)
    }

    func testAnEmptyOneIs() {
        let log = Box<[String]>([])
        first.onDispose = { log.value.append("first disposed") }
        second.onDispose = { log.value.append("second disposed") }
        let second = second.observable.do(onSubscribe: { log.value.append("second subscribed") })
        _ = first.observable.ifEmpty(switchTo: second).subscribe { log.value.append("\($0)") }
        first.send(.completed)
        self.second.send(1)
        self.second.send(.completed)
        XCTAssertEqual(
            log.value,
            ["second subscribed", "first disposed", "next(1)", "completed", "second disposed"]
        )
    }

    func testErrorsOfBothArePassedOn() {
        _ = first.observable.ifEmpty(switchTo: second.observable).subscribe(recorder)
        first.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertEqual(second.subscriptions, 0)
        let other = Recorder<Int>()
        _ = Observable<Int>.empty().ifEmpty(switchTo: second.observable).subscribe(other)
        second.send(.error(TestError("second")))
        XCTAssertEqual(other.marks, ["x(second)"])
    }

    func testRecursionTakesNoStack() {
        let depth = TestMode.size(100_000, sanitized: 2_000)
        onSmallStack {
            @Sendable func from(_ number: Int) -> Observable<Int> {
                number == depth
                    ? .just(1) : Observable.empty().ifEmpty(switchTo: Observable.deferred { from(number + 1) })
            }
            let sum = Box(0)
            _ = from(0).subscribe(onNext: { sum.value += $0 })
            XCTAssertEqual(sum.value, 1)
        }
    }
}
