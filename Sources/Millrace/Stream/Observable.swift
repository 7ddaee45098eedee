/// The type of all of Millrace's sources: events over time, delivered to every subscriber in order.
///
/// An observable is immutable and may be used from any thread. Events come on whichever thread the source emits on,
/// unless an operator such as `observe(on:)` moves them.
public class Observable<Element>: ObservableType, @unchecked Sendable {
    #if DEBUG || TRACE_RESOURCES
        @usableFromInline
        init() {
            Resources.count(self)
        }

        deinit {
            Resources.discount(self)
        }
    #else
        @inlinable
        init() {}
    #endif

    /// Subscribes `observer` to the events of this source.
    ///
    /// - Parameter observer: what receives the events.
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

    /// Feeds `sink`: gives it an upstream, then emits into it. Called while a subscription is being made.
    ///
    /// The caller hands over a reference to `sink`. So the stages of a chain pass one reference on instead of each
    /// retaining the sink.
    ///
    /// The default never emits.
    @usableFromInline
    func attach(owned sink: Held<Sink<Element>>) {
        sink.release()
    }

    /// The step of an operator in a walk up a chain: makes the operator's sink, which holds `downstream` and takes over
    /// the caller's reference to it. Any other source returns `nil` and touches nothing, except a shared source that is
    /// left out.
    ///
    /// - Parameter isAlone: whether the caller holds the only strong reference to this source; see `ChainLink`.
    @usableFromInline
    func makeLink(before downstream: Held<DisposeBase>, isAlone: inout Bool) -> ChainLink? { nil }

    /// What this source says of itself.
    @usableFromInline
    var traits: SourceTraits { SourceTraits(kind: .free) }

    /// What a dump and messages call this source, if that is not its function or its type.
    var ownName: String? { nil }

    /// Identifies this source where a `StreamDump` says what feeds it.
    var identity: ObjectIdentifier { ObjectIdentifier(self) }

    /// As `makeLink`, with a stage that counts between the operator's sink and its source.
    ///
    /// - Parameter number: the edge that begins with `downstream`.
    func makeMeteredLink(before downstream: Held<DisposeBase>, _ number: Int) -> MeteredLink? { nil }

    /// Whether this source emits one element that is known already, and then completes. Only `JustSource` returns true:
    /// see `knownElement`.
    @usableFromInline
    var hasKnownElement: Bool { false }

    /// As `attach(owned:)`, but the caller keeps its own reference. If a bounded queue below needs a source
    /// that can pause, and this one cannot, it is refused.
    @usableFromInline
    final func attach(_ sink: Sink<Element>) {
        let sink = Held(retaining: sink)
        if _slowPath(HookSwitches.watchesSubscriptions), !admit(sink) { return }
        attach(owned: sink)
    }

    /// As `attach(_:)`, from outside of any subscription.
    @usableFromInline
    func subscribe(sink: Sink<Element>) {
        let sink = Held(retaining: sink)
        if _slowPath(HookSwitches.watchesSubscriptions), !admit(sink) { return }
        attach(owned: sink)
    }
}

/// Another name for `Observable`, for files in which an unrelated type is called `Observable`.
public typealias RxObservable = Observable
