#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import MillraceTest
    import Testing

    /// What stops the program, and with which message. The messages are those of debug builds.
    struct TestClockMisuseTests {
        @Test func aNegativeNumberOfSleepers() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try await TestScheduler(initialClock: 0).testClock.sleepers(atLeast: -1)
            }
            expectDebugMessage(of: result, "TestClock.sleepers(atLeast:): atLeast is -1")
        }
    }
#endif
