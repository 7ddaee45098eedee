/// An event that waits in a queue of links: the link, where the C core looks for it, and behind it the event, until it is
/// taken.
///
/// Not a struct of both: other threads write the link while the event is moved out, and an access to one member counts
/// as one to the whole.
@usableFromInline
enum EventNode<Element> {
    @inlinable
    static var offset: Int {
        max(Node.size, MemoryLayout<Event<Element>?>.alignment)
    }

    @inlinable
    static func content(_ link: Node) -> UnsafeMutablePointer<Event<Element>?> {
        (link.memory + offset).assumingMemoryBound(to: Event<Element>?.self)
    }

    @inlinable
    static func make(_ event: Event<Element>?) -> Node {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Event<Element>?>.size,
            alignment: max(Node.alignment, MemoryLayout<Event<Element>?>.alignment)
        )
        let link = Node(initializing: memory)
        content(link).initialize(to: event)
        return link
    }

    /// Moves the event out.
    @inlinable
    static func take(_ link: Node) -> Event<Element>? {
        content(link).move()
    }

    /// Releases the event and the memory.
    @usableFromInline
    static func drop(_ link: Node) {
        _ = take(link)
        free(link)
    }

    @inlinable
    static func free(_ link: Node) {
        link.memory.deallocate()
    }
}
