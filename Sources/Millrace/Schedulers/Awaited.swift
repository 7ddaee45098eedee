/// What the events of a source wait for, as far as the source knows. `toBlocking()` asks before it waits.
package enum Awaited {
    /// How a source uses the actions of its scheduler.
    package enum Action {
        /// Each event comes in an action that is scheduled without a due time.
        case event
        /// The first action is scheduled without a due time; all events come after it has begun.
        case start
        /// The first action is scheduled for a later time; all events come after it has begun.
        case time
    }

    case unknown
    /// Each event waits for an event of the given source, and is passed on before that event's call returns.
    case source(any Source)
    case action(Action, of: ImmediateSchedulerType)
}

extension Awaited {
    /// An `Observable` of any element type.
    package protocol Source {
        var awaited: Awaited { get }
    }
}
