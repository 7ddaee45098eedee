import Millrace
import MillraceTest
import TestSupport
import XCTest

final class WindowTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)
    private let elements: [Recorded<Event<Int>>] = [
        .next(205, 1), .next(210, 2), .next(240, 3), .next(280, 4), .next(320, 5), .next(350, 6), .next(370, 7),
        .next(420, 8), .next(470, 9),
    ]

    /// Every element with the number of its window, and each window's end.
    private func numbered(_ source: TestableObservable<Int>) -> Observable<String> {
        source.window(timeSpan: .seconds(70), count: 3, scheduler: scheduler)
            .enumerated()
            .map { index, window in window.map { "\(index) \($0)" } }
            .merge()
    }

    private let marks: [Recorded<Event<String>>] = [
        .next(205, "0 1"), .next(210, "0 2"), .next(240, "0 3"), .next(280, "1 4"), .next(320, "2 5"),
        .next(350, "2 6"), .next(370, "2 7"), .next(420, "3 8"), .next(470, "4 9"),
    ]

    func testTimeOrCountWhateverComesFirst() {
        let source = scheduler.createHotObservable(elements + [.completed(600)])
        let result = scheduler.start { self.numbered(source) }
        XCTAssertEqual(result.events, marks + [.completed(600)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 600)])
    }

    func testAnErrorFailsTheWindowToo() {
        let source = scheduler.createHotObservable(elements + [.error(600, TestError())])
        let result = scheduler.start { self.numbered(source) }
        XCTAssertEqual(result.events, marks + [.error(600, TestError())])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 600)])
    }

    func testDisposal() {
        let source = scheduler.createHotObservable(elements + [.completed(600)])
        let result = scheduler.start(disposed: 375) { self.numbered(source) }
        XCTAssertEqual(result.events, Array(marks.prefix(7)))
        XCTAssertEqual(source.subscriptions, [Subscription(200, 375)])
    }

    func testWindowsBeginAndEndAtTheirTimes() {
        let source = scheduler.createHotObservable([.next(205, 1), .next(280, 2), .completed(290)])
        var log: [String] = []
        _ =
            scheduler.start {
                source.window(timeSpan: .seconds(50), count: 9, scheduler: self.scheduler)
                    .do(onNext: { window in
                        log.append("begin@\(self.scheduler.clock)")
                        _ = window.subscribe(onCompleted: { log.append("end@\(self.scheduler.clock)") })
                    })
            } as TestableObserver<Observable<Int>>
        XCTAssertEqual(log, ["begin@200", "end@250", "begin@250", "end@290"])
    }

    func testAWindowKeepsTheSourceAfterDisposal() {
        let source = scheduler.createHotObservable([.next(210, 1), .next(230, 2), .next(260, 3)])
        let observer = scheduler.createObserver(Int.self)
        _ =
            scheduler.start(disposed: 220) {
                source.window(timeSpan: .seconds(50), count: 9, scheduler: self.scheduler)
                    .do(onNext: { _ = $0.subscribe(observer) })
            } as TestableObserver<Observable<Int>>
        XCTAssertEqual(observer.events, [.next(210, 1), .next(230, 2), .completed(250)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 250)])
        XCTAssertEqual(scheduler.clock, 260)
    }
}
