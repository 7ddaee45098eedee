import CMillrace

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
