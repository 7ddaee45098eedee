#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceOperators
    import Testing

    /// Arguments that cannot be: the program stops, and the message names the operator and the argument.
    struct OperatorsMisuseGroupsTests {
        @Test func noGroupAtATime() async {
            let atMost = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).groupBy({ $0 }, atMost: 0)
            }
            expectMessage(of: atMost, "groupBy(_:atMost:)", "atMost is 0; it must be greater than 0")
            let until = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).groupBy({ $0 }, until: { $0 }, atMost: -1)
            }
            expectMessage(of: until, "groupBy(_:until:atMost:)", "atMost is -1")
        }

        @Test func noAttempt() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Single.just(1).hedged(after: .seconds(1), atMost: 0, scheduler: ClockScheduler())
            }
            expectMessage(of: result, "hedged(after:atMost:scheduler:)", "atMost is 0; it must be at least 1")
        }

        @Test func aBreakerWithoutTrials() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = CircuitBreaker(
                    .consecutive(1),
                    slowAfter: .never,
                    openFor: .seconds(1),
                    trials: 0,
                    scheduler: ClockScheduler()
                )
            }
            expectMessage(of: result, "CircuitBreaker.init", "trials is 0; it must be at least 1")
        }

        @Test func thresholdsThatCannotBe() async {
            let count = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = CircuitBreaker.Threshold.consecutive(0)
            }
            expectMessage(of: count, "CircuitBreaker.Threshold.consecutive(_:)", "the count is 0")
            let rate = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = CircuitBreaker.Threshold.rate(1.5, ofLast: 9)
            }
            expectMessage(of: rate, "CircuitBreaker.Threshold.rate(_:ofLast:atLeast:)", "the rate is 1.5")
            let window = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = CircuitBreaker.Threshold.rate(0.5, ofLast: 0)
            }
            expectMessage(of: window, "CircuitBreaker.Threshold.rate(_:ofLast:atLeast:)", "ofLast is 0")
            let minimum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = CircuitBreaker.Threshold.rate(0.5, ofLast: 9, atLeast: 10)
            }
            expectMessage(of: minimum, "CircuitBreaker.Threshold.rate(_:ofLast:atLeast:)", "atLeast is 10")
        }
    }
#endif
