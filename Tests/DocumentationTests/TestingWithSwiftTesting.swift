import Millrace
import MillraceTest
import Testing

// The code of TestingWithMillrace.md that is written for Swift Testing.

struct SearchFieldTests {
    private let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)

    @Test func aPauseSendsTheQuery() {
        let typed = scheduler.cold("ab---c-|")
        let sent = scheduler.compare(typed.debounce(.seconds(2), scheduler: scheduler), with: "---b---(c|)")
        #expect(sent.isEqual, "\(sent)")
    }

    @Test func theSubscriptionIsKeptToTheEnd() {
        let typed = scheduler.createHotObservable([.next(210, "a"), .completed(250)])
        let result = scheduler.start { typed.map { $0.uppercased() } }
        #expect(result.events == [.next(210, "A"), .completed(250)])
        #expect(typed.subscriptions == [Subscription(200, 250)])
    }
}

struct TestingPageExamples {
    @Test func aFailureShowsBothDiagrams() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let comparison = scheduler.compare(scheduler.cold("a-(bc)-#"), with: "a--b|")
        #expect(
            comparison.description == """
                expected: a--   b|
                actual:   a-(bc)-#
                            ↑ at 2
                """
        )
    }

    @Test func aContractSaysWhichRuleBroke() {
        let first = OperatorContract("first", sends: ["a", "b"]) { source in source.take(1) }
        #expect(Set(first.violations().map(\.rule)) == [.errorIsForwarded])
    }

    @Test(arguments: [
        OperatorContract("first", sends: ["a"], excusing: [.errorIsForwarded: "it has ended before"]) { $0.take(1) },
        OperatorContract("lengths", sends: ["a", "bb"]) { $0.map(\.count) },
    ])
    func operatorsKeepTheContract(_ contract: OperatorContract) {
        contract.check()
    }
}

func poll(
    every interval: Duration,
    on clock: any Clock<Duration>,
    until isReady: @Sendable () async -> Bool
) async throws {
    while await !isReady() { try await clock.sleep(for: interval) }
}

struct PollingTests {
    @Test func pollingAsksEveryTenSeconds() async throws {
        let scheduler = TestScheduler(initialClock: 0)
        let clock = scheduler.testClock
        let polling = Task {
            try await poll(every: .seconds(10), on: clock) { clock.now.offset >= .seconds(20) }
        }

        for tick in [10, 20] {
            try await clock.sleepers(atLeast: 1)
            scheduler.advanceTo(tick)
        }

        try await polling.value
        #expect(clock.sleeperCount == 0)
    }
}
