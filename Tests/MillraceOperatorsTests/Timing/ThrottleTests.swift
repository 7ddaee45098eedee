import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ThrottleTests: MarbleTestCase {
    private func seconds(_ count: Int, _ scheduler: TestScheduler) -> Observable<Int> {
        .timer(.seconds(count), scheduler: scheduler)
    }

    func testTheLatestIsEmittedWhenTheDurationEnds() {
        check(
            source: "-abc------d----|",
            result: "-a--c-----d----|",
            active: "^--------------!"
        ) { source, scheduler in source.throttle(by: { _ in self.seconds(3, scheduler) }) }
    }

    func testTheNextDurationBeginsWithTheElementEmittedLast() {
        check(
            source: "-ab--c-------|",
            result: "-a--b--c-----|"
        ) { source, scheduler in source.throttle(by: { _ in self.seconds(3, scheduler) }) }
    }

    func testWhatWaitsComesBeforeTheCompletion() {
        check(
            source: "-ab|",
            result: "-a--(b|)",
            active: "^--!"
        ) { source, scheduler in source.throttle(by: { _ in self.seconds(3, scheduler) }) }
        check(
            source: "-a-|",
            result: "-a-|"
        ) { source, scheduler in source.throttle(by: { _ in self.seconds(3, scheduler) }) }
    }

    func testErrors() {
        check(
            source: "-ab-#",
            result: "-a--#",
            active: "^---!"
        ) { source, scheduler in source.throttle(by: { _ in self.seconds(9, scheduler) }) }
        check(
            source: "-ab-",
            result: "-(a#)",
            active: "^!"
        ) { source, _ in source.throttle(by: { _ -> Observable<Int> in throw TestError() }) }
    }

    func testADurationThatIsOverAtOnce() {
        check(
            source: "-abc-|",
            result: "-abc-|"
        ) { source, _ in source.throttle(by: { _ in Observable<Int>.just(1) }) }
    }

    func testAnElementFromInsideADeliveryWaits() {
        let (subject, frame) = (PublishSubject<Int>(), PublishSubject<Void>())
        let recorder = Recorder<Int>()
        _ = subject.throttle(by: { _ in frame }).do(onNext: { if $0 < 3 { subject.onNext($0 + 1) } }).subscribe(
            recorder
        )
        subject.onNext(1)
        XCTAssertEqual(recorder.elements, [1])
        frame.onNext(())
        XCTAssertEqual(recorder.elements, [1, 2])
        frame.onNext(())
        frame.onNext(())
        XCTAssertEqual(recorder.elements, [1, 2, 3])
    }

    func testTheSelectorIsNotCalledAfterADisposalInsideTheDelivery() {
        let subject = PublishSubject<Int>()
        var calls = 0
        _ = subject.throttle(by: { _ -> Observable<Int> in
            calls += 1
            return .never()
        })
        .take(1).subscribe()
        subject.onNext(1)
        XCTAssertEqual(calls, 0)
    }

    func testAuditEmitsTheLatestWhenTheTimeIsOver() {
        check(
            source: "-abc------d------|",
            result: "----c--------d---|",
            active: "^----------------!"
        ) { $0.audit(.seconds(3), scheduler: $1) }
    }

    func testAuditWaitsForTheTimeBeforeItCompletes() {
        check(
            source: "-ab|",
            result: "----(b|)",
            active: "^--!"
        ) { $0.audit(.seconds(3), scheduler: $1) }
        check(
            source: "---|",
            result: "---|"
        ) { $0.audit(.seconds(3), scheduler: $1) }
    }

    func testAuditFailsAtOnce() {
        check(
            source: "-ab#",
            result: "---#"
        ) { $0.audit(.seconds(3), scheduler: $1) }
    }

    func testWhatWaitsIsReleasedWithTheSubscription() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Token>()
        let tally = Token.Tally()
        let subscription = subject.audit(.seconds(3), scheduler: scheduler).subscribe()
        for _ in 0..<3 { subject.onNext(Token(tally)) }
        XCTAssertEqual(tally.count, 1)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
    }
}
