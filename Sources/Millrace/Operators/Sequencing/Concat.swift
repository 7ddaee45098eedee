extension ObservableType where Element: ObservableConvertibleType {
    /// Emits the elements of the sources that this source emits, one source after the other: `merge(maxConcurrent: 1)`.
    ///
    /// - **Emits** the elements of each source. Sources that come while another one is active wait, in order, until it
    ///   has completed.
    /// - **Completes** when this source and all sources that it emitted have completed.
    /// - **Fails** as soon as this source or the current one does.
    /// - **Disposal** disposes the subscriptions to this source and the current one, and drops the sources that wait.
    /// - **Thread**: as `merge(maxConcurrent:)`.
    /// - **Complexity**: O(1) for each element, one allocation for each source. Sources that end while they are being
    ///   subscribed to take no stack.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let pages = Observable.of(3, 1, 2).map {
    ///     Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler)
    /// }
    /// let subscription = pages.concat().subscribe(onNext: { print($0) })
    /// scheduler.start()
    /// // took 3 s
    /// // took 1 s
    /// // took 2 s
    /// ```
    @inlinable
    public func concat() -> Observable<Element.Element> {
        merge(maxConcurrent: 1)
    }
}

extension ObservableType {
    /// Emits the elements of this source, then the elements of a second source.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, the end at 4. Numbers: 1 at 6, 2 at 8, the end at 9.
    /// Result: a at 1, b at 3, 1 at 6, 2 at 8, the end at 9.](marbles-concat)
    ///
    /// - **Emits** the elements of both, in order; the second source is subscribed to when the first has completed.
    /// - **Completes** when the second source does.
    /// - **Fails** when the current source does; the second source is not subscribed to if the first fails.
    /// - **Disposal** disposes the current source's subscription. The first source's subscription is disposed before
    ///   the second source is subscribed to.
    /// - **Thread**: the second source is subscribed to on the thread that the first completes on or, if the first is
    ///   still being subscribed to, on the thread that does so.
    /// - **Complexity**: O(1) for each element, one allocation for each source. Sources that complete while they are
    ///   being subscribed to, and concatenations of concatenations, take no stack; a recursion through the second
    ///   source takes no memory either.
    ///
    /// ```swift
    /// let subscription = Observable.of("header")
    ///     .concat(Observable.of("line 1", "line 2"))
    ///     .subscribe(onNext: { print($0) })
    /// // header
    /// // line 1
    /// // line 2
    /// ```
    ///
    /// - Parameter second: the source to go on with.
    @inlinable
    public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
    where Source.Element == Element {
        ConcatPair(asObservable(), second.asObservable(), .advancing(at: .completion))
    }

    /// Emits the elements of one source after the other.
    ///
    /// - **Emits** the elements of all sources, in order. Each source is taken from the sequence, and subscribed to,
    ///   when the previous one has completed.
    /// - **Completes** when the last source does; at once if there are no sources.
    /// - **Fails** when the current source does.
    /// - **Disposal** disposes the current source's subscription. Each source's subscription is disposed before the
    ///   next source is subscribed to.
    /// - **Thread**: a source is subscribed to on the thread that the previous one completes on or, if that
    ///   source is still being subscribed to, on the thread that does so.
    /// - **Complexity**: O(1) for each element, one allocation for each source. Sources that complete while they are
    ///   being subscribed to, and concatenations of concatenations, take no stack.
    ///
    /// ```swift
    /// let pages = sequence(first: 1) { $0 + 1 }.lazy.map { Observable.of("top of \($0)", "end of \($0)") } // endless
    /// let subscription = Observable.concat(pages)
    ///     .take(3)
    ///     .subscribe(onNext: { print($0) })
    /// // top of 1
    /// // end of 1
    /// // top of 2
    /// ```
    ///
    /// - Parameter sequence: the sources; there may be infinitely many. Each subscription makes an iterator of its own.
    @inlinable
    public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        let kind = ConcatSink<Element>.Kind.advancing(at: .completion)
        return ClosureSource { ConcatSink.attach(.iterating(sequence), kind, to: $0) }
    }

    /// Emits the elements of the sources in a collection, one source after the other; otherwise as `concat(_:)` of a
    /// sequence.
    ///
    /// - Parameter collection: the sources.
    @inlinable
    public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Observable<Element>
    where Collection.Element == Observable<Element> {
        let kind = ConcatSink<Element>.Kind.advancing(at: .completion)
        return ClosureSource { ConcatSink.attach(.iterating(collection, count: collection.count), kind, to: $0) }
    }

    /// Emits the elements of several sources, one source after the other; otherwise as `concat(_:)` of a sequence.
    ///
    /// - Parameter sources: the sources.
    @inlinable
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
        let kind = ConcatSink<Element>.Kind.advancing(at: .completion)
        return ClosureSource { ConcatSink.attach(.iterating(sources, count: sources.count), kind, to: $0) }
    }
}

/// Two sources, one after the other.
@usableFromInline
final class ConcatPair<Element>: Producer<Element>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion.
    private let first: Held<Observable<Element>>
    private let second: Held<Observable<Element>>
    private let kind: ConcatSink<Element>.Kind

    @usableFromInline
    init(_ first: Observable<Element>, _ second: Observable<Element>, _ kind: ConcatSink<Element>.Kind) {
        self.kind = kind
        self.first = Held(retaining: first)
        self.second = Held(retaining: second)
        super.init()
    }

    deinit {
        releaseLink(first)
        releaseLink(second)
    }

    @usableFromInline
    override var traits: SourceTraits { SourceTraits(kind: .joining, named: "concat(_:)") }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let second = second.object
        var first: Observable<Element>? = first.object
        let sources = SourceSequence<Element>(count: 2) {
            defer { first = nil }
            return first ?? second
        }
        ConcatSink.attach(sources, kind, to: sink.take())
    }
}
