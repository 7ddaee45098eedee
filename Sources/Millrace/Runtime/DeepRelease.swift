import CMillrace

/// Releases a link of a chain without recursing as deep as the chain is long.
///
/// Called from a `deinit` in place of the release that Swift would do for a stored property: chains of a million
/// operators are then released on a small stack.
@usableFromInline
func releaseLink(_ link: UnsafeMutableRawPointer) {
    if mr_release_enter(link) {
        Unmanaged<AnyObject>.fromOpaque(link).release()
        mr_release_leave { Unmanaged<AnyObject>.fromOpaque($0).release() }
    }
}
