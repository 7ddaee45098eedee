/// A source that is subscribed to when `connect()` is called, and whose events all subscribers share, by way of a
/// subject.
///
/// - **Emits** what the subject emits, in the order of subscription.
/// - **Ends** for all subscribers when the source ends, which disconnects: the next subscriber and the next `connect()`
///   begin afresh, with a new subject if there is a way to make one.
/// - **Disposal** of a subscription leaves the others alone. Disposing the connection disposes the subscription to the
///   source; those who are subscribed hear nothing more, not even an end.
/// - **Threads**: subscribing, connecting and disconnecting may come from any thread. The source is subscribed to, the
///   subject made, and a connection disposed, outside of any lock.
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

    /// Subscribes the subject to the source, unless that has been done and not been undone.
    ///
    /// - Returns: the connection; disposing it disposes the subscription to the source.
    public func connect() -> Disposable {
        while true {
            if let connection = connect(currentStage()) { return connection }
        }
    }

    /// Subscribes the subject of a stage to the source, unless that has been done; `nil` if the stage is outdated.
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

    /// Makes the observable begin afresh with whoever comes next, if the stage is the present one, without disposing
    /// anything.
    ///
    /// - Returns: what the caller has to let go of, outside of its own lock if it holds one.
    static func retire(_ stage: StageIdentity, in state: MulticastState<Element>) -> Any? {
        state.access { $0.take(ifOnStage: stage) }
    }

    /// What is shared now. Two threads that come at once may each make a stage; one of them is dropped.
    func currentStage() -> MulticastStage<Element> {
        if let current = change({ $0.stage }) { return current }
        let fresh = makeStage()
        let stage = change { content in
            if content.stage == nil { content.stage = fresh }
            return content.stage
        }
        return stage ?? fresh
    }

    /// Looks at the state and changes it, in one step, after an outdated connection has been taken out.
    private func change<Result>(_ body: (inout MulticastContent<Element>) -> Result) -> Result {
        let (result, _) = state.access { content in
            let outdated = content.takeIfDisconnected()
            return (body(&content), outdated)
        }
        return result
    }

    @usableFromInline
    override func attach(owned sink: Unmanaged<Sink<Element>>) {
        currentStage().output.attach(owned: sink)
    }
}

/// A source that subscribers share and that emits once it has been connected.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Starts emitting to those who are subscribed.
    ///
    /// - Returns: the connection; disposing it stops the source.
    func connect() -> Disposable
}
