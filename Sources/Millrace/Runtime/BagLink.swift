import CMillrace

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
