import Millrace
import TestSupport
import XCTest

final class StartWithTests: XCTestCase {
    func testItsElementsComeBeforeTheSourceIsSubscribedTo() {
        var log: [String] = []
        let source = Observable<Int>.create { observer in
            log.append("subscribed")
            observer.onNext(3)
            observer.onCompleted()
            return Disposables.create { log.append("disposed") }
        }
        _ = source.startWith(1, 2).subscribe { log.append("\($0)") }
        XCTAssertEqual(log, ["next(1)", "next(2)", "subscribed", "next(3)", "completed", "disposed"])
    }

    func testWithoutElementsItIsTheSource() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 1, count: 2).startWith().subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
    }

    func testTheLastOneAppliedComesFirst() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 5, count: 1).startWith(3, 4).startWith(1, 2).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "4", "5", "|"])
    }

    func testASubscriptionThatEndsMeanwhileHearsNoMoreAndDisposesTheSource() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        var mapped: [Int] = []
        _ = source.observable.startWith(1, 2).map { element -> Int in
            mapped.append(element)
            return element
        }.take(1).subscribe(recorder)
        source.send(3)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(mapped, [1])
        XCTAssertEqual(source.subscriptions, 1)
        XCTAssertEqual(source.disposals, 1)
    }

    func testAnObserverMayMakeTheSourceEmitBeforeItIsSubscribedTo() {
        let subject = PublishSubject<Int>()
        var received: [Int] = []
        _ = subject.startWith(1).subscribe(onNext: { element in
            received.append(element)
            if element == 1 { subject.onNext(9) }
        })
        subject.onNext(2)
        XCTAssertEqual(received, [1, 2])
    }
}
