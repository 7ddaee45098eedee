import Millrace
import MillraceTest
import Testing

/// The test kit from Swift Testing, in Swift 6 mode.
struct TestSchedulerSwift6Tests {
    private let scheduler = TestScheduler(initialClock: 0)

    @Test func eventsAreComparedByTheirTimes() {
        let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
        let result = scheduler.start { source.map { $0 * 2 } }
        #expect(result.events == [.next(210, 2), .next(220, 4), .completed(230)])
        #expect(source.subscriptions == [Subscription(200, 230)])
    }

    @Test func diagramsAreCompared() {
        let comparison = scheduler.compare(scheduler.cold("-a-b|").map { $0 }, with: "-a-b|")
        #expect(comparison.isEqual, "\(comparison)")
    }

    private static let difference = """
        expected: -b|
        actual:   -a|
                   ↑ at 3: next(b) expected, next(a) came
        """

    @Test func aDiagramThatDoesNotFitFailsTheRunningTest() {
        scheduler.expect(scheduler.cold("-a|"), emits: "-a|")
        let line = #line + 2
        withKnownIssue {
            scheduler.expect(scheduler.cold("-a|"), emits: "-b|")
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.contains { $0.rawValue == Self.difference }
        }
        withKnownIssue { scheduler.expect(scheduler.cold("-a|", ["a": 1]), emits: "-b|", ["b": 2]) }
    }

    @Test func aDiagramOfAPeriodThatDoesNotFitFailsTheRunningTest() {
        scheduler.expect(scheduler.hot("-a-b"), during: "--^", emits: "---b")
        let line = #line + 2
        withKnownIssue {
            scheduler.expect(scheduler.hot("-a-b"), during: "--^", emits: "-a-b")
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.contains { $0.rawValue.hasPrefix("expected: -a-b\nactual:   ---b\n") }
        }
        withKnownIssue {
            scheduler.expect(scheduler.hot("-a", ["a": 1]), during: "^-!", emits: "-b", ["b": 2])
        }
    }

    @Test func subscriptionsThatDoNotFitFailTheRunningTest() {
        let source = scheduler.hot("-a-b")
        scheduler.expect(source.take(1), emits: "-(a|)")
        scheduler.expectSubscriptions(of: source, "^!")
        let line = #line + 2
        withKnownIssue {
            scheduler.expectSubscriptions(of: source, "^-!")
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.contains { $0.rawValue.hasPrefix("expected: ^-!\nactual:   ^!\n") }
        }
    }

    @MainActor @Test func actionsThatWereWrittenOnAnActor() {
        var clocks: [Int] = []
        scheduler.scheduleAt(5) { clocks.append(1) }
        let result = scheduler.start {
            Observable<Int>.timer(.seconds(10), scheduler: scheduler).delay(.seconds(5), scheduler: scheduler)
        }
        #expect(clocks == [1])
        #expect(result.events == [.next(215, 0), .completed(216)])
    }
}
