import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class DelaySubscriptionTests: MarbleTestCase {
    func testTheFirstElementStartsTheSubscription() {
        check(
            source: "-a-b-c-|",
            second: "--t-u",
            result: "---b-c-|",
            active: "--^----!",
            joined: "^-!"
        ) { source, trigger, _ in source.delaySubscription(until: trigger) }
    }

    func testACompletionStartsTheSubscription() {
        check(
            source: "-a-b-c-|",
            second: "--|",
            result: "---b-c-|",
            active: "--^----!"
        ) { source, trigger, _ in source.delaySubscription(until: trigger) }
    }

    func testAnErrorOfTheTrigger() {
        check(
            source: "-a-b-c-|",
            second: "--#",
            result: "--#",
            active: ""
        ) { source, trigger, _ in source.delaySubscription(until: trigger) }
    }

    func testADisposalBeforeThat() {
        check(
            source: "-a-b-c-|",
            second: "----t",
            during: "^--!",
            result: "",
            active: "",
            joined: "^--!"
        ) { source, trigger, _ in source.delaySubscription(until: trigger) }
    }
}
