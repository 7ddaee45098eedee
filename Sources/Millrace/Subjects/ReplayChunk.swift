/// A run of a replay buffer's elements, in the order they came.
///
/// Emitters append under the subject's latch. A subscriber that replays reads, without the latch, elements that were
/// there when it took its snapshot, while it holds the chunks that they are in: nothing that a snapshot can reach is
/// changed or released before the snapshot is gone.
@usableFromInline
final class ReplayChunk<Element>: @unchecked Sendable {
    @usableFromInline
    let elements: UnsafeMutablePointer<Element>
    @usableFromInline
    let capacity: Int

    /// The elements that are there: those of the buffer, and before them some that have left it while a snapshot held
    /// them.
    @usableFromInline
    @exclusivity(unchecked)
    var from = 0
    @usableFromInline
    @exclusivity(unchecked)
    var end = 0

    @usableFromInline
    @exclusivity(unchecked)
    var next: ReplayChunk<Element>?

    @inlinable
    init(capacity: Int) {
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
    }

    /// False: there is no room.
    @inlinable
    @inline(__always)
    func append(_ element: Element) -> Bool {
        guard end < capacity else { return false }
        (elements + end).initialize(to: element)
        end += 1
        return true
    }

    // A chain of chunks is released in a loop.
    deinit {
        (elements + from).deinitialize(count: end - from)
        elements.deallocate()
        var chunk = next
        next = nil
        while isKnownUniquelyReferenced(&chunk), let current = chunk {
            let following = current.next
            current.next = nil
            chunk = following
        }
    }
}
