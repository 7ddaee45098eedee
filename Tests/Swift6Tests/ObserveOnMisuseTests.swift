#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// Capacities that cannot be: the program stops, and the message names the operator and the argument, in optimized
    /// builds as well.
    struct ObserveOnMisuseTests {
        @Test func noRoomAtAll() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).observe(on: CurrentThreadScheduler.instance, capacity: 0, overflow: .dropOldest)
            }
            expectMessage(of: result, "observe(on:capacity:overflow:): capacity must be at least 1, not 0")
        }

        @Test func moreThanThereIsMemoryFor() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).observe(on: CurrentThreadScheduler.instance, capacity: .max, overflow: .error)
            }
            expectMessage(
                of: result,
                "observe(on:capacity:overflow:): no memory is large enough for a capacity of \(Int.max)"
            )
        }
    }
#endif
