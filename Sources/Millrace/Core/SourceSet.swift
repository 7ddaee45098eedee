/// A set of an operator's sources, by their index: one word for up to 64, an array of flags beyond.
@usableFromInline
struct SourceSet {
    @usableFromInline
    let count: Int

    @usableFromInline
    var word: UInt64 = 0

    @usableFromInline
    var flags: [Bool]

    /// How many are in, where `flags` is used.
    @usableFromInline
    var size = 0

    @inlinable
    init(_ count: Int) {
        self.count = count
        flags = count > 64 ? Array(repeating: false, count: count) : []
    }

    @inlinable
    @inline(__always)
    var isFull: Bool {
        count > 64 ? size == count : word == (count == 64 ? .max : (1 << UInt64(count)) &- 1)
    }

    /// Whether all are in but, perhaps, this one.
    @inlinable
    func isFull(but index: Int) -> Bool {
        if count > 64 { return size + (flags[index] ? 0 : 1) == count }
        var others = self
        others.insert(index)
        return others.isFull
    }

    @inlinable
    @inline(__always)
    mutating func insert(_ index: Int) {
        if count <= 64 {
            word |= 1 &<< UInt64(truncatingIfNeeded: index)
        } else if !flags[index] {
            flags[index] = true
            size += 1
        }
    }

    @inlinable
    @inline(__always)
    mutating func remove(_ index: Int) {
        if count <= 64 {
            word &= ~(1 &<< UInt64(truncatingIfNeeded: index))
        } else if flags[index] {
            flags[index] = false
            size -= 1
        }
    }

    @inlinable
    mutating func removeAll() {
        word = 0
        if size > 0 {
            for index in flags.indices { flags[index] = false }
            size = 0
        }
    }
}
