#if NIO
    /// What `write(to:capacity:overflow:whenCompleted:whenFailed:)` does with its channel when it has ended.
    public enum ChannelEnding: Sendable, Hashable {
        /// Leaves the channel open.
        case keepOpen
        /// Closes the channel's output, so that the peer sees the end and may still send.
        case closeOutput
        /// Closes the channel.
        case close
    }
#endif
