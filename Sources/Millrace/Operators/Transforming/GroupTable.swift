#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The groups that have begun and not ended, by key, and in the order of their latest elements.
///
/// The groups lie in one array, linked in a ring whose head is slot 0, which holds nothing; free slots are linked by
/// `next`. The array and the dictionary keep the size of the largest number of groups that there were at once.
///
/// A look-up calls the key's own code, and so does what adds or removes a group.
struct GroupTable<Key: Hashable, Element> {
    struct Group {
        let key: Key
        let subject: PublishSubject<Element>
        /// Greater than the number of each group that began earlier.
        let number: UInt64
        /// When the latest element came.
        var latest: RxTime
        /// The subscription to the source that says when the group ends.
        var notifier: CompositeDisposable.DisposeKey?
    }

    /// Where a group is, if it is still there.
    struct Place {
        fileprivate let index: Int
        fileprivate let number: UInt64
    }

    private struct Slot {
        var group: Group?
        var previous = 0
        var next = 0
    }

    private var positions: [Key: Int] = [:]
    private var slots: ContiguousArray<Slot> = [Slot()]
    private var free = 0
    private var number: UInt64 = 0
    private(set) var count = 0

    /// The subject of the group with a key, which becomes the group with the latest element.
    mutating func touch(_ key: Key, _ time: RxTime) -> PublishSubject<Element>? {
        guard let index = positions[key] else { return nil }
        slots[index].group?.latest = time
        if slots[0].previous != index {
            unlink(index)
            linkLast(index)
        }
        return slots[index].group?.subject
    }

    /// Adds a group, which becomes the group with the latest element. There must be none with its key.
    mutating func append(_ key: Key, _ subject: PublishSubject<Element>, _ time: RxTime) -> Place {
        number += 1
        let group = Group(key: key, subject: subject, number: number, latest: time)
        let index = free == 0 ? slots.count : free
        if free == 0 {
            slots.append(Slot(group: group))
        } else {
            free = slots[index].next
            slots[index].group = group
        }
        linkLast(index)
        count += 1
        positions[key] = index
        return Place(index: index, number: number)
    }

    /// The group whose latest element came first, and that time.
    var oldest: (place: Place, latest: RxTime)? {
        let index = slots[0].next
        guard let group = slots[index].group else { return nil }
        return (Place(index: index, number: group.number), group.latest)
    }

    /// Notes the subscription to the source that says when the group ends. False if the group has ended.
    mutating func setNotifier(_ key: CompositeDisposable.DisposeKey?, at place: Place) -> Bool {
        guard slots[place.index].group?.number == place.number else { return false }
        slots[place.index].group?.notifier = key
        return true
    }

    /// Takes a group out; `nil` if it is not there any more.
    mutating func remove(_ place: Place) -> Group? {
        guard let group = slots[place.index].group, group.number == place.number else { return nil }
        unlink(place.index)
        slots[place.index] = Slot(next: free)
        free = place.index
        count -= 1
        positions.removeValue(forKey: group.key)
        return group
    }

    /// All groups, in the order of their first elements.
    var all: [Group] {
        slots.compactMap(\.group).sorted { $0.number < $1.number }
    }

    private mutating func unlink(_ index: Int) {
        let slot = slots[index]
        slots[slot.previous].next = slot.next
        slots[slot.next].previous = slot.previous
    }

    private mutating func linkLast(_ index: Int) {
        let latest = slots[0].previous
        slots[index].previous = latest
        slots[index].next = 0
        slots[latest].next = index
        slots[0].previous = index
    }
}
