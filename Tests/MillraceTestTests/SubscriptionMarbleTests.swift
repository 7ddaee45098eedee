import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SubscriptionMarbleTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)

    func testSubscriptionsAsPictures() {
        let source = scheduler.hot("-a-b-c-")
        scheduler.expectSubscriptions(of: source)
        scheduler.expect(source.take(2), emits: "-a-(b|)")
        scheduler.expectSubscriptions(of: source, "^--!")
        scheduler.expectSubscriptions(of: source, " ^- -!--- ")
    }

    func testEachSubscriptionHasADiagram() {
        let source = scheduler.cold("-#")
        scheduler.expect(source.retry(3), emits: "---#")
        scheduler.expectSubscriptions(
            of: source,
            "^!",
            "-^!",
            "--^!"
        )
        let wrong = scheduler.compareSubscriptions(of: source, with: "^!", "-^")
        XCTAssertFalse(wrong.isEqual)
        XCTAssertEqual(
            "\(wrong)",
            """
            expected: ^!, -^
            actual:   ^!, -^!, --^!
                            ↑ at 2
            """
        )
        XCTAssertEqual(
            scheduler.compareSubscriptions(of: source, with: "(^!)", from: 1).description,
            """
            expected:      (^!)
            actual:   <@0>^!, ^!, -^!
                      ↑ at 0
            """
        )
    }

    func testOneThatDoesNotEndHasNoEnd() {
        let source = scheduler.hot("-a")
        _ = source.subscribe()
        scheduler.start()
        scheduler.expectSubscriptions(of: source, "^")
        XCTAssertEqual(
            "\(scheduler.compareSubscriptions(of: source, with: "^-!"))",
            "expected: ^-!\nactual:   ^\n            ↑ at 2"
        )
        XCTAssertEqual("\(scheduler.compareSubscriptions(of: source))", "expected: none\nactual:   ^\n          ↑ at 0")
    }

    func testDiagramsOfTheSameSubscriptionStandInTheSameColumn() {
        let source = scheduler.hot("a 99t b")
        scheduler.expect(source.take(2), emits: "a 99t (b|)")
        scheduler.expect(source, during: "^-!", emits: "")
        XCTAssertEqual(
            "\(scheduler.compareSubscriptions(of: source, with: "^--!", "100t ^-!"))",
            """
            expected: ^--!      , 100t ^-!
            actual:   ^--- 96t !, 100t ^-!
                         ↑ at 3
            """
        )
    }

    func testOneThatEndsInTheTickItBeganIn() {
        let source = scheduler.cold("(a|)")
        scheduler.advanceTo(2)
        scheduler.expect(source, emits: "(a|)")
        scheduler.expectSubscriptions(of: source, "--(^!)")
        scheduler.expectSubscriptions(of: source, "(^!)", from: 2)
    }

    func testASourceIsObservedWhileADiagramSays() {
        let source = scheduler.hot("ab-c-d-e-f")
        scheduler.expect(
            source,
            during: "--^----!",
            emits: " ---c-d-e"
        )
        scheduler.expectSubscriptions(of: source, "--^----!")
        XCTAssertFalse(scheduler.compare(scheduler.cold("-a"), during: "--^", with: "--a").isEqual)
    }

    func testADiagramWithoutAnEndLastsUntilNothingIsLeft() {
        scheduler.advanceTo(10)
        let source = scheduler.hot("-a-b", ["a": 1, "b": 2])
        scheduler.expect(source, during: "--^", emits: "---x", ["x": 2])
        scheduler.expectSubscriptions(of: source, "--^!", from: 10)
    }

    func testWhatIsScheduledBeforeTheTickOfTheSubscriptionComesFirst() {
        scheduler.expect(scheduler.hot("a-b"), during: "--^", emits: "")
        let later = TestScheduler(initialClock: 0)
        later.expect(later.hot("a-b"), during: "^-!", emits: "a-b")
        let third = TestScheduler(initialClock: 0)
        third.expect(third.cold("a-b"), during: "-^-!", emits: "-a-b")
        let fourth = TestScheduler(initialClock: 0)
        fourth.expect(
            fourth.hot("-a").delay(.seconds(1), scheduler: fourth),
            during: "^-!",
            emits: "",
            error: MarbleError()
        )
    }
}
