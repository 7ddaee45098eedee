#if Server
    /// What stands between the log and the browsers.
    package protocol Hub: Sendable {
        associatedtype Frames: AsyncSequence & Sendable where Frames.Element: Collection<Frame>

        /// Hands a line to every client that wants it. Called by one thread at a time.
        func publish(_ entry: Entry)

        /// Ends what every client gets, after what waits for it.
        func finish()

        /// What a client gets from now on: the newest lines and totals at once, in one frame, then those that come.
        ///
        /// - Parameters:
        ///   - wish: what the client has asked for.
        ///   - capacity: how many frames may wait for the client.
        ///   - client: is told of each frame that is sent and of each that finds no room. Nothing holds it any more once
        ///     the hub is done with the client.
        func frames(_ wish: Wish, capacity: Int, for client: Client) -> Frames

        /// The line of that number with the others of its record, such as a stack trace; nothing if it is not kept.
        func record(of number: Int) -> [Entry]
    }
#endif
