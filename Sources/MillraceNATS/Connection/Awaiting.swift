#if NATS
    import Dispatch
    import Millrace

    /// Waits for what `start` has another thread call its argument with, once.
    ///
    /// The result goes through a lock: the thread sanitizer does not see that a continuation hands over what was done
    /// before.
    func awaiting<Success>(_ start: (@escaping @Sendable (Result<Success, any Error>) -> Void) -> Void) async throws
        -> Success
    {
        let place = Locked<Result<Success, any Error>?>(nil)
        await withCheckedContinuation { continuation in
            start { result in
                nonisolated(unsafe) let result = result
                place.access { $0 = result }
                continuation.resume()
            }
        }
        guard let result = place.access({ exchange(&$0, for: nil) }) else { throw CancellationError() }
        return try result.get()
    }

    /// Calls `body`, which blocks, on a thread of Dispatch.
    func awaiting<Success>(blocking body: @escaping @Sendable () throws -> Success) async throws -> Success {
        try await awaiting { finish in DispatchQueue.global().async { finish(Result { try body() }) } }
    }
#endif
