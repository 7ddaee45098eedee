// Fan-out of one source into several receivers, as `bind(to:)` in its various forms needs it.

extension Observable {
    /// Sends each event to all observers, in their order.
    func feed<Observer: ObserverType>(_ observers: [Observer]) -> Disposable where Observer.Element == Element {
        let receivers = Receivers(all: observers.map { $0.on })
        return subscribe { event in
            for receive in receivers.all { receive(event) }
        }
    }

    /// Hands each element to all relays, in their order. An error is a programming error: relays do not fail.
    func feed<Relay>(
        _ relays: [Relay],
        of kind: StaticString,
        accept: @escaping (Relay, Element) -> Void
    ) -> Disposable {
        let receivers = Receivers<Element>(all: relays.map { relay in { element in accept(relay, element) } })
        return subscribe(
            onNext: { element in
                for receive in receivers.all { receive(element) }
            },
            onError: { error in reportMisuse("bind: an error was bound to a \(kind): \(error)") }
        )
    }

    /// The elements as optional ones.
    func wrapped() -> Observable<Element?> {
        map { $0 }
    }
}

/// What `@Sendable` closures capture of the receivers, which are as safe to share as their owners make them.
private struct Receivers<Value>: @unchecked Sendable {
    let all: [(Value) -> Void]
}
