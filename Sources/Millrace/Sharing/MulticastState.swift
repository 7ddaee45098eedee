/// One subject of a connectable observable: what subscribers subscribe to, and how the subject is subscribed to the
/// source.
@usableFromInline
final class MulticastStage<Element>: @unchecked Sendable {
    @usableFromInline
    let output: Observable<Element>
    @usableFromInline
    let connect: (MulticastConnection<Element>) -> Void

    /// Identifies the stage where a reference to the stage would be a cycle.
    let identity = Identity()
    /// The reference counts of its subscribers, one for each `refCount()` that was called on the observable.
    let counters = Locked<[(owner: ObjectIdentifier, counter: RefCounter)]>([])

    @usableFromInline
    init(_ output: Observable<Element>, connect: @escaping (MulticastConnection<Element>) -> Void) {
        self.output = output
        self.connect = connect
    }
}

extension MulticastStage {
    final class Identity: Sendable {}
}

/// What a connectable observable and its connection share.
@usableFromInline
typealias MulticastState<Element> = Locked<MulticastContent<Element>>

@usableFromInline
struct MulticastContent<Element> {
    var stage: MulticastStage<Element>?
    var connection: MulticastConnection<Element>?

    /// Takes both out; the caller releases them after it has left the lock.
    mutating func take() -> MulticastContent<Element> {
        defer { self = MulticastContent() }
        return self
    }

    /// Takes both out if the connection is disposed, even if its disposal is still under way.
    mutating func takeIfDisconnected() -> MulticastContent<Element>? {
        guard let connection, connection.lifecycle.isDisposed else { return nil }
        return take()
    }

    /// Takes both out if the stage is the present one.
    mutating func take(ifOnStage identity: MulticastStage<Element>.Identity) -> MulticastContent<Element>? {
        stage?.identity === identity ? take() : nil
    }

    /// Takes both out if `connection` is the present one.
    mutating func take(ifConnectedBy connection: MulticastConnection<Element>) -> MulticastContent<Element>? {
        self.connection === connection ? take() : nil
    }
}

/// The connection of a connectable observable. Its upstream is the sink that the source feeds.
///
/// The observable starts over as soon as the connection counts as disposed, which is before the subscription to the
/// source is disposed.
@usableFromInline
final class MulticastConnection<Element>: DisposeBase, @unchecked Sendable {
    private let state: MulticastState<Element>

    init(_ state: MulticastState<Element>) {
        self.state = state
    }

    // What is taken out is released after the lock has been left.
    override func disposed() {
        releaseValue(state.access { $0.take(ifConnectedBy: self) })
    }
}

/// The sink that the source of a connectable observable feeds. It passes every event on to the subject while the
/// connection is open, and disconnects before it passes on a terminal event.
@usableFromInline
final class ConnectionSink<Element>: Sink<Element>, @unchecked Sendable {
    // Owned; unmanaged so that events touch no reference count.
    @usableFromInline
    let connection: Held<DisposeBase>
    private let handler: (Event<Element>) -> Void

    @usableFromInline
    init(_ connection: DisposeBase, receive: @escaping Receive, handler: @escaping (Event<Element>) -> Void) {
        self.connection = Held(retaining: connection)
        self.handler = handler
        super.init(receive: receive)
        lifecycle.tag = Lifecycle.plain
    }

    deinit {
        connection.release()
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        end(.error(error))
    }

    @usableFromInline
    override func completed() {
        end(.completed)
    }

    private func end(_ event: Event<Element>) {
        guard lifecycle.stop() else { return }
        let isConnected = connection.use { connection in
            defer { connection.dispose() }
            return connection.isOpen
        }
        if isConnected { handler(event) }
    }

    @usableFromInline
    override func sourceReleased() {
        connection.use { $0.detachUpstream(self) }
    }
}

extension Observable {
    /// Subscribes the observer of a connectable observable's subject.
    @inlinable
    final func connect<Observer: ObserverType>(_ observer: Observer, by connection: DisposeBase)
    where Observer.Element == Element {
        let sink = ConnectionSink<Element>(
            connection,
            receive: { sink, element in
                let sink = sink.downcast(to: ConnectionSink<Element>.self)
                if sink.connection.use({ $0.isOpen }) { observer.on(.next(element)) }
            },
            handler: { observer.on($0) }
        )
        connection.setUpstream(sink)
        subscribe(sink: sink)
    }
}
