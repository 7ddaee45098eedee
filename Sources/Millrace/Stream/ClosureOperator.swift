/// The observable of an operator that does more for a subscription than attach one sink to its source: a closure does
/// the work for each subscription.
@usableFromInline
final class ClosureOperator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion. `body` must not hold the source.
    @usableFromInline
    let source: Held<Observable<Input>>

    @usableFromInline
    let body: (_ source: Observable<Input>, _ downstream: Sink<Output>) -> Void

    @usableFromInline
    let function: UnsafePointer<UInt8>

    @usableFromInline
    let kind: SourceKind

    /// - Parameters:
    ///   - kind: how the operator emits.
    ///   - function: the operator's function, which is the caller's.
    @inlinable
    init(
        _ source: Observable<Input>,
        kind: SourceKind = .joining,
        function: StaticString = #function,
        _ body: @escaping (Observable<Input>, Sink<Output>) -> Void
    ) {
        self.source = Held(retaining: source)
        self.body = body
        self.kind = kind
        self.function = function.utf8Start
        super.init()
    }

    @usableFromInline
    override var traits: SourceTraits { SourceTraits(kind: kind, function: function, source: source.cast()) }

    deinit {
        releaseLink(source)
    }

    @usableFromInline
    override func attach(owned downstream: Held<Sink<Output>>) {
        let downstream = downstream.take()
        source.use { body($0, downstream) }
    }
}

/// A source whose work for each subscription is a closure.
@usableFromInline
final class ClosureSource<Element>: Producer<Element>, @unchecked Sendable {
    @usableFromInline
    let body: (Sink<Element>) -> Void

    @usableFromInline
    let function: UnsafePointer<UInt8>

    @usableFromInline
    let kind: SourceKind

    /// - Parameters:
    ///   - kind: how the source emits. Default: when other sources emit.
    ///   - function: the function that makes the source, which is the caller's.
    @inlinable
    init(
        kind: SourceKind = .joining,
        function: StaticString = #function,
        _ body: @escaping (Sink<Element>) -> Void
    ) {
        self.body = body
        self.function = function.utf8Start
        self.kind = kind
        super.init()
    }

    @usableFromInline
    override var traits: SourceTraits { SourceTraits(kind: kind, function: function) }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        body(sink)
    }
}
