import CMillrace

/// Which of several successive sources is the latest: the address of the word that says so, which an
/// `AtomicCounter.Storage` provides. mr_latest.h has the protocol.
@usableFromInline
struct LatestSource {
    @usableFromInline
    let address: UnsafeMutablePointer<mr_latest>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<AtomicCounter.Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_latest.self)
    }

    /// Returns the number of a new source, which is the latest from now on. One caller at a time.
    @inlinable
    @inline(__always)
    func next() -> UInt64 { mr_latest_next(address) }

    @inlinable
    @inline(__always)
    func isLatest(_ number: UInt64) -> Bool { mr_latest_is_latest(address, number) }

    /// Called when the source with this number has ended. True if it was the latest and no other source will come.
    @inlinable
    @inline(__always)
    func ended(_ number: UInt64) -> Bool { mr_latest_ended(address, number) }

    /// Called once, when no other source will come. True if the latest source has ended, or there was none.
    @inlinable
    @inline(__always)
    func outerEnded() -> Bool { mr_latest_outer_ended(address) }
}
