#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// Capacities that cannot be: the program stops, and the message names the operator and the argument, in optimized
    /// builds as well.
    struct ObserveOnMisuseTests {
        private static func requireMessage(_ bytes: [UInt8]?, _ message: String) {
            let text = String(decoding: bytes ?? [], as: UTF8.self)
            #expect(text.contains(message), "\(text)")
        }

        @Test func noRoomAtAll() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).observe(on: CurrentThreadScheduler.instance, capacity: 0, overflow: .dropOldest)
            }
            Self.requireMessage(
                result?.standardErrorContent,
                "observe(on:capacity:overflow:): capacity must be at least 1, not 0"
            )
        }

        @Test func moreThanThereIsMemoryFor() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Observable.of(1).observe(on: CurrentThreadScheduler.instance, capacity: .max, overflow: .error)
            }
            Self.requireMessage(
                result?.standardErrorContent,
                "observe(on:capacity:overflow:): no memory is large enough for a capacity of \(Int.max)"
            )
        }
    }
#endif
