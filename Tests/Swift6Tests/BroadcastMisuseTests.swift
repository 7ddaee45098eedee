#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

    /// A value that several tasks get at, although it is not `Sendable`. Where Swift 6.2 is no longer supported, a
    /// `nonisolated(unsafe)` constant will do; 6.2 sends none into a task, unlike 6.3.
    private struct Shared<Value>: @unchecked Sendable {
        let value: Value
    }

    /// What stops the program, and with which message.
    struct BroadcastMisuseTests {
        @Test func noRoom() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Broadcast<Int>(capacity: 0)
            }
            expectMessage(of: result, "Broadcast(replay:capacity:): capacity must be at least 1, not 0")
        }

        @Test func moreThanThereIsMemoryFor() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Broadcast<Int>(capacity: .max)
            }
            expectMessage(
                of: result,
                "Broadcast(replay:capacity:): no memory is large enough for a capacity of \(Int.max)"
            )
        }

        @Test func aReplayWithoutRoom() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Broadcast<Int>(replay: 3, capacity: 2)
            }
            expectMessage(
                of: result,
                "Broadcast(replay:capacity:): replay must be from 0 to the capacity, 2, not 3"
            )
        }

        @Test func twoTasksWithOneIterator() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let feed = Broadcast<Int>(capacity: 1)
                let shared = Shared(value: feed.values.makeAsyncIterator())
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<2 {
                        group.addTask {
                            var iterator = shared.value
                            _ = try? await iterator.next()
                        }
                    }
                }
            }
            expectMessage(
                of: result,
                "Broadcast: two tasks wait for elements of one iterator; let each task read values"
            )
        }
    }
#endif
