/// What every operator keeps to, whatever else it does.
public enum ContractRule: String, CaseIterable, Sendable {
    /// The elements that the case sends give at least one element: without one, the other rules prove nothing.
    case emits

    /// At most one terminal event, also where the source sends several.
    case oneTerminalEvent
    /// Nothing follows a terminal event, also where the source goes on.
    case nothingAfterTheEnd
    /// An error of the source arrives as it is.
    case errorIsForwarded
    /// The source's completion arrives.
    case completionIsForwarded
    /// A stream that has ended has disposed what it subscribed to, each subscription once.
    case theEndDisposesUpstream
    /// As far as the operator's own sink is concerned: no second terminal event, nothing after one, nothing after
    /// disposal. The sinks at a chain's end would hide it. Debug builds alone can look.
    case operatorKeepsTheGrammar

    /// `dispose()` has disposed what the operator subscribed to, each subscription once, when it returns.
    case disposeReachesUpstream
    /// Nothing arrives after `dispose()`, also where the source goes on.
    case nothingAfterDispose
    /// A second `dispose()` has no effect.
    case secondDisposeIsHarmless
    /// `dispose()` in the observer's `next` ends the stream there.
    case disposeInsideNext
    /// `dispose()` on another thread than the source's does what it does on the same.
    case disposeFromAnotherThread
    /// A stream that is ended from below while its source emits inside `subscribe` stops the source.
    case endDuringSubscription

    /// The observer may send to the source in its `next`.
    case emitInsideNext
    /// The observer may subscribe to the same observable in its `next`.
    case subscribeInsideNext
    /// The observer may end the source in its `next`.
    case endInsideNext

    /// Captures of the operator's and the observer's closures are gone when the stream has completed.
    case capturesAfterCompletion
    /// Captures of the operator's and the observer's closures are gone when the stream has failed.
    case capturesAfterError
    /// Captures of the operator's and the observer's closures are gone when `dispose()` has returned.
    case capturesAfterDispose
    /// A source that goes away without an event leaves a subscription that can be disposed, and releases by then.
    case sourceGoesAway

    /// Subscriptions to one observable share no state.
    case subscriptionsAreIndependent
    /// `dispose()` disposes upstream before `onDisposed` is called.
    case orderOnDispose
    /// A terminal event is delivered before `onDisposed` is called, and that before upstream is disposed.
    case orderAtTheEnd
    /// Events that come on another thread arrive as those of this one do, one at a time.
    case sourceOnAnotherThread
}

/// A rule that an operator broke.
public struct ContractViolation: CustomStringConvertible, Sendable {
    public let rule: ContractRule
    public let message: String

    public var description: String { "\(rule.rawValue): \(message)" }
}
