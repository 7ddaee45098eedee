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

/// A link of a dispose bag, in memory of its own, and the object that hangs on it: its address.
struct BagItem {
    private let address: UnsafeMutablePointer<mr_bag_item>

    /// Takes over the reference.
    init(_ content: UnsafeMutableRawPointer) {
        address = mr_bag_item_create(content)
    }

    init(of link: BagLink) {
        address = link.storage.assumingMemoryBound(to: mr_bag_item.self)
    }

    init?(_ address: UnsafeMutablePointer<mr_bag_item>?) {
        guard let address else { return nil }
        self.address = address
    }

    var link: BagLink { BagLink(at: UnsafeMutableRawPointer(address)) }

    var content: UnsafeMutableRawPointer { address.pointee.content }

    func free() {
        mr_bag_item_free(address)
    }

    /// For the emptying of a bag: frees the item, whose content has been dealt with; `nil` when the emptying has ended.
    func next() -> BagItem? { BagItem(mr_bag_empty_next(address)) }
}

/// A link of a bag's chain: its address.
struct BagLink {
    /// What an object stores.
    struct Storage {
        var link = mr_bag_link()
    }

    let address: UnsafeMutablePointer<mr_bag_link>

    init(at storage: UnsafeMutableRawPointer) {
        address = storage.assumingMemoryBound(to: mr_bag_link.self)
    }

    init?(_ address: UnsafeMutablePointer<mr_bag_link>?) {
        guard let address else { return nil }
        self.address = address
    }

    var storage: UnsafeMutableRawPointer { UnsafeMutableRawPointer(address) }

    /// The older one; in a chain that was turned round, the newer one.
    var next: BagLink? { BagLink(mr_bag_next(address)) }

    /// Puts this link, which nobody else is at, before another.
    func link(before next: BagLink?) {
        address.pointee.next = next?.address
    }

    /// Unlinks the link after this one. Who walks the chain meanwhile may be on it still, so it keeps its own `next`.
    func unlink(_ next: BagLink) {
        mr_bag_unlink(address, next.address)
    }

    /// Turns a chain round that is the caller's alone: the oldest link comes first.
    static func reversed(_ newest: BagLink?) -> BagLink? { BagLink(mr_bag_reverse(newest?.address)) }
}
