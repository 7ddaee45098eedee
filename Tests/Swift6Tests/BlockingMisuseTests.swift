#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceBlocking
    import Testing

    /// What stops the program, and with which message, in optimized builds as well.
    struct BlockingMisuseTests {
        @Test func aNegativeTimeout() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.just(1).toBlocking(timeout: -0.5)
            }
            expectMessage(of: result, "toBlocking(timeout:): timeout is ", "must be zero or more seconds", "-0.5")
        }

        @Test func aTimeoutThatIsNoNumber() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.just(1).toBlocking(timeout: .nan)
            }
            expectMessage(of: result, "toBlocking(timeout:): timeout is ", "must be zero or more seconds", "nan")
        }
    }
#endif
