/// Relays every event, and holds one thing more that the subscription needs: a resource, a connection, its part in a
/// reference count. What it holds is disposed after the upstream, when the subscription ends or is disposed.
@usableFromInline
final class RelaySink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    // Written by `hold` before its `claim()`; taken by whichever of `hold` and the disposal comes second.
    @exclusivity(unchecked)
    private var held: (any Disposable)?

    /// Whether a sink whose source is gone for good stays, with what it holds, until the subscription is disposed.
    @usableFromInline
    enum Staying {
        case no
        /// Only if the source has gone before the sink holds anything.
        case ifEarly
        case always
    }

    @usableFromInline
    let staying: Staying

    @inlinable
    init(_ downstream: Sink<Element>, staying: Staying = .no) {
        self.staying = staying
        super.init(downstream, receive: RelaySink.forwarding)
    }

    /// Hands over what to dispose; called once. If the sink is disposed already, disposes `disposable` at once. A
    /// caller that hands it over last keeps it until the subscription is made.
    @usableFromInline
    func hold(_ disposable: any Disposable) {
        held = disposable
        if !lifecycle.claim() { exchange(&held, for: nil)?.dispose() }
    }

    @usableFromInline
    override func sourceReleased() {
        switch staying {
        case .no: super.sourceReleased()
        case .ifEarly: if lifecycle.isClaimed { super.sourceReleased() }
        case .always: break
        }
    }

    @usableFromInline
    override func nextPart() -> Held<DisposeBase>? {
        if lifecycle.claim() { return nil }
        return exchange(&held, for: nil).map { Held(retaining: DisposeBase.wrapping($0)) }
    }
}

extension Observable {
    /// The engine of MillraceOperators' `share(replay:resettingOn:)`: for each subscription, `join` makes what to
    /// subscribe to, what to dispose at the end, and what to do when the subscription has been made.
    ///
    /// The subscription holds `part` from its beginning: what `whenJoined` subscribes to may end the subscription.
    @inlinable
    package static func joined(
        function: StaticString = #function,
        _ join: @escaping () -> (source: Observable<Element>, part: any Disposable, whenJoined: () -> Void)
    ) -> Observable<Element> {
        ClosureSource(function: function) { downstream in
            let (source, part, whenJoined) = join()
            let sink = RelaySink<Element>(downstream, staying: .always)
            sink.hold(part)
            downstream.setUpstream(sink)
            source.attach(sink)
            whenJoined()
        }
    }
}
