import Millrace
import MillraceTest
import TestSupport
import XCTest

final class DelaySubscriptionTests: MarbleTestCase {
    func testTheSourceIsSubscribedToLater() {
        check(
            source: "   -a-b|",
            result: "----a-b|",
            active: "---^---!",
            isCold: true
        ) { $0.delaySubscription(.seconds(3), scheduler: $1) }
    }

    func testWhatAHotSourceEmitsBeforeIsNotHeard() {
        check(
            source: "-a-b-c|",
            result: "-----c|",
            active: "----^-!"
        ) { $0.delaySubscription(.seconds(4), scheduler: $1) }
    }

    func testItFailsWithTheSource() {
        check(
            source: "   -a-#",
            result: "----a-#",
            active: "---^--!",
            isCold: true
        ) { $0.delaySubscription(.seconds(3), scheduler: $1) }
    }

    func testDisposalWhileItEmits() {
        check(
            source: "   -a-b",
            during: "^----!",
            result: "----a",
            active: "---^-!",
            isCold: true
        ) { $0.delaySubscription(.seconds(3), scheduler: $1) }
    }

    func testDisposalBeforeKeepsItFromBeingSubscribedTo() {
        let end = check(
            source: "   -a",
            during: "^-!",
            result: "",
            active: "",
            isCold: true
        ) { $0.delaySubscription(.seconds(3), scheduler: $1) }
        XCTAssertEqual(end, 2)
    }

    func testCapturesGoWithASubscriptionThatIsDisposedBeforehand() {
        let scheduler = ManualScheduler()
        XCTAssertFalse(
            disposedSubscriptionsHoldCaptures(Observable.never().delaySubscription(.seconds(1), scheduler: scheduler))
        )
    }
}
