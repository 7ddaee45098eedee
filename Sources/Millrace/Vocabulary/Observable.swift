/// The type of all of Millrace's sources: events over time, delivered to every subscriber in order.
///
/// An observable is immutable and may be used from any thread. Events come on whichever thread the source emits on,
/// unless an operator such as `observe(on:)` moves them.
public class Observable<Element>: ObservableType, @unchecked Sendable {
    #if DEBUG || TRACE_RESOURCES
        @usableFromInline
        init() {
            Resources.incrementTotal()
        }

        deinit {
            Resources.decrementTotal()
        }
    #else
        @inlinable
        init() {}
    #endif

    /// Subscribes `observer` to the events of this source.
    ///
    /// - Returns: the subscription; disposing it ends delivery.
    @inlinable
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element {
        let sink = EventSink<Element>(observer.on)
        subscribe(sink: sink)
        return sink
    }

    /// Itself.
    @inlinable
    public final func asObservable() -> Observable<Element> {
        self
    }

    /// Feeds `sink`: gives it an upstream, then emits into it. Called inside a subscription that is being made.
    ///
    /// The caller hands over a reference, so that the stages of a chain pass one on instead of counting each its own.
    ///
    /// A source without a meaning of its own never emits.
    @usableFromInline
    func attach(owned sink: Unmanaged<Sink<Element>>) {
        sink.release()
    }

    /// The step of an operator in a walk up a chain: its sink, made to hold `downstream`, whose reference it takes over.
    /// `nil` from any other source, which has touched nothing then.
    @usableFromInline
    func makeLink(before downstream: Unmanaged<DisposeBase>) -> ChainLink? { nil }

    /// Of a source that shares subscriptions to another one and has none at the moment: how the only one who can subscribe
    /// to it may do without it. `nil` from any other source.
    @usableFromInline
    var bypass: SharingBypass? { nil }

    /// Whether its sinks look at what they feed, so that a shared source of this one must not be left out.
    @usableFromInline
    var looksDownstream: Bool { false }

    /// What this source's events wait for: see `toBlocking()`.
    package var awaited: Awaited { .unknown }

    /// Whether this source emits one element that is known already and completes. Only a `JustSource` says so: see
    /// `knownElement`.
    @usableFromInline
    var hasKnownElement: Bool { false }

    /// Says of a shared source that it is a stage of a chain: see `SharingBypass`. Any other source takes no notice.
    @usableFromInline
    func markAsStage() {}

    /// Feeds `sink`, as above, while the caller keeps its own reference.
    @inlinable
    final func attach(_ sink: Sink<Element>) {
        attach(owned: Unmanaged.passRetained(sink))
    }

    /// Feeds `sink` from outside of any subscription. The caller hands over a reference.
    @usableFromInline
    func subscribe(owned sink: Unmanaged<Sink<Element>>) {
        attach(owned: sink)
    }

    /// As above, while the caller keeps its own reference.
    @inlinable
    final func subscribe(sink: Sink<Element>) {
        subscribe(owned: Unmanaged.passRetained(sink))
    }
}

extension Observable: AwaitedSource {}

/// Another name for `Observable`, for files where an unrelated type is called that.
public typealias RxObservable = Observable
