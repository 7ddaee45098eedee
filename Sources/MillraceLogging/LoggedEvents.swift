#if Logging
    /// Which events of a subscription `log(_:level:errorLevel:events:elementLimit:clock:to:)` writes to the log.
    public struct LoggedEvents: OptionSet, Sendable {
        /// The bits of the set.
        public let rawValue: UInt8

        /// - Parameter rawValue: the bits of the set.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The subscription is made.
        public static let subscribe = LoggedEvents(rawValue: 1)
        /// An element passes.
        public static let next = LoggedEvents(rawValue: 2)
        /// A failure passes.
        public static let error = LoggedEvents(rawValue: 4)
        /// The completion passes.
        public static let completed = LoggedEvents(rawValue: 8)
        /// The subscription has ended, or has been disposed.
        public static let dispose = LoggedEvents(rawValue: 16)
        /// All of these.
        public static let all: LoggedEvents = [.subscribe, .next, .error, .completed, .dispose]
    }
#endif
