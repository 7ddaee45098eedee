#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceOperators
    import MillraceTest
    import Testing

    /// Arguments that cannot be, of the creating operators of MillraceOperators: the program stops with a message that
    /// names the operator and the argument.
    struct OperatorsMisuseATests {
        @Test func aNegativeNumberOfIntegers() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable<Int>.intervalRange(
                    start: 0,
                    count: -1,
                    initialDelay: .seconds(1),
                    period: .seconds(1),
                    scheduler: TestScheduler(initialClock: 0)
                )
            }
            expectMessage(of: result, "intervalRange(start:count:", "count is -1")
        }

        @Test func aRangePastTheLastInteger() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable<UInt8>.intervalRange(
                    start: 250,
                    count: 7,
                    initialDelay: .seconds(1),
                    period: .seconds(1),
                    scheduler: TestScheduler(initialClock: 0)
                )
            }
            expectMessage(of: result, "intervalRange(start:count:", "start 250 with count 7 goes past 255")
        }

        @Test func aRangeLongerThanAllIntegers() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable<Int8>.intervalRange(
                    start: -128,
                    count: 257,
                    initialDelay: .seconds(1),
                    period: .seconds(1),
                    scheduler: TestScheduler(initialClock: 0)
                )
            }
            expectMessage(of: result, "intervalRange(start:count:", "start -128 with count 257 goes past 127")
        }
    }
#endif
