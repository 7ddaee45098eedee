/// A queue of elements on their way from the threads that push to the one that pops.
@usableFromInline
protocol HandOverQueue<Element>: Sendable {
    associatedtype Element

    /// Takes the oldest element out; `nil` if there is none, or its producer has not finished yet.
    func pop() -> Element?

    var isEmpty: Bool { get }

    /// Frees the memory, with what still waits. Nobody else is at the queue.
    func destroy()
}

/// Where an element lies in a slot, behind the word with which the C core keeps the slot.
@usableFromInline
struct SlotLayout<Element> {
    @usableFromInline
    let offset: Int
    @usableFromInline
    let size: Int
    @usableFromInline
    let alignment: Int

    @inlinable
    init(behind word: Int) {
        alignment = max(word, MemoryLayout<Element>.alignment)
        offset = alignment
        size = (offset + MemoryLayout<Element>.size + alignment - 1) / alignment * alignment
    }
}
