/// A queue of elements on their way from the threads that push them to the thread that pops them.
@usableFromInline
protocol HandOverQueue<Element>: Sendable {
    associatedtype Element

    /// Takes the oldest element out; `nil` if there is none, or if its producer has not finished the push yet.
    func pop() -> Element?

    var isEmpty: Bool { get }

    /// Releases the elements that still wait, and frees the memory. No other thread uses the queue.
    func destroy()
}

/// Where an element lies in a slot, behind the word that the C core keeps there.
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
