import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class AsSerializedTests: MarbleTestCase {
    func testEventsPass() {
        check(source: "-a-b-|", result: "-a-b-|", active: "^----!") { source, _ in source.asSerialized() }
        check(source: "-a-#", result: "-a-#", active: "^--!") { source, _ in source.asSerialized() }
        check(source: "-a-b-|", during: "^-!", result: "-a", active: "^-!") { source, _ in source.asSerialized() }
    }

    func testWhatACallbackSendsFollowsTheCallback() {
        let subject = PublishSubject<Int>()
        let log = Box<[String]>([])
        _ = subject.asSerialized().subscribe(
            onNext: { element in
                log.value.append("\(element) begins")
                if element == 1 { for next in 2...3 { subject.onNext(next) } }
                if element == 3 { subject.onCompleted() }
                log.value.append("\(element) ends")
            },
            onCompleted: { log.value.append("completed") }
        )
        subject.onNext(1)
        XCTAssertEqual(
            log.value,
            ["1 begins", "1 ends", "2 begins", "2 ends", "3 begins", "3 ends", "completed"]
        )
    }

    func testSharedItShowsEveryObserverTheSameOrder() {
        func orders(_ shared: (PublishSubject<Int>) -> Observable<Int>) -> [[Int]] {
            let subject = PublishSubject<Int>()
            let source = shared(subject)
            let (first, second) = (Recorder<Int>(), Recorder<Int>())
            let subscriptions = [
                source.do(onNext: { if $0 == 1 { subject.onNext(2) } }).subscribe(first),
                source.subscribe(second),
            ]
            for element in 0...1 { subject.onNext(element) }
            for subscription in subscriptions { subscription.dispose() }
            return [first.elements, second.elements]
        }
        XCTAssertEqual(orders { $0.asObservable() }, [[0, 2, 1], [0, 2, 1]])
        XCTAssertEqual(orders { $0.asSerialized().share() }, [[0, 1, 2], [0, 1, 2]])
        // One for each observer cannot help: the second has not yet got the element that the first answers.
        XCTAssertEqual(orders { $0.asSerialized() }, [[0, 1, 2], [0, 2, 1]])
    }

    func testAThreadDoesNotWaitForACallback() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.asSerialized()
            .do(onNext: { element in
                guard element == 1 else { return }
                // The other thread returns although this callback has not.
                concurrently({
                    subject.onNext(2)
                    subject.onCompleted()
                })
            })
            .subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
    }

    func testWhatACallbackSendsWaitsBehindWhatOtherThreadsHaveLeft() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let hasLeft = Moment()
        _ = subject.asSerialized()
            .do(onNext: { element in
                switch element {
                case 1:
                    // 2 and 3 wait for this thread, which delivers them.
                    concurrently({ for next in 2...3 { subject.onNext(next) } })
                    hasLeft.set()
                case 2: subject.onNext(4)
                default: break
                }
            })
            .subscribe(recorder)
        subject.onNext(1)
        hasLeft.wait()
        XCTAssertEqual(recorder.elements, [1, 2, 3, 4])
    }

    func testDisposalDropsWhatWaits() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = SingleAssignmentDisposable()
        subscription.setDisposable(
            subject.asSerialized()
                .do(onNext: { _ in
                    concurrently({ subject.onNext(2) })
                    subscription.dispose()
                })
                .subscribe(recorder)
        )
        subject.onNext(1)
        XCTAssertEqual(recorder.elements, [])
        XCTAssertFalse(subject.hasObservers)
    }

    func testTheSourceCanPause() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 0, count: 100)
            .asSerialized()
            .observe(on: scheduler, capacity: 4, overflow: .suspend)
            .subscribe(recorder)
        scheduler.runDue()
        XCTAssertEqual(recorder.elements, Array(0..<100))
    }
}
