/// The observer inside Millrace: every operator, subject and subscription receives its events through a sink.
///
/// Events run down a chain of sinks, and disposal runs up the chain. A sink is attached to one source in its life. The
/// source owns the sink, and the sink owns its upstream until the sink is disposed.
///
/// `next` calls a stored function instead of an overridden method. A generic class's vtable leads to unspecialized
/// code. A closure that is written in an inlinable operator is specialized where that operator is used, with the user's
/// closure inlined. Documentation/Decisions/sinks.md has the figures.
///
/// Rules for subclasses and for their callers:
/// - the caller of `next`, `error` or `completed` holds a reference to the sink during the call;
/// - a sink receives at most one terminal event, and nothing after it;
/// - a sink that receives a terminal event disposes its upstream: directly, or by passing the event on to a sink that
///   does.
@usableFromInline
package class Sink<Element>: DisposeBase, @unchecked Sendable {
    @usableFromInline
    package typealias Receive = (Sink<Element>, Element) -> Void

    @usableFromInline
    final let receive: Receive

    @inlinable
    init(receive: @escaping Receive) {
        self.receive = receive
    }

    @inlinable
    @inline(__always)
    final func next(_ element: Element) {
        receive(self, element)
    }

    @usableFromInline
    func error(_ error: Swift.Error) {
        dispose()
    }

    @usableFromInline
    func completed() {
        dispose()
    }

    /// Whether the chain ends here: the sink itself disposes its upstream as soon as it has received a terminal event.
    @usableFromInline
    var endsChain: Bool { false }

    /// Whether this sink has failed, and still delivers elements that came before: then its source may be disposed.
    @usableFromInline
    var takesNoMore: Bool { false }

    /// What a `StreamDump` calls the end of a chain.
    var nameOfEnd: String { "observer" }

    /// The sink to which this sink passes on what it makes of its events, as far as that is known. Its element type is
    /// unknown, as in `ChainLink`.
    @usableFromInline
    var below: Held<Sink<Never>>? { nil }

    /// What counts the elements that come here, if this is a `MeterSink`.
    var meter: StreamMeter? { nil }

    /// What waits here; `nil` from a sink without a queue of which this is known.
    var queueReading: QueueReading? { nil }

    /// The `identity` of the source that this sink feeds, if it feeds one that subscribers share.
    var fedSource: ObjectIdentifier? { nil }

    /// Where the subscription at the end of this chain was made; `nil` if that is not known.
    @usableFromInline
    var placeOfSubscription: String? { nil }

    /// If this is the sink of one of a `ConcatSink`'s sources, and the `ConcatSink` also goes on to its next source at
    /// `end` (a completion or an error), the `ConcatSink` takes over `sources`, which were to feed this sink one after
    /// the other. Any other sink returns `false` and leaves the sources alone.
    @usableFromInline
    func takeOver(_ sources: SourceSequence<Element>, advancingAt end: SourceSequence<Element>.End) -> Bool { false }

    /// Adds to `path` what this sink has to say about the pressure on its source, and returns the sink below it to go
    /// on with; `nil` if nothing further down concerns that source. The result's element type is unknown, as in
    /// `ChainLink`.
    @usableFromInline
    func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? { nil }

    /// The sink to which this sink relays every event of a source unchanged; `nil` from a sink that does more.
    var relayed: OperatorSink<Element, Element>? { nil }
}

extension Sink {
    /// This sink as an instance of its own class.
    ///
    /// `receive` is called with the sink that stores it, but the type of `receive` can name no subclass. So an
    /// operator's closure begins with this cast to the class that the operator makes. Debug builds check the cast,
    /// release builds do not.
    @_transparent
    @usableFromInline
    package final func downcast<Concrete: Sink<Element>>(to type: Concrete.Type) -> Concrete {
        Millrace.downcast(self, to: type)
    }

    /// Delivers an event that comes as an `Event`, from outside the chain.
    @inlinable
    final func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): next(element)
        case .error(let error): self.error(error)
        case .completed: completed()
        }
    }
}

extension Sink {
    /// Releases what the closure in the first stored property of a subclass captured: `AnonymousSink.onNext` and
    /// `EventSink.handler`.
    ///
    /// A variable or a bag may hold the subscription after its last event, but what the closure captured must not stay
    /// alive that long. The property is a `let`, so that reading it for an event costs no retain. So this method
    /// overwrites a constant, through its address, when no event can come any more.
    ///
    /// `StoredPropertyTests.testWhatAnObserverCapturesGoesWithItsSource` fails if the property lies somewhere else, or
    /// if the optimizer relies on the property being constant. This method can be deleted when reading a closure from a
    /// `var` costs no retain.
    @usableFromInline
    final func releaseFirstClosure() {
        let closure = (Held(borrowing: self).address + offsetOfFirstClosure)
            .assumingMemoryBound(to: Optional<UnsafeRawPointer>.self)
        let context = closure[1]
        closure[1] = nil
        if let context { Held<AnyObject>(at: context).release() }
    }
}

/// Where the first stored property of a subclass of `Sink` lies: behind the object's header, the word of `DisposeBase`
/// and `receive`. A closure is two pointers: its code and what it captured. Not a member of `Sink`, since a call would
/// then look up the metadata of `Sink`.
@inline(__always)
private var offsetOfFirstClosure: Int {
    Lifecycle.headerSize + MemoryLayout<Lifecycle.Storage>.size + MemoryLayout<() -> Void>.size
}

/// Events for a sink that the caller holds.
extension Held {
    @inlinable
    @inline(__always)
    func next<Element>(_ element: Element) where Object == Sink<Element> {
        use { $0.next(element) }
    }

    @inlinable
    @inline(__always)
    func error<Element>(_ error: Swift.Error) where Object == Sink<Element> {
        use { $0.error(error) }
    }

    @inlinable
    @inline(__always)
    func completed<Element>() where Object == Sink<Element> {
        use { $0.completed() }
    }
}

extension Terminal {
    @usableFromInline
    func deliver<Element>(to sink: Sink<Element>) {
        switch self {
        case .completed: sink.completed()
        case .error(let error): sink.error(error)
        case .silent: break
        }
    }
}

/// The sink of an operator: receives `Input`, passes `Output` on, and passes terminal events on as they are.
///
/// Operators without state use this class with a `receive` of their own. Operators with state add stored properties in
/// a subclass.
@usableFromInline
package class OperatorSink<Input, Output>: Sink<Input>, @unchecked Sendable {
    // Owned; unmanaged so that events touch no reference count and long chains are released without recursion.
    @usableFromInline
    final let downstream: Held<Sink<Output>>

    /// - Parameter plain: the subclass overrides neither `nextPart()` nor `disposed()`, so a disposal calls neither.
    @inlinable
    package init(_ downstream: Sink<Output>, plain: Bool = false, receive: @escaping Receive) {
        self.downstream = Held(retaining: downstream)
        super.init(receive: receive)
        if plain { lifecycle.tag = Lifecycle.plain }
    }

    deinit {
        downstream.use { $0.sourceReleased() }
        releaseLink(downstream)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        if isOpen { downstream.error(error) }
    }

    @usableFromInline
    override func completed() {
        if isOpen { downstream.completed() }
    }

    @usableFromInline
    override var placeOfSubscription: String? { downstream.use { $0.placeOfSubscription } }

    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? { downstream.cast() }

    @usableFromInline
    override var below: Held<Sink<Never>>? { downstream.cast() }

    @usableFromInline
    override func sourceReleased() {
        downstream.use { $0.detachUpstream(self) }
    }
}

extension OperatorSink where Input == Output {
    /// The `receive` of a sink that passes elements on as they are.
    @inlinable
    @inline(__always)
    static var forwarding: Receive {
        { sink, element in sink.downcast(to: OperatorSink<Input, Input>.self).forward(element) }
    }

    /// The `receive` of a sink above such a sink, which it leaves out.
    @inlinable
    @inline(__always)
    static var forwardingTwice: Receive {
        { sink, element in
            sink.downcast(to: OperatorSink<Input, Input>.self).downstream.use {
                $0.downcast(to: OperatorSink<Input, Input>.self).forward(element)
            }
        }
    }
}

extension OperatorSink {
    /// Passes an element on, unless the subscription has ended in the meantime.
    @inlinable
    @inline(__always)
    package final func forward(_ element: Output) {
        if isOpen { downstream.next(element) }
    }

    /// Ends the stream with an error of this operator's own.
    @usableFromInline
    package final func fail(_ error: Swift.Error) {
        if lifecycle.stop() { downstream.error(error) }
    }

    /// Completes the stream by this operator's own decision.
    @usableFromInline
    package final func finish() {
        if lifecycle.stop() { downstream.completed() }
    }

    /// Ends the stream with a last element and completion. Between the two, only a disposal can end the stream:
    /// terminal events from other threads are dropped.
    @usableFromInline
    package final func finish(with element: Output) {
        if lifecycle.stop() { passLast(element) }
    }

    /// As `finish(with:)`, for a caller that has stopped this sink already.
    @usableFromInline
    final func passLast(_ element: Output) {
        downstream.use {
            $0.next(element)
            if !isDisposed { $0.completed() }
        }
    }
}
