/// What the events of a source wait for, as far as the source itself can tell. `toBlocking()` asks before it waits.
package enum Awaited {
    /// How a source uses an action of its scheduler.
    package enum Action {
        /// Each event comes in such an action, which was scheduled for at once.
        case event
        /// An action that was scheduled for at once begins it all.
        case start
        /// An action that was scheduled for a later time comes first.
        case time
    }

    case unknown
    /// Each event waits for one of this source, and is passed on before that call returns.
    case source(any AwaitedSource)
    case action(Action, of: ImmediateSchedulerType)
}

/// An `Observable` of any element.
package protocol AwaitedSource {
    var awaited: Awaited { get }
}
