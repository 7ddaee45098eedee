/// A source that emits, or begins to emit, in an action of a scheduler.
final class ScheduledSource<Element>: ClosureSource<Element>, @unchecked Sendable {
    private let action: Awaited

    init(
        _ action: Awaited.Action,
        on scheduler: ImmediateSchedulerType,
        function: StaticString = #function,
        _ body: @escaping (Sink<Element>) -> Void
    ) {
        self.action = .action(action, of: scheduler)
        super.init(function: function, body)
    }

    override var awaited: Awaited { action }

    // Only `subscribe(on:)` subscribes to another source.
    override var pausing: Pausing {
        if case .action(.start, _) = action { return .asItsSources }
        return .pauses
    }
}
