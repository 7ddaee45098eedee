/// The sources of a succession, or of a part of it, that are still to come.
@usableFromInline
final class SourceSequence<Element> {
    // How many there are at most.
    @exclusivity(unchecked)
    private var left: Int
    private let produce: () -> Observable<Element>?

    /// The sequence whose source this one took the place of.
    @exclusivity(unchecked)
    var outer: SourceSequence<Element>?

    #if DEBUG || TRACE_RESOURCES
        // How many sequences there are, with those that it lies in.
        @exclusivity(unchecked)
        var depth = 1
    #endif

    /// - Parameter count: how many sources there are, `.max` if that is not known.
    @usableFromInline
    init(count: Int, next: @escaping () -> Observable<Element>?) {
        left = count
        produce = next
    }

    // Sequences in sequences may be many.
    deinit {
        if let outer {
            self.outer = nil
            releaseLink(Unmanaged.passRetained(outer).toOpaque())
        }
    }

    @inlinable
    static func iterating<Sources: Sequence>(_ sources: Sources, count: Int = .max) -> SourceSequence<Element>
    where Sources.Element == Observable<Element> {
        var iterator = sources.makeIterator()
        return SourceSequence(count: count) { iterator.next() }
    }

    var isExhausted: Bool { left == 0 }

    func next() -> Observable<Element>? {
        guard left > 0 else { return nil }
        if left != .max { left -= 1 }
        return produce()
    }
}

/// What a succession goes on to its next source at.
@usableFromInline
enum SuccessionEnd {
    case completion
    case failure
}
