#if Server
    import Foundation
    import NIOCore

    /// What stands between the log and the browsers.
    protocol Hub: Sendable {
        associatedtype Frames: AsyncSequence & Sendable where Frames.Element: Collection<ByteBuffer>

        /// Hands a line to everybody who wants it. Called on one thread.
        func publish(_ entry: Entry)

        /// Ends what every client gets, after what waits for it.
        func finish()

        /// What a client gets from now on: first the newest lines and totals, then those that come. Whoever falls behind
        /// loses the oldest.
        ///
        /// - Parameters:
        ///   - number: the last line that the client has already, 0 if none.
        ///   - capacity: how many frames may wait.
        ///   - onDrop: called with the number of frames that this client has lost so far.
        func frames(
            _ filter: Filter,
            after number: Int,
            capacity: Int,
            onDrop: @escaping @Sendable (Int) -> Void
        ) -> Frames
    }

    /// How much of the past a client gets at once.
    enum Past {
        static let lines = 200
        /// Two minutes.
        static let totals = 120
    }

    /// The time by the system's clock, in milliseconds since 1970.
    func milliseconds() -> Int {
        Int(Date().timeIntervalSince1970 * 1_000)
    }
#endif
