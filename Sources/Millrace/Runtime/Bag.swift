import CMillrace

/// Disposables that are kept together: the address of a chain's words; mr_bag.h has the protocol.
@usableFromInline
struct Bag {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var bag = mr_bag()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_bag>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_bag.self)
    }

    var isClosed: Bool { mr_bag_is_closed(address) }

    /// Adds a link as the newest. False when the bag is closed: the caller still owns it.
    func add(_ link: BagLink) -> Bool { mr_bag_add(address, link.address) }

    /// Closes the bag: its newest link, `nil` if it was empty, or closed already. Where `isSwept` says that a sweep is
    /// under way, the links are not the caller's to change or free before that has ended; what hangs on them is.
    func close(isSwept: inout Bool) -> BagLink? { BagLink(mr_bag_close(address, &isSwept)) }

    /// Begins a sweep: the newest link, which stays; `nil` if the bag is empty, closed, or being swept.
    func beginSweep() -> BagLink? { BagLink(mr_bag_sweep_begin(address)) }

    /// Ends a sweep. True: what it unlinked is the sweeper's to free. False: the bag was closed, keep it for the owner.
    func endSweep() -> Bool { mr_bag_sweep_end(address) }

    /// One link that is dead, in the tally.
    static var dead: UInt64 { MR_BAG_DEAD }

    /// In the lower half the links, in the upper half those of them that are dead.
    var tally: UInt64 { mr_bag_tally(address) }

    /// Changes the tally, modulo 2^64; returns the new one.
    @discardableResult
    func count(_ change: UInt64) -> UInt64 { mr_bag_count(address, change) }

    /// How many links call for the next sweep.
    var limit: UInt64 {
        get { mr_bag_limit(address) }
        nonmutating set { mr_bag_set_limit(address, newValue) }
    }

    /// Closes the bag and begins to empty it: the oldest item, or `nil`: nothing is left for the caller to do.
    func beginEmptying() -> BagItem? { BagItem(mr_bag_empty_begin(address)) }
}
