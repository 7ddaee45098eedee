/// A source that is subscribed to when `connect()` is called, and whose events all subscribers share through a subject.
///
/// - **Emits** what the subject emits, in the order of subscription.
/// - **Ends** for all subscribers when the source ends, which disconnects. The next subscriber or the next `connect()`
///   starts over: with a new subject if the observable was made with a closure that makes subjects, else with the same
///   one.
/// - **Disposal** of a subscription leaves the others alone. Disposing the connection disposes the subscription to the
///   source; the subscribers receive no further event, not even a terminal one.
/// - **Threads**: subscribing, connecting and disconnecting may come from any thread. Subscribing to the source, making
///   the subject and disposing a connection happen outside of any lock.
///
/// ```swift
/// let shared = Observable.of("ready", "steady").publish()
/// let first = shared.subscribe(onNext: { print("first: \($0)") })
/// let second = shared.subscribe(onNext: { print("second: \($0)") })
/// let connection = shared.connect()
/// // first: ready
/// // second: ready
/// // first: steady
/// // second: steady
/// ```
public final class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType,
    @unchecked Sendable
{
    private let makeStage: () -> MulticastStage<Element>
    let state = MulticastState<Element>(MulticastContent())

    @usableFromInline
    init(_ makeStage: @escaping () -> MulticastStage<Element>) {
        self.makeStage = makeStage
        super.init()
    }

    // The connection goes on without this object; see `MulticastConnection`.
    deinit {
        releaseValue(state.access { $0.take() })
    }

    /// Subscribes the subject to the source, unless it is connected already.
    ///
    /// - Returns: the connection; disposing it disposes the subscription to the source.
    public func connect() -> Disposable {
        while true {
            if let connection = connect(currentStage()) { return connection }
        }
    }

    /// Subscribes the subject of a stage to the source, unless it is connected already; `nil` if the stage is outdated.
    func connect(_ stage: MulticastStage<Element>) -> MulticastConnection<Element>? {
        let fresh = MulticastConnection(state)
        let connection = change { content -> MulticastConnection<Element>? in
            if content.stage !== stage { return nil }
            if content.connection == nil { content.connection = fresh }
            return content.connection
        }
        if connection === fresh { stage.connect(fresh) }
        return connection
    }

    /// Detaches `stage` if it is the current one, so that the next subscriber or `connect()` starts over with a new
    /// stage. Disposes nothing.
    ///
    /// - Returns: what the caller has to release, outside of its own lock if it holds one.
    static func retire(_ stage: MulticastStage<Element>.Identity, in state: MulticastState<Element>) -> Any? {
        state.access { $0.take(ifOnStage: stage) }
    }

    /// The current stage, made if there is none. Two threads that come at once may each make a stage; one of the two is
    /// dropped.
    func currentStage() -> MulticastStage<Element> {
        if let current = change({ $0.stage }) { return current }
        let fresh = makeStage()
        let stage = change { content in
            if content.stage == nil { content.stage = fresh }
            return content.stage
        }
        return stage ?? fresh
    }

    /// Takes an outdated connection out, then reads and changes the state with `body`, all in one step.
    private func change<Result>(_ body: (inout MulticastContent<Element>) -> Result) -> Result {
        let (result, _) = state.access { content in
            let outdated = content.takeIfDisconnected()
            return (body(&content), outdated)
        }
        return result
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        currentStage().output.attach(owned: sink)
    }
}

/// A source that subscribers share and that emits once it is connected.
@preconcurrency
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Starts emitting to the subscribers.
    ///
    /// - Returns: the connection; disposing it stops the source.
    func connect() -> Disposable
}
