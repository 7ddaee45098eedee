/// The sources to which a `ConcatSink` has yet to subscribe, one after the other. Sequences nest: see
/// `Sink.takeOver(_:advancingAt:)`.
@usableFromInline
final class SourceSequence<Element> {
    // How many sources are left at most; `.max` if that is not known.
    @exclusivity(unchecked)
    private var left: Int
    private let produce: () -> Observable<Element>?

    /// The sequence that continues once this sequence is exhausted: it held the source that this sequence replaces.
    @exclusivity(unchecked)
    var outer: SourceSequence<Element>?

    #if DEBUG || TRACE_RESOURCES
        // How many sequences are nested: this one and all that it lies in.
        @exclusivity(unchecked)
        var depth = 1
    #endif

    /// - Parameter count: how many sources there are, `.max` if that is not known.
    @usableFromInline
    init(count: Int, next: @escaping () -> Observable<Element>?) {
        left = count
        produce = next
    }

    // Sequences may be nested deeply, so they are released without recursion.
    deinit {
        if let outer {
            self.outer = nil
            releaseLink(Held(retaining: outer))
        }
    }

    @inlinable
    static func iterating<Sources: Sequence>(_ sources: Sources, count: Int = .max) -> SourceSequence<Element>
    where Sources.Element == Observable<Element> {
        var iterator = sources.makeIterator()
        return SourceSequence(count: count) { iterator.next() }
    }

    var isExhausted: Bool { left == 0 }

    /// Whether a source has been asked for.
    @exclusivity(unchecked)
    private(set) var hasBegun = false

    func next() -> Observable<Element>? {
        hasBegun = true
        guard left > 0 else { return nil }
        if left != .max { left -= 1 }
        return produce()
    }
}

extension SourceSequence {
    /// The kind of end of a source at which the next source is subscribed to.
    @usableFromInline
    enum End {
        case completion
        case failure
    }
}
