/// What an adapter to another package does around the events of one subscription: it logs or traces them.
package protocol SubscriptionProbe<Element>: Sendable {
    associatedtype Element

    /// Calls `subscribe`, which subscribes to the source, once.
    func begin(_ subscribe: () -> Void)

    /// Calls `pass`, which passes the event on, once.
    func deliver(_ event: Event<Element>, _ pass: () -> Void)

    /// Called once, when the source has failed or completed, or the subscription is disposed; also during the last
    /// `deliver`.
    func end()
}

extension ObservableType {
    /// Passes all events on through probes. Whatever holds this source back, or ends it, reaches the source as it would
    /// without a probe.
    ///
    /// - Parameters:
    ///   - function: the operator, for `dump()`.
    ///   - makeProbe: makes the probe of a subscription, on the thread that subscribes.
    package func probed<Probe: SubscriptionProbe<Element>>(
        function: StaticString,
        by makeProbe: @escaping @Sendable () -> Probe
    ) -> Observable<Element> {
        ClosureOperator(asObservable(), kind: .watching, function: function) { source, downstream in
            let probe = makeProbe()
            let sink = ProbedSink(downstream, probe)
            downstream.setUpstream(sink)
            probe.begin { source.attach(sink) }
        }
    }
}

private final class ProbedSink<Probe: SubscriptionProbe>: OperatorSink<Probe.Element, Probe.Element>,
    @unchecked Sendable
{
    private let probe: Probe

    init(_ downstream: Sink<Probe.Element>, _ probe: Probe) {
        self.probe = probe
        super.init(downstream) { sink, element in
            let sink = sink.downcast(to: ProbedSink<Probe>.self)
            if sink.isOpen { sink.probe.deliver(.next(element)) { sink.forward(element) } }
        }
    }

    override func error(_ error: Swift.Error) {
        if isOpen { probe.deliver(.error(error)) { fail(error) } }
    }

    override func completed() {
        if isOpen { probe.deliver(.completed) { finish() } }
    }

    // The probe is still to be told of the disposal, so this sink is not detached from downstream.
    override func sourceReleased() {}

    override func disposed() {
        probe.end()
    }
}
