import CMillrace

/// Which of the sources that follow one another is the latest: the address of a word that says so, which is laid over a
/// `AtomicCounter.Storage`; mr_latest.h has the protocol.
@usableFromInline
struct LatestSource {
    @usableFromInline
    let address: UnsafeMutablePointer<mr_latest>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<AtomicCounter.Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_latest.self)
    }

    /// The number of the next source, which is the latest from now on. One caller at a time.
    @inlinable
    @inline(__always)
    func next() -> UInt64 { mr_latest_next(address) }

    @inlinable
    @inline(__always)
    func isLatest(_ number: UInt64) -> Bool { mr_latest_is_latest(address, number) }

    /// The source with this number has ended. True: it was the latest, and none will follow.
    @inlinable
    @inline(__always)
    func ended(_ number: UInt64) -> Bool { mr_latest_ended(address, number) }

    /// No other source will come. True: the latest one has ended, or there was none. Called once.
    @inlinable
    @inline(__always)
    func outerEnded() -> Bool { mr_latest_outer_ended(address) }
}
