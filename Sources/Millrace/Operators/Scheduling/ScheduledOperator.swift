/// An operator that passes all events on in actions of a scheduler.
@usableFromInline
final class ScheduledOperator<Input, Output>: Operator<Input, Output>, @unchecked Sendable {
    @usableFromInline
    let scheduler: ImmediateSchedulerType

    @inlinable
    init(
        _ source: Observable<Input>,
        on scheduler: ImmediateSchedulerType,
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        self.scheduler = scheduler
        super.init(source, function: function, makeSink: makeSink)
        #if DEBUG || TRACE_RESOURCES
            Resources.incrementObservables(on: scheduler)
        #endif
    }

    #if DEBUG || TRACE_RESOURCES
        deinit {
            Resources.decrementObservables(on: scheduler)
        }
    #endif

    override package var awaited: Awaited { .action(.event, of: scheduler) }
}
