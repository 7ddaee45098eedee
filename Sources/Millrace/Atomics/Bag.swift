import CMillrace

/// A chain of links to disposables that are kept together: the address of its words. mr_bag.h has the protocol.
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

    /// Adds a link as the newest. False if the bag is closed: the caller then still owns the link.
    func add(_ link: Link) -> Bool { mr_bag_add(address, link.address) }

    /// Closes the bag and returns its newest link; `nil` if the bag was empty, or closed already. The caller then owns
    /// the links' content. If `isSwept` says that a sweep is under way, the caller must not change or free the links
    /// before the sweep has ended.
    func close(isSwept: inout Bool) -> Link? { Link(mr_bag_close(address, &isSwept)) }

    /// Begins a sweep. Returns the newest link, which stays; `nil` if the bag is empty, closed, or being swept.
    func beginSweep() -> Link? { Link(mr_bag_sweep_begin(address)) }

    /// Ends a sweep. True: the sweeper frees what it unlinked. False: the bag was closed, and the sweeper keeps the
    /// links for the owner.
    func endSweep() -> Bool { mr_bag_sweep_end(address) }

    /// What one dead link adds to the counts.
    static var dead: UInt64 { MR_BAG_DEAD }

    /// How many links there are, in the lower half, and how many of them are dead, in the upper half.
    var counts: UInt64 { mr_bag_counts(address) }

    /// Changes the counts, modulo 2^64; returns the new counts.
    @discardableResult
    func count(_ change: UInt64) -> UInt64 { mr_bag_count(address, change) }

    /// The number of links at which the owner sweeps next.
    var limit: UInt64 {
        get { mr_bag_limit(address) }
        nonmutating set { mr_bag_set_limit(address, newValue) }
    }

    /// Closes the bag and begins to empty it. Returns the oldest item; `nil` if nothing is left for the caller to do.
    func beginEmptying() -> Item? { Item(mr_bag_empty_begin(address)) }
}

extension Bag {
    /// A link of a dispose bag, in memory of its own, with the object that it holds: the link's address.
    struct Item {
        private let address: UnsafeMutablePointer<mr_bag_item>

        /// Makes an item, which takes over the caller's reference to `content`.
        init(_ content: UnsafeMutableRawPointer) {
            address = mr_bag_item_create(content)
        }

        init(of link: Link) {
            address = link.storage.assumingMemoryBound(to: mr_bag_item.self)
        }

        init?(_ address: UnsafeMutablePointer<mr_bag_item>?) {
            guard let address else { return nil }
            self.address = address
        }

        var link: Link { Link(at: UnsafeMutableRawPointer(address)) }

        var content: UnsafeMutableRawPointer { address.pointee.content }

        func free() {
            mr_bag_item_free(address)
        }

        /// Goes on with the emptying of a bag: frees this item, whose content has been disposed and released, and
        /// returns the next item; `nil` once the emptying has ended.
        func next() -> Item? { Item(mr_bag_empty_next(address)) }
    }

    /// A link of a bag's chain: its address.
    struct Link {
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

        /// The older link; in a reversed chain, the newer link.
        var next: Link? { Link(mr_bag_next(address)) }

        /// Puts this link in front of another link. No other thread can reach this link.
        func link(before next: Link?) {
            address.pointee.next = next?.address
        }

        /// Unlinks the link after this link. The unlinked link keeps its `next`, since a thread that walks the chain
        /// may be at it.
        func unlink(_ next: Link) {
            mr_bag_unlink(address, next.address)
        }

        /// Reverses a chain that only the caller owns: the oldest link comes first.
        static func reversed(_ newest: Link?) -> Link? { Link(mr_bag_reverse(newest?.address)) }
    }
}
