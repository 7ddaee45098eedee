import Millrace
import MillraceTest
import TestSupport
import XCTest

final class WindowTests: MarbleTestCase {
    /// Every window's elements between brackets that stand for its beginning and its end.
    private func bracketed(_ source: Observable<String>, _ span: Int, _ count: Int, _ scheduler: SchedulerType)
        -> Observable<String>
    {
        source.window(timeSpan: .seconds(span), count: count, scheduler: scheduler)
            .map { $0.startWith("[").concat(Observable.just("]")) }
            .merge()
    }

    func testTimeOrCountWhateverComesFirst() {
        check(
            source: "-ab c    -d- -   ef g    -h- -   --- -   -|",
            result: "[ab(c][) -d-(][) ef(g][) -h-(][) ---(][) -(]|)",
            active: "^-- -    --- -   -- -    --- -   --- -   -!"
        ) { bracketed($0, 4, 3, $1) }
    }

    func testACountOfZeroOrLessIsNoLimit() {
        for count in [0, -1, Int.min] {
            check(
                source: "-abc-   d-|",
                result: "[abc(][)d-(]|)",
                active: "^----   --!"
            ) { bracketed($0, 4, count, $1) }
        }
    }

    func testAnErrorFailsTheWindowToo() {
        check(
            source: "-ab c    -d#",
            result: "[ab(c][) -d#",
            active: "^-- -    --!"
        ) { bracketed($0, 4, 3, $1) }
        check(
            source: "-a#",
            result: "-a(x#)"
        ) { source, scheduler in
            // `x` is the window's error.
            source.window(timeSpan: .seconds(4), count: 3, scheduler: scheduler)
                .map { $0.materialize().map { $0.element ?? ($0.error == nil ? "c" : "x") } }
                .merge()
        }
    }

    func testDisposal() {
        let end = check(
            source: "-ab c    -d- -   ef g    -h-|",
            during: "^-- -    --- -   -- -    !",
            result: "[ab(c][) -d-(][) ef(g][)",
            active: "^-- -    --- -   -- -    !"
        ) { bracketed($0, 4, 3, $1) }
        XCTAssertEqual(end, 14)
    }

    func testWindowsBeginAndEndAtTheirTimes() {
        check(
            source: "-a--- -   --b-|",
            result: "[a---(][) --b-(]|)"
        ) { bracketed($0, 5, 9, $1) }
    }

    func testAWindowKeepsTheSourceAfterDisposal() {
        // What is disposed and what is observed are two things here.
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.hot("-a--b---c")
        let observer = scheduler.createObserver(String.self)
        scheduler.expect(
            source.window(timeSpan: .seconds(6), count: 9, scheduler: scheduler)
                .do(onNext: { _ = $0.subscribe(observer) })
                .map { _ in "w" },
            during: "^-!",
            emits: "w"
        )
        XCTAssertEqual(observer.events, [.next(1, "a"), .next(4, "b"), .completed(6)])
        scheduler.expectSubscriptions(of: source, "^-----!")
        XCTAssertEqual(scheduler.clock, 8)
    }

    // The end of the window waits at the gate of the operator below, where another thread delivers.
    func testAWindowWhoseEndIsLongInComingDownDoesNotKeepTheSource() {
        let scheduler = ManualScheduler()
        let source = PublishSubject<Int>()
        var disposals = 0
        let subscription = source.do(onDispose: { disposals += 1 })
            .window(timeSpan: .seconds(1_000), count: 2, scheduler: scheduler)
            .flatMap { $0.debounce(.milliseconds(10), scheduler: scheduler) }
            .subscribe(onNext: { element in
                if element == 1 { TestThread { source.onNext(2) }.join() }
            })
        source.onNext(1)
        scheduler.advance(by: .milliseconds(20))
        subscription.dispose()
        XCTAssertEqual(disposals, 1)
        XCTAssertFalse(source.hasObservers)
    }
}
