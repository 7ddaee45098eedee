import CMillrace

/// Fetches the first two cache lines of an object that will be needed soon.
@inlinable
@inline(__always)
func prefetch<Object>(_ object: Unmanaged<Object>) {
    mr_prefetch(object.toOpaque())
}
