import Millrace
import TestSupport
import XCTest

final class TakeLastTests: XCTestCase {
    func testItEmitsTheLastOnesInOrder() {
        for count in 0...6 {
            for total in 0...12 {
                let recorder = Recorder<Int>()
                _ = Observable.range(start: 0, count: total).takeLast(count).subscribe(recorder)
                XCTAssertEqual(recorder.elements, Array((0..<total).suffix(count)), "\(count) of \(total)")
                XCTAssertEqual(recorder.marks.last, "|")
            }
        }
    }

    func testNoneCompletesWhenTheSourceDoes() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.takeLast(0).subscribe(recorder)
        source.send(1)
        XCTAssertEqual(source.subscriptions, 1)
        XCTAssertEqual(recorder.marks, [])
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["|"])
    }

    func testDisposingStopsItBetweenTwoElements() {
        let source = TestSource<Int>()
        var log: [String] = []
        var subscription: Disposable?
        subscription = source.observable.takeLast(3).subscribe { event in
            log.append("\(event)")
            if event.element == 3 { subscription?.dispose() }
        }
        source.send(1, 2, 3, 4)
        source.send(.completed)
        XCTAssertEqual(log, ["next(2)", "next(3)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testAnOperatorBelowStopsIt() {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        _ = subject.takeLast(3).take(1).subscribe(recorder)
        for element in 1...4 { subject.onNext(element) }
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["2", "|"])
    }

    func testElementsThatFallOutAreReleasedAtOnce() {
        let subject = PublishSubject<Capture>()
        var token: Capture? = Capture()
        weak let alive = token
        let subscription = subject.takeLast(2).subscribe(onNext: { _ in })
        subject.onNext(token!)
        token = nil
        subject.onNext(Capture())
        XCTAssertNotNil(alive)
        subject.onNext(Capture())
        XCTAssertNil(alive)
        subscription.dispose()
    }

    func testElementsThatAreHeldAreReleasedByDisposalAndByTheEnd() {
        for ends in [false, true] {
            let subject = PublishSubject<Capture>()
            var token: Capture? = Capture()
            weak let alive = token
            let subscription = subject.takeLast(2).subscribe(onNext: { _ in })
            subject.onNext(token!)
            token = nil
            XCTAssertNotNil(alive)
            if ends { subject.onCompleted() } else { subscription.dispose() }
            XCTAssertNil(alive)
        }
    }

    func testTheReleaseOfAnElementMayMakeTheSourceEmit() {
        final class Emitting {
            let number: Int
            let subject: PublishSubject<Emitting>
            init(_ number: Int, _ subject: PublishSubject<Emitting>) {
                self.number = number
                self.subject = subject
            }
            deinit {
                if number == 1 { subject.onNext(Emitting(10, subject)) }
            }
        }
        let subject = PublishSubject<Emitting>()
        var received: [Int] = []
        _ = subject.takeLast(2).subscribe(onNext: { received.append($0.number) })
        for number in 1...3 { subject.onNext(Emitting(number, subject)) }
        subject.onCompleted()
        XCTAssertEqual(received, [3, 10])
    }
}
