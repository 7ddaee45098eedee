/// The observer inside Millrace: what every operator, subject and subscription receives events with.
///
/// Events run down a chain of sinks, disposal runs up it. A sink is attached to one source in its life and owned by it;
/// it owns its upstream in turn, until it is disposed.
///
/// `next` is a stored function instead of an overridden method: a generic class's vtable leads to unspecialized code,
/// while a closure that is written in an inlinable operator is specialized, with the user's closure inlined, where that
/// operator is used. Documentation/Design.md has the figures.
///
/// Rules for those who write one:
/// - whoever calls `next`, `error` or `completed` holds a reference to the sink while it does;
/// - at most one terminal event arrives, and nothing after it;
/// - whoever receives a terminal event disposes its upstream, directly or by passing the event on to one that does.
@usableFromInline
class Sink<Element>: DisposeBase, @unchecked Sendable {
    @usableFromInline
    typealias Receive = (Sink<Element>, Element) -> Void

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

    /// Whether a chain ends here: the sink disposes its upstream itself as soon as it has received a terminal event.
    @usableFromInline
    var endsChain: Bool { false }

    /// Takes over the sources that are to feed this sink one after the other, if this sink is fed by such a succession
    /// itself, which goes on at the same kind of end. `false` from any other sink, which leaves the sources alone.
    @usableFromInline
    func takeOver(_ sources: SourceSequence<Element>, advancingAt end: SuccessionEnd) -> Bool { false }

    /// The sink in whose place this one relays every event of a source; `nil` from a sink that does more.
    var relayed: OperatorSink<Element, Element>? { nil }
}

extension Sink {
    /// This sink as an instance of the class that it was made as.
    ///
    /// `receive` is called with the sink that stores it, but its type can name no subclass. So an operator's closure
    /// begins with this cast, to the class that the operator makes. Debug builds check it, release builds do not.
    @_transparent
    @usableFromInline
    final func downcast<Concrete: Sink<Element>>(to type: Concrete.Type) -> Concrete {
        unsafeDowncast(self, to: type)
    }

    /// Delivers an event from the outside world.
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
    /// The subscription may outlive its delivery in a variable or a bag; what the closure captured must not. The property
    /// is a `let`, so that reading it for an event costs no retain. So this overwrites a constant, through its address,
    /// when no event can come any more.
    ///
    /// `StoredPropertyTests.testWhatAnObserverCapturesGoesWithItsSource` fails if the property lies somewhere else, or if
    /// an optimizer makes use of its being constant. This can be deleted when reading a closure from a `var` costs no
    /// retain.
    @usableFromInline
    final func releaseFirstClosure() {
        let closure = (Unmanaged.passUnretained(self).toOpaque() + placeOfFirstClosure)
            .assumingMemoryBound(to: Optional<UnsafeRawPointer>.self)
        let context = closure[1]
        closure[1] = nil
        if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
    }
}

/// Where the first stored property of a subclass of `Sink` lies: behind the object's header, the word of `DisposeBase` and
/// `receive`. A closure is two pointers: its code and what it captured. No member of `Sink`, whose metadata would be
/// looked up.
@inline(__always)
private var placeOfFirstClosure: Int {
    2 * MemoryLayout<UnsafeRawPointer>.size + MemoryLayout<Lifecycle.Storage>.size + MemoryLayout<() -> Void>.size
}
