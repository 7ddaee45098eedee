import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class TakeLastForTests: MarbleTestCase {
    func testTheElementsOfTheLastSeconds() {
        check(
            source: "-a--bcd-|",
            result: "--------(cd|)",
            active: "^-------!"
        ) { $0.takeLast(for: .seconds(4), scheduler: $1) }
    }

    func testAllAreTooOld() {
        check(
            source: "-a-b-----|",
            result: "---------|"
        ) { $0.takeLast(for: .seconds(4), scheduler: $1) }
    }

    func testForEver() {
        check(
            source: "-a-b-----|",
            result: "---------(ab|)"
        ) { $0.takeLast(for: .never, scheduler: $1) }
    }

    func testAnError() {
        check(
            source: "-a-b-#",
            result: "-----#"
        ) { $0.takeLast(for: .seconds(4), scheduler: $1) }
    }

    func testElementsThatAreTooOldAreReleasedAtTheNextOne() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Token>()
        let tally = Token.Tally()
        let subscription = subject.takeLast(for: .seconds(4), scheduler: scheduler).subscribe()
        for time in 1...10 {
            scheduler.advanceTo(time)
            subject.onNext(Token(tally))
        }
        XCTAssertEqual(tally.count, 4)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
    }

    func testTheTimeIsSet() {
        for step in [-3_600.0, 3_600] {
            for (duration, kept) in [(350, [3, 4]), (450, [2, 3, 4])] {
                let events = eventsOfSteppingTime(SteppingSchedulerWithStopwatch(), step: step) {
                    $0.takeLast(for: .milliseconds(duration), scheduler: $1)
                }
                XCTAssertEqual(events, kept.map { "500: \($0)" } + ["500: |"], "\(step) s, \(duration) ms")
            }
        }
    }

    func testAUsersSchedulerGoesBack() {
        let events = eventsOfSteppingTime(SteppingScheduler(), step: -3_600, restores: false) {
            $0.takeLast(for: .milliseconds(250), scheduler: $1)
        }
        XCTAssertEqual(events, ["500: 4", "500: |"])
    }

    func testADisposalBetweenTwoElements() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.takeLast(for: .seconds(4), scheduler: scheduler).take(1).subscribe(recorder)
        for element in 1...3 { subject.onNext(element) }
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }
}
