#if Tracing
    /// What a span, or a context, belongs to: each subscription, or each element.
    public enum TracedUnit: Sendable, Hashable {
        /// All of a subscription, from its beginning to its end.
        case subscription
        /// An element, while it is delivered.
        case element
    }
#endif
