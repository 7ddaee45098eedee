#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceOperators
    import MillraceTest
    import Testing

    /// Arguments that cannot be, of the operators for servers: the message names the operator, the argument and its value.
    struct OperatorsMisuseServerTests {
        @Test func ratesThatCannotBe() async {
            let count = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Rate(0, per: .seconds(1))
            }
            expectMessage(of: count, "Rate.init", "count is 0")
            let interval = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Rate(1, per: .never)
            }
            expectMessage(of: interval, "Rate.init", "interval is never")
            let burst = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Rate(1, per: .seconds(1), burst: 0)
            }
            expectMessage(of: burst, "Rate.init", "burst is 0")
            let large = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Rate(999_999_937, per: .seconds(86_400), burst: 1_000_000_000)
            }
            expectMessage(of: large, "Rate.init", "burst is 1000000000", "too many to be counted exactly")
        }

        @Test func aNegativeCapacity() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = Observable.of(1).limit(
                    Rate(1, per: .seconds(1)),
                    capacity: -1,
                    overflow: .dropNewest,
                    scheduler: scheduler
                )
            }
            expectMessage(of: result, "limit(_:cost:capacity:overflow:scheduler:onDrop:)", "capacity is -1")
        }

        @Test func aLimitAboveASourceThatCannotPause() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = PublishSubject<Int>().limit(Rate(1, per: .seconds(1)), overflow: .suspend, scheduler: scheduler)
                    .subscribe()
            }
            expectMessage(
                of: result,
                "limit(_:cost:capacity:overflow:scheduler:onDrop:)",
                "PublishSubject<Int> cannot pause"
            )
        }

        @Test func emptyBatches() async {
            let count = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).batch(upTo: 0, within: .seconds(1), scheduler: TestScheduler(initialClock: 0))
            }
            expectMessage(of: count, "batch(upTo:within:scheduler:)", "count is 0")
            let weight = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = Observable.of(1).batch(upTo: 1, weight: 0, of: { $0 }, within: .seconds(1), scheduler: scheduler)
            }
            expectMessage(of: weight, "batch(upTo:weight:of:within:scheduler:)", "weight is 0")
        }

        @Test func aPeriodOfNoTime() async {
            let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0)
                _ = Observable.of(1).keepAlive(every: .seconds(0), scheduler: scheduler) { 2 }
            }
            expectMessage(of: none, "keepAlive(every:scheduler:_:)", "period is seconds(0)")
            let short = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
                _ = Observable<Int>.never().keepAlive(every: .milliseconds(1), scheduler: scheduler) { 2 }.subscribe()
                scheduler.advanceTo(1)
            }
            expectMessage(
                of: short,
                "keepAlive(every:scheduler:_:): period is milliseconds(1)",
                "no time on this virtual clock",
                "Use a time by which this clock moves on."
            )
        }

        @Test func aRetryAfterARetry() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let policy = RetryPolicy(initialDelay: .seconds(1))
                let scheduler = TestScheduler(initialClock: 0)
                _ = FailureStrategy<Int>.retry(policy, scheduler: scheduler, then: .retry(policy, scheduler: scheduler))
            }
            expectMessage(of: result, "FailureStrategy.retry(_:scheduler:then:)", "strategy is a retry itself")
        }

        @Test func noClosureAtATime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).map(maxConcurrent: 0, orderedBy: { $0 }) { $0 }
            }
            expectMessage(
                of: result,
                "map(maxConcurrent:orderedBy:onFailure:_:)",
                "maxConcurrent must be at least 1, not 0"
            )
            let capacity = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).map(maxConcurrent: 1, orderedBy: { $0 }, capacity: 0, overflow: .suspend) { $0 }
            }
            expectMessage(
                of: capacity,
                "map(maxConcurrent:orderedBy:capacity:overflow:onFailure:_:)",
                "capacity must be at least 1, not 0"
            )
        }
    }
#endif
