#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceOperators
    import Testing

    /// Arguments that cannot be, of the operators that filter, handle errors and repeat: the message names the operator,
    /// the argument and its value.
    struct OperatorsMisuseFilteringTests {
        @Test func skippingANegativeNumberFromTheEnd() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).skipLast(-2)
            }
            expectMessage(of: result, "skipLast(_:)", "count is -2")
        }

        @Test func aNegativeIndex() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).element(at: -3, default: 0)
            }
            expectMessage(of: result, "element(at:default:)", "index is -3")
        }

        @Test func aNegativeLimit() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).pausableBuffered(Observable.just(true), limit: -1)
            }
            expectMessage(of: result, "pausableBuffered(_:limit:flushOnCompleted:flushOnError:)", "limit is -1")
        }

        @Test func repeatingANegativeNumberOfTimes() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).repeat(-1)
            }
            expectMessage(of: result, "repeat(_:)", "count is -1")
        }

        @Test func aNegativeTime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).retry(.delayed(maxCount: 2, time: -1))
            }
            expectMessage(of: result, "retry(_:scheduler:shouldRetry:)", "time is -1.0")
        }

        @Test func aTimeThatIsNoNumber() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).repeatWithBehavior(
                    .exponentialDelayed(maxCount: 2, initial: .nan, multiplier: 1)
                )
            }
            expectMessage(of: result, "repeatWithBehavior(_:scheduler:shouldRepeat:)", "initial is nan")
        }

        @Test func aMultiplierThatMakesTimesNegative() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).retry(.exponentialDelayed(maxCount: 2, initial: 1, multiplier: -2))
            }
            expectMessage(of: result, "retry(_:scheduler:shouldRetry:)", "multiplier is -2.0")
        }

        @Test func policies() async {
            let attempts = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = RetryPolicy(maxAttempts: 0, initialDelay: .seconds(1))
            }
            expectMessage(of: attempts, "RetryPolicy.init", "maxAttempts is 0")
            let factor = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = RetryPolicy(initialDelay: .seconds(1), factor: 0.5)
            }
            expectMessage(of: factor, "RetryPolicy.init", "factor is 0.5")
            let jitter = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = RetryPolicy(initialDelay: .seconds(1), jitter: 1.5)
            }
            expectMessage(of: jitter, "RetryPolicy.init", "jitter is 1.5")
        }
    }
#endif
