/// Something that runs work as soon as it can.
///
/// A type of your own may declare `action` with or without `@Sendable`.
public protocol ImmediateSchedulerType {
    /// Schedules `action` to be run as soon as possible.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: what cancels the action, if it has not begun, and disposes what it returned.
    @preconcurrency
    func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable
}

extension ImmediateSchedulerType {
    /// Schedules `action`, which may schedule itself again.
    ///
    /// - Parameters:
    ///   - state: handed to the first run of `action`.
    ///   - action: what to run; each call of `recurse` inside it schedules one more run, with the state it is given.
    /// - Returns: what cancels all runs that have not begun. Once it is disposed, `recurse` has no effect, and what
    ///   `action` captured is released as soon as no run is under way.
    @preconcurrency
    public func scheduleRecursive<State>(
        _ state: State,
        action: @escaping @Sendable (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> Disposable {
        Recursion.start(state, dueTime: nil) { state, step in
            action(state) { step.schedule($0) }
        } enqueue: { step, state, _ in
            self.schedule(state) { state in
                step.run(state)
                return NopDisposable.instance
            }
        }
    }
}
