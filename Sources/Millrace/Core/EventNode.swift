import CMillrace

/// An event that waits in a queue of links: the link, where the C core looks for it, and behind it the event, until it is
/// taken.
///
/// Not a struct of both: other threads write the link while the event is moved out, and an access to one member counts
/// as one to the whole.
@usableFromInline
enum EventNode<Element> {
    @usableFromInline
    typealias Link = UnsafeMutablePointer<mr_node>

    @inlinable
    static var offset: Int {
        max(MemoryLayout<mr_node>.size, MemoryLayout<Event<Element>?>.alignment)
    }

    @inlinable
    static func content(_ link: Link) -> UnsafeMutablePointer<Event<Element>?> {
        (UnsafeMutableRawPointer(link) + offset).assumingMemoryBound(to: Event<Element>?.self)
    }

    @inlinable
    static func make(_ event: Event<Element>?) -> Link {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Event<Element>?>.size,
            alignment: max(MemoryLayout<mr_node>.alignment, MemoryLayout<Event<Element>?>.alignment)
        )
        let link = memory.initializeMemory(as: mr_node.self, to: mr_node())
        content(link).initialize(to: event)
        return link
    }

    /// Moves the event out.
    @inlinable
    static func take(_ link: Link) -> Event<Element>? {
        content(link).move()
    }

    @inlinable
    static func free(_ link: Link) {
        UnsafeMutableRawPointer(link).deallocate()
    }
}
