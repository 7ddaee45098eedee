import CMillrace

/// What a dispose bag holds: a linked list of items, oldest first, which is emptied as mr_release.h says. One thread at
/// a time uses it.
struct BagItems {
    /// An object in memory of its own: the item's address.
    struct Item {
        fileprivate let address: UnsafeMutablePointer<mr_item>

        fileprivate init?(_ address: UnsafeMutablePointer<mr_item>?) {
            guard let address else { return nil }
            self.address = address
        }

        /// Makes an item, which takes over the caller's reference to `content`.
        init(_ content: UnsafeMutableRawPointer) {
            address = mr_item_create(content)
        }

        var content: UnsafeMutableRawPointer { address.pointee.content }

        func free() {
            mr_item_free(address)
        }

        /// Goes on with the emptying of a bag: frees this item, whose content has been disposed and released, and
        /// returns the next item; `nil` once the emptying has ended.
        func next() -> Item? { Item(mr_emptying_next(address)) }
    }

    private var first: Item?
    private var last: Item?

    var isEmpty: Bool { first == nil }

    mutating func append(_ item: Item) {
        item.address.pointee.next = nil
        if let last { last.address.pointee.next = item.address } else { first = item }
        last = item
    }

    mutating func removeFirst() -> Item? {
        guard let item = first else { return nil }
        first = Item(item.address.pointee.next)
        if first == nil { last = nil }
        return item
    }

    /// Puts all items of `older` in front.
    mutating func prepend(_ older: BagItems) {
        guard let end = older.last else { return }
        end.address.pointee.next = first?.address
        if first == nil { last = end }
        first = older.first
    }

    /// Begins to empty a bag that held these items. Returns the oldest item; `nil` if nothing is left for the caller to
    /// do.
    func beginEmptying() -> Item? {
        guard let first, let last else { return nil }
        return Item(mr_emptying_begin(first.address, last.address))
    }
}
