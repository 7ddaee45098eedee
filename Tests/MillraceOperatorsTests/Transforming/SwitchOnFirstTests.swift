import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class SwitchOnFirstTests: MarbleTestCase {
    func testTheFirstElementDecides() {
        func decided(_ source: Observable<String>) -> Observable<String> {
            source.switchOnFirst { first, all in
                first.element == "U" ? all.map { $0.uppercased() } : all.skip(1)
            }
        }
        check(source: "-U-a-b-|", result: "-U-A-B-|", active: "^------!") { source, _ in decided(source) }
        check(source: "-x-a-b-|", result: "---a-b-|", active: "^------!") { source, _ in decided(source) }
        check(source: "-U-a-#", result: "-U-A-#", active: "^----!") { source, _ in decided(source) }
    }

    func testTheEndOfTheSelectedSourceEndsTheResult() {
        check(source: "-a-b-c-|", result: "-a-(b|)", active: "^--!") { source, _ in
            source.switchOnFirst { $1.take(2) }
        }
        check(source: "-a-b-c-|", result: "-(x|)", active: "^!") { source, _ in
            source.switchOnFirst { _, _ in Observable.just("x") }
        }
        check(source: "-a-b-c-|", result: "-#", active: "^!") { source, _ in
            source.switchOnFirst { _, _ -> Observable<String> in throw TestError() }
        }
        check(source: "-a-b-c-|", during: "^---!", result: "-a-b", active: "^---!") { source, _ in
            source.switchOnFirst { $1 }
        }
    }

    func testTheFirstEventMayBeTheEnd() {
        check(source: "---|", result: "---(c|)", active: "^--!") { source, _ in
            source.switchOnFirst { first, all in all.ifEmpty(default: first.isCompleted ? "c" : "?") }
        }
        check(source: "---#", result: "---(x|)", active: "^--!") { source, _ in
            source.switchOnFirst { first, all in all.catchAndReturn(first.error == nil ? "?" : "x") }
        }
        // A second subscriber hears of the end, too.
        check(source: "---|", result: "---(c|)", active: "^--!") { source, _ in
            source.switchOnFirst { _, all in all.concat(all).concat(Observable.just("c")) }
        }
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.switchOnFirst { $1 }.do(onNext: { if $0 == 1 { subject.onNext(2) } }).subscribe(recorder)
        subject.onNext(1)
        subject.onNext(3)
        subject.onCompleted()
        XCTAssertEqual(Set(recorder.elements), [1, 2, 3])
        XCTAssertEqual(recorder.marks.last, "|")
    }

    func testSubscriptionsShareNothing() {
        let source = Observable.of(1, 2).switchOnFirst { first, all in all.map { $0 * 10 + (first.element ?? 0) } }
        for _ in 0..<2 {
            let recorder = Recorder<Int>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["11", "21", "|"])
        }
    }

    func testALateSubscriptionGetsTheFirstElementOfASourceThatHasEnded() {
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<Int>()
        _ = Observable.just(1)
            .switchOnFirst { _, all in all.delaySubscription(.seconds(1), scheduler: scheduler) }
            .subscribe(recorder)
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }
}
