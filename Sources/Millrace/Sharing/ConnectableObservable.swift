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
    private let makeSubject: () -> SharedSubject
    let state = State(Content())

    @usableFromInline
    init(_ makeSubject: @escaping () -> SharedSubject) {
        self.makeSubject = makeSubject
        super.init()
    }

    // The connection goes on without this object; see `Connection`.
    deinit {
        releaseValue(state.access { $0.take() })
    }

    /// Subscribes the subject to the source, unless it is connected already.
    ///
    /// - Returns: the connection; disposing it disposes the subscription to the source.
    public func connect() -> Disposable {
        while true {
            if let connection = connect(currentSubject()) { return connection }
        }
    }

    /// Subscribes a shared subject to the source, unless it is connected already; `nil` if the subject is outdated.
    func connect(_ subject: SharedSubject) -> Connection? {
        let fresh = Connection(state)
        let connection = change { content -> Connection? in
            if content.subject !== subject { return nil }
            if content.connection == nil { content.connection = fresh }
            return content.connection
        }
        if connection === fresh { subject.connect(fresh) }
        return connection
    }

    /// Detaches `subject` if it is the current one, so that the next subscriber or `connect()` starts over with a new
    /// one. Disposes nothing.
    ///
    /// - Returns: what the caller has to release, outside of its own lock if it holds one.
    static func retire(_ subject: SharedSubject.Identity, in state: State) -> Any? {
        state.access { $0.take(if: $0.subject?.identity === subject) }
    }

    /// The current shared subject, made if there is none. Two threads that come at once may each make one; one of the
    /// two is dropped.
    func currentSubject() -> SharedSubject {
        if let current = change({ $0.subject }) { return current }
        let fresh = makeSubject()
        let subject = change { content in
            if content.subject == nil { content.subject = fresh }
            return content.subject
        }
        return subject ?? fresh
    }

    /// Takes an outdated connection out, then reads and changes the state with `body`, all in one step.
    private func change<Result>(_ body: (inout Content) -> Result) -> Result {
        let (result, _) = state.access { content in
            // Disposed counts, even if the disposal is still under way.
            let outdated = content.take(if: content.connection?.isDisposed == true)
            return (body(&content), outdated)
        }
        return result
    }

    /// A `refCount()` is released: removes its counter from the current subject. Earlier subjects get no more
    /// subscribers.
    func forgetCounter(of owner: ObjectIdentifier) {
        let former = state.access { $0.subject }?.counters.access { counters in
            counters.firstIndex { $0.owner == owner }.map { counters.remove(at: $0) }
        }
        releaseValue(former)
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let source = currentSubject().output
        // While subscriptions are recorded, the subject is a stage, which the connection feeds.
        if HookSwitches.recordsSubscriptions { source.attach(sink.take()) } else { source.attach(owned: sink) }
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

extension ConnectableObservable {
    /// One subject of a connectable observable: what subscribers subscribe to, and how the subject is subscribed to the
    /// source.
    @usableFromInline
    final class SharedSubject: @unchecked Sendable {
        @usableFromInline
        let output: Observable<Element>
        @usableFromInline
        let connect: (Connection) -> Void

        final class Identity: Sendable {}

        /// Identifies the subject where a reference to the subject would be a cycle.
        let identity = Identity()
        /// The reference counts of its subscribers, one for each `refCount()` that was called on the observable.
        let counters = Locked<[(owner: ObjectIdentifier, counter: RefCounter)]>([])

        @usableFromInline
        init(_ output: Observable<Element>, connect: @escaping (Connection) -> Void) {
            self.output = output
            self.connect = connect
        }
    }

    /// What a connectable observable and its connection share.
    @usableFromInline
    typealias State = Locked<Content>

    @usableFromInline
    struct Content {
        var subject: SharedSubject?
        var connection: Connection?

        /// Takes both out, if the condition holds; the caller releases them after it has left the lock.
        mutating func take(if condition: Bool = true) -> Content? {
            guard condition else { return nil }
            defer { self = Content() }
            return self
        }
    }

    /// The connection of a connectable observable. Its upstream is the sink that the source feeds.
    ///
    /// The observable starts over as soon as the connection counts as disposed, which is before the subscription to the
    /// source is disposed.
    @usableFromInline
    final class Connection: DisposeBase, @unchecked Sendable {
        private let state: State

        init(_ state: State) {
            self.state = state
        }

        // What is taken out is released after the lock has been left.
        override func disposed() {
            releaseValue(state.access { $0.take(if: $0.connection === self) })
        }
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
    private let subject: ObjectIdentifier?

    @usableFromInline
    init(
        _ connection: DisposeBase,
        to observer: Any,
        receive: @escaping Receive,
        handler: @escaping (Event<Element>) -> Void
    ) {
        subject = HookSwitches.recordsSubscriptions ? ObjectIdentifier(observer as AnyObject) : nil
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

    override var nameOfEnd: String { "multicast(_:)" }

    override var fedSource: ObjectIdentifier? { subject }

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
            to: observer,
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
