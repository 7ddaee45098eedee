import CMillrace

/// What a subject stores of its observers, and of how it ended.
@usableFromInline
struct Hub {
    @usableFromInline
    var hub = mr_hub()

    @inlinable
    @inline(__always)
    init() {}
}
