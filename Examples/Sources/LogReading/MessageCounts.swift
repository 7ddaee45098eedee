/// How often each shape of message came.
///
/// Memory is bounded: when there are too many different shapes, the rarest make room (lossy counting, after Manku and
/// Motwani), and a count may then be too low by up to `lost`.
package final class MessageCounts {
    package struct Entry {
        package let text: String
        fileprivate let hash: UInt64
        package fileprivate(set) var count = 1
    }

    private let capacity: Int
    private var entries: [Entry] = []
    private var indices: [UInt64: Int] = [:]
    package private(set) var lost = 0

    /// - Parameter capacity: how many different shapes are kept at most.
    package init(capacity: Int = 65_536) {
        self.capacity = capacity
    }

    /// How many different shapes are kept.
    package var distinct: Int { entries.count }

    package func add(_ shape: MessageShape) {
        if let index = indices[shape.hash] {
            entries[index].count += 1
            return
        }
        if entries.count == capacity { makeRoom() }
        indices[shape.hash] = entries.count
        entries.append(Entry(text: String(decoding: shape.bytes, as: UTF8.self), hash: shape.hash))
    }

    /// The `count` most frequent ones; those of equal count in alphabetical order.
    package func top(_ count: Int) -> [Entry] {
        let sorted = entries.sorted { ($0.count, $1.text) > ($1.count, $0.text) }
        return Array(sorted.prefix(count))
    }

    /// Forgets the rarest shapes, at least a quarter of them.
    private func makeRoom() {
        var rarest = 0
        while entries.count > capacity * 3 / 4 {
            rarest += 1
            entries.removeAll { $0.count <= rarest }
        }
        lost += rarest
        indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.hash, $0) })
    }
}
