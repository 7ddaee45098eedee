#if Server
    import NIOCore

    /// What stands between the log and the browsers.
    package protocol Hub: Sendable {
        associatedtype Frames: AsyncSequence & Sendable where Frames.Element: Collection<Frame>

        /// Hands a line to every client that wants it. Called by one thread at a time.
        func publish(_ entry: Entry)

        /// Ends what every client gets, after what waits for it.
        func finish()

        /// What a client gets from now on: the newest lines and totals at once, then those that come.
        ///
        /// - Parameters:
        ///   - wish: what the client has asked for.
        ///   - capacity: how many frames may wait for the client, at least `Past.frames`.
        ///   - client: is told of each frame that is sent and of each that finds no room. Nothing holds it any more once
        ///     the hub is done with the client.
        func frames(_ wish: Wish, capacity: Int, for client: Client) -> Frames
    }

    /// How much of the past a client gets at once.
    package enum Past {
        package static let lines = 200
        /// Two minutes.
        package static let totals = 120
        /// All of it finds room in the queue of each client.
        package static let frames = lines + totals
    }
#endif
