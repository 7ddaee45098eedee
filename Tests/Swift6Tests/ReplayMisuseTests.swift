#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// Buffers with a count that cannot be: the program stops, and the message names the operator and the argument, in
    /// optimized builds as well.
    struct ReplayMisuseTests {
        @Test func aSubjectWithANegativeBuffer() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = ReplaySubject<Int>.create(bufferSize: -1)
            }
            expectMessage(of: result, "ReplaySubject.create(bufferSize:)", "bufferSize is -1")
        }

        @Test func aRelayWithANegativeBuffer() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = ReplayRelay<Int>.create(bufferSize: -2)
            }
            expectMessage(of: result, "ReplayRelay.create(bufferSize:)", "bufferSize is -2")
        }
    }
#endif
