/// What the events of a source wait for, as far as the source itself can tell. `toBlocking()` asks before it waits.
package enum AwaitedAction {
    /// Not known, or nothing that the calling thread could keep from running.
    case unknown
    /// Each event waits for one of the source's source, and is passed on before that call returns.
    case source(any AwaitedSource)
    /// Each event comes in an action of the scheduler, which was scheduled for at once.
    case event(ImmediateSchedulerType)
    /// An action of the scheduler, scheduled for at once, begins it all.
    case start(ImmediateSchedulerType)
    /// An action of the scheduler, scheduled for a later time, comes first.
    case time(ImmediateSchedulerType)
}

/// An `Observable` of any element.
package protocol AwaitedSource {
    var awaited: AwaitedAction { get }
}

extension AwaitedSource {
    /// The action that the last events of a chain wait for. A loop, since chains may be long.
    package var awaitedAction: AwaitedAction {
        var awaited = awaited
        while case .source(let source) = awaited { awaited = source.awaited }
        return awaited
    }
}

/// A source that emits, or begins to, in an action of a scheduler.
final class ScheduledSource<Element>: ClosureSource<Element>, @unchecked Sendable {
    private let action: AwaitedAction

    init(_ action: AwaitedAction, _ body: @escaping (Sink<Element>) -> Void) {
        self.action = action
        super.init(body)
    }

    override var awaited: AwaitedAction { action }
}
