extension ObservableType {
    /// Goes on with the next source whenever one fails, until one completes.
    ///
    /// - **Emits** the elements of the sources, in order. Each source is taken from the sequence, and subscribed to,
    ///   when the previous one has failed.
    /// - **Completes** when one of the sources does; at once if there are no sources.
    /// - **Fails** with the error of the last source.
    /// - **Disposal** disposes the current source's subscription. Each source's subscription is disposed before the
    ///   next source is subscribed to.
    /// - **Thread**: a source is subscribed to on the thread that the previous one fails on.
    /// - **Complexity**: O(1) for each element, one allocation for each source. Sources that fail while they are being
    ///   subscribed to take no stack.
    ///
    /// ```swift
    /// let mirrors: [Observable<String>] = [.error(RxError.timeout), .just("second mirror"), .just("third mirror")]
    /// let subscription = Observable.catch(sequence: mirrors)
    ///     .subscribe(onNext: { print($0) })
    /// // second mirror
    /// ```
    ///
    /// - Parameter sequence: the sources; there may be infinitely many. Each subscription makes an iterator of its own.
    @inlinable
    public static func `catch`<Sequence: Swift.Sequence>(sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        let kind = CatchSequenceSink<Element>.kind
        return ClosureSource { CatchSequenceSink.attach(.iterating(sequence), kind, to: $0) }
    }
}

/// The sink of one of the sources.
@usableFromInline
final class CatchSequenceSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @inlinable
    static var kind: ConcatSink<Element>.Kind { ConcatSink.Kind { CatchSequenceSink($0) } }

    @inlinable
    init(_ succession: ConcatSink<Element>) {
        super.init(succession, plain: true, receive: succession.relay)
    }

    /// Feeds `downstream` from the sources until one of them completes. If `downstream` is itself a sink of this kind,
    /// its `ConcatSink` goes through these sources before its own remaining ones.
    @usableFromInline
    static func attach(
        _ sources: SourceSequence<Element>,
        _ kind: ConcatSink<Element>.Kind,
        to downstream: Sink<Element>
    ) {
        if downstream.takeOver(sources, advancingAt: .failure) { return }
        let succession = ConcatSink<Element>(downstream, sources, kind)
        downstream.setUpstream(succession)
        succession.advance()
    }

    @usableFromInline
    override func takeOver(_ sources: SourceSequence<Element>, advancingAt end: SourceSequence<Element>.End) -> Bool {
        guard end == .failure else { return false }
        if lifecycle.stop() { succession.advance(to: sources) }
        return true
    }

    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        path.isInner = true
        return super.describePressure(&path)
    }

    private var succession: ConcatSink<Element> {
        downstream.use { $0.downcast(to: ConcatSink<Element>.self) }
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        if lifecycle.stop() { succession.advance(after: error) }
    }
}
