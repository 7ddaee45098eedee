#if !os(iOS) && !os(tvOS) && !os(watchOS)
    import Millrace
    import Testing

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
                nonisolated(unsafe) let iterator = feed.values.makeAsyncIterator()
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<2 {
                        group.addTask {
                            var iterator = iterator
                            _ = try? await iterator.next()
                        }
                    }
                }
            }
            expectMessage(of: result, "Broadcast: two tasks wait for elements of one iterator")
        }
    }
#endif
