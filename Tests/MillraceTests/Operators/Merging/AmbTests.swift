import Millrace
import TestSupport
import XCTest

final class AmbTests: XCTestCase {
    func testTheFirstEventDecides() {
        for winner in 0..<3 {
            let log = Box<[String]>([])
            let sources = (0..<3).map { number in
                let source = TestSource<Int>()
                source.onDispose = { log.value.append("\(number) disposed") }
                return source
            }
            _ = Observable.amb(sources.map(\.observable)).subscribe { log.value.append("\($0)") }
            sources[winner].send(1)
            for (number, source) in sources.enumerated() { source.send(10 + number) }
            sources[winner].send(.completed)
            let losers = (0..<3).filter { $0 != winner }.map { "\($0) disposed" }
            XCTAssertEqual(log.value, losers + ["next(1)", "next(\(10 + winner))", "completed", "\(winner) disposed"])
        }
    }

    func testWhatTheDisposalOfALoserMakesTheWinnerSendIsPassedOn() {
        let recorder = Recorder<Int>()
        let (winner, loser) = (PublishSubject<Int>(), PublishSubject<Int>())
        let losing = loser.do(onDispose: {
            winner.onNext(2)
            winner.onCompleted()
        })
        let subscription = winner.amb(losing).subscribe(recorder)
        winner.onNext(1)
        XCTAssertEqual(recorder.marks, ["2", "|"])
        subscription.dispose()
    }

    func testATerminalEventDecidesAsWell() {
        for terminal in [Event<Int>.completed, .error(TestError())] {
            let recorder = Recorder<Int>()
            let (a, b) = (TestSource<Int>(), TestSource<Int>())
            _ = a.observable.amb(b.observable).subscribe(recorder)
            b.send(terminal)
            a.send(1)
            XCTAssertEqual(recorder.marks, [terminal.isCompleted ? "|" : "x(error)"])
            XCTAssertEqual([a.disposals, b.disposals], [1, 1])
        }
    }

    func testASourceIsSubscribedToAlthoughAnotherHasWonAndDisposedAtOnce() {
        let recorder = Recorder<Int>()
        let second = TestSource<Int>()
        _ = Observable.just(1).concat(Observable.never()).amb(second.observable).subscribe(recorder)
        XCTAssertEqual(second.subscriptions, 1)
        XCTAssertEqual(second.disposals, 1)
        second.send(2)
        XCTAssertEqual(recorder.marks, ["1"])
    }

    // RxSwift disposes the source that has won, and sends nothing more.
    func testALoserThatEndsWhileItIsSubscribedToChangesNothing() {
        let recorder = Recorder<Int>()
        let first = BehaviorSubject(value: 1)
        _ = first.amb(Observable.empty()).subscribe(recorder)
        first.onNext(2)
        first.onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
    }

    func testNoSourcesNeverEnd() {
        let recorder = Recorder<Int>()
        _ = Observable.amb([]).subscribe(recorder)
        XCTAssertEqual(recorder.marks, [])
    }

    func testDisposalDisposesAllInTheirOrder() {
        let log = Box<[Int]>([])
        let sources = (0..<3).map { number in
            let source = TestSource<Int>()
            source.onDispose = { log.value.append(number) }
            return source
        }
        withExtendedLifetime(sources) { Observable.amb(sources.map(\.observable)).subscribe { _ in }.dispose() }
        XCTAssertEqual(log.value, [0, 1, 2])
    }

    func testSourcesThatVanishReleaseTheObserver() {
        for decided in [false, true] {
            var a: PublishSubject<Int>? = PublishSubject()
            var b: PublishSubject<Int>? = PublishSubject()
            weak var held: Probe?
            let subscription: Disposable
            do {
                let probe = Probe()
                held = probe
                subscription = a!.amb(b!).subscribe(onNext: { _ in probe.touch() })
            }
            if decided { b?.onNext(1) }
            a = nil
            XCTAssertNotNil(held)
            b = nil
            XCTAssertNil(held)
            subscription.dispose()
        }
    }
}
