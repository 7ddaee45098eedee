/// A rule that an operator has to keep, unless its test excuses it.
public enum ContractRule: String, CaseIterable, Sendable {
    /// The elements that the contract sends give at least one element: without one, the other rules prove nothing.
    case emits

    /// There is at most one terminal event, even if the source sends several.
    case oneTerminalEvent
    /// Nothing follows a terminal event, even if the source goes on.
    case nothingAfterTheEnd
    /// An error of the source arrives as it is.
    case errorIsForwarded
    /// The source's completion arrives.
    case completionIsForwarded
    /// A stream that has ended has disposed what it subscribed to, each subscription once.
    case theEndDisposesUpstream
    /// A source that has ended is disposed by the time it has sent its terminal event, even if that event is delivered
    /// later or not at all.
    case theSourcesEndDisposesIt
    /// The operator itself sends no second terminal event, nothing after one, and nothing after disposal. The observer
    /// at the end of a chain would hide such events, so the rule looks above it.
    case operatorKeepsTheGrammar

    /// When `dispose()` returns, it has disposed what the operator subscribed to, each subscription once.
    case disposeReachesUpstream
    /// Nothing arrives after `dispose()`, even if the source goes on.
    case nothingAfterDispose
    /// A second `dispose()` has no effect.
    case secondDisposeIsHarmless
    /// `dispose()` in the observer's `next` ends the stream there.
    case disposeInsideNext
    /// `dispose()` on a thread other than the source's has the same effect as on the source's thread.
    case disposeFromAnotherThread
    /// A source that emits inside `subscribe` stops when the stream is ended from below.
    case endDuringSubscription

    /// The observer may send to the source in its `next`.
    case emitInsideNext
    /// The observer may subscribe to the same observable in its `next`.
    case subscribeInsideNext
    /// The observer may end the source in its `next`.
    case endInsideNext

    /// What the closures of the source, the operator and the observer captured is released when the stream has
    /// completed.
    case capturesAfterCompletion
    /// What the closures of the source, the operator and the observer captured is released when the stream has failed.
    case capturesAfterError
    /// What the closures of the source, the operator and the observer captured is released when `dispose()` has
    /// returned.
    case capturesAfterDispose
    /// A source that goes away without an event leaves a subscription that can be disposed. All captures are released
    /// by the end of that disposal.
    case sourceGoesAway

    /// Subscriptions to one observable share no state.
    case subscriptionsAreIndependent
    /// `dispose()` disposes upstream before `onDisposed` is called.
    case orderOnDispose
    /// A terminal event is delivered first, then `onDisposed` is called, then upstream is disposed; unless the event is
    /// delivered later than the source has sent it.
    case orderAtTheEnd
    /// Events from another thread arrive as events from this thread do, one at a time.
    case sourceOnAnotherThread
}

extension ContractRule {
    /// What the rule demands, in a few words.
    public var summary: String {
        switch self {
        case .emits: "the elements sent give at least one"
        case .oneTerminalEvent: "at most one terminal event"
        case .nothingAfterTheEnd: "nothing follows a terminal event"
        case .errorIsForwarded: "an error of the source arrives as it is"
        case .completionIsForwarded: "the source's completion arrives"
        case .theEndDisposesUpstream: "a stream that has ended has disposed its sources, once each"
        case .theSourcesEndDisposesIt: "a source is disposed by the time it has sent its end"
        case .operatorKeepsTheGrammar: "the operator itself sends nothing after a terminal event or disposal"
        case .disposeReachesUpstream: "dispose() has disposed the sources, once each, when it returns"
        case .nothingAfterDispose: "nothing arrives after dispose()"
        case .secondDisposeIsHarmless: "a second dispose() has no effect"
        case .disposeInsideNext: "dispose() inside next ends the stream there"
        case .disposeFromAnotherThread: "dispose() on another thread ends the stream as on the source's"
        case .endDuringSubscription: "an end from below stops a source that emits inside subscribe"
        case .emitInsideNext: "the observer may send to the source inside next"
        case .subscribeInsideNext: "the observer may subscribe again inside next"
        case .endInsideNext: "the observer may end the source inside next"
        case .capturesAfterCompletion: "captures are released when the stream has completed"
        case .capturesAfterError: "captures are released when the stream has failed"
        case .capturesAfterDispose: "captures are released when dispose() has returned"
        case .sourceGoesAway: "a source that goes away silently leaves what can be disposed, and is released"
        case .subscriptionsAreIndependent: "subscriptions share no state"
        case .orderOnDispose: "dispose() disposes the sources, then calls onDisposed"
        case .orderAtTheEnd: "the terminal event comes first, then onDisposed, then the sources are disposed"
        case .sourceOnAnotherThread: "events of another thread arrive as those of this one, one at a time"
        }
    }
}
