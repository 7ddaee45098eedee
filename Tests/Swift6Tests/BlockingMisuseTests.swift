#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import MillraceBlocking
    import Testing

    /// What stops the program, and with which message. The messages are those of debug builds.
    struct BlockingMisuseTests {
        @Test func aNegativeTimeout() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.just(1).toBlocking(timeout: -0.5)
            }
            expectDebugMessage(of: result, "toBlocking(timeout:)", "-0.5")
        }

        @Test func aTimeoutThatIsNoNumber() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.just(1).toBlocking(timeout: .nan)
            }
            expectDebugMessage(of: result, "toBlocking(timeout:)", "nan")
        }
    }
#endif
