import Millrace
import TestSupport
import XCTest

final class WithLatestFromTests: XCTestCase {
    private let recorder = Recorder<Int>()
    private let (first, second) = (TestSource<Int>(), TestSource<Int>())

    private func subscribe() -> Disposable {
        first.observable.withLatestFrom(second.observable) { $0 * 100 + $1 }.subscribe(recorder)
    }

    func testElementsBeforeTheSecondSourcesFirstAreDropped() {
        _ = subscribe()
        first.send(1)
        second.send(1)
        first.send(2, 3)
        second.send(2, 3)
        first.send(4)
        XCTAssertEqual(recorder.elements, [201, 301, 403])
    }

    func testTheLatestElementStaysWhenTheSecondSourceCompletes() {
        _ = subscribe()
        second.send(1)
        second.send(.completed)
        XCTAssertEqual(second.disposals, 1)
        first.send(1)
        first.send(.completed)
        XCTAssertEqual(recorder.marks, ["101", "|"])
        XCTAssertEqual(first.disposals, 1)
        XCTAssertEqual(second.disposals, 1)
    }

    func testErrorsOfBothEndIt() {
        for failing in [first, second] {
            let recorder = Recorder<Int>()
            let disposals = [first.disposals, second.disposals]
            _ = first.observable.withLatestFrom(second.observable).subscribe(recorder)
            failing.observers.last?.onError(TestError())
            XCTAssertEqual(recorder.marks, ["x(error)"])
            XCTAssertEqual([first.disposals, second.disposals], disposals.map { $0 + 1 })
        }
    }

    func testWhatTheSelectorThrowsEndsIt() {
        _ = first.observable.withLatestFrom(second.observable) { _, _ -> Int in throw TestError() }.subscribe(recorder)
        second.send(1)
        first.send(1)
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertEqual([first.disposals, second.disposals], [1, 1])
    }

    func testTheSecondSourceIsSubscribedToFirstAndDisposedLast() {
        let log = Box<[String]>([])
        func logged(_ name: String) -> Observable<Int> {
            Observable.create { _ in
                log.value.append("\(name) subscribed")
                return Disposables.create { log.value.append("\(name) disposed") }
            }
        }
        logged("first").withLatestFrom(logged("second")).subscribe { _ in }.dispose()
        XCTAssertEqual(log.value, ["second subscribed", "first subscribed", "first disposed", "second disposed"])
    }

    func testACallbackThatFeedsTheSecondSourceSeesItNextTime() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        _ = first.withLatestFrom(second) { ($0, $1) }.subscribe(onNext: { [recorder] in
            recorder.onNext($0.0 * 10 + $0.1)
            second.onNext($0.0)
        })
        second.onNext(0)
        for element in 1...3 { first.onNext(element) }
        XCTAssertEqual(recorder.elements, [10, 21, 32])
    }
}
