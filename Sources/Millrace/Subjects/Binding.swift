// Fan-out of one source into several receivers, as `bind(to:)` in its various forms needs it.

extension Observable {
    /// Sends each event to all observers, in their order.
    @usableFromInline
    func feed<Observer: ObserverType>(_ observers: [Observer]) -> Disposable where Observer.Element == Element {
        let observers = Receivers(observers)
        return subscribe { event in
            for observer in observers.all { observer.on(event) }
        }
    }

    /// Hands each element to all receivers, in their order. An error is a programming error: relays do not fail.
    @usableFromInline
    func feed<Receiver>(
        _ receivers: [Receiver],
        of kind: StaticString,
        accept: @escaping (Receiver, Element) -> Void
    ) -> Disposable {
        let receivers = Receivers(receivers, accept)
        return subscribe(
            onNext: { element in
                for receiver in receivers.all { receivers.accept(receiver, element) }
            },
            onError: { error in reportMisuse("bind: an error was bound to a \(kind): \(error)") }
        )
    }

    /// The elements as optional ones.
    @usableFromInline
    func wrapped() -> Observable<Element?> {
        map { $0 }
    }
}

/// What `@Sendable` closures capture of the receivers, which are as safe to share as their owners make them.
private struct Receivers<Receiver, Element>: @unchecked Sendable {
    let all: [Receiver]
    let accept: (Receiver, Element) -> Void

    init(_ all: [Receiver], _ accept: @escaping (Receiver, Element) -> Void) {
        self.all = all
        self.accept = accept
    }
}

extension Receivers where Receiver: ObserverType, Element == Receiver.Element {
    init(_ all: [Receiver]) {
        self.init(all) { $0.onNext($1) }
    }
}
