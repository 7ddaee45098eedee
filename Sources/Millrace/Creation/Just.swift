extension ObservableType {
    /// Emits one element.
    ///
    /// - **Completes** right after it.
    /// - **Fails** never.
    /// - **Disposal** inside the element's delivery keeps completion away.
    /// - **Thread**: emits on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// - Parameter element: what to emit.
    @inlinable
    public static func just(_ element: Element) -> Observable<Element> {
        JustSource(element)
    }

    /// Emits one element on a scheduler.
    ///
    /// - **Completes** in a scheduled action of its own, after that of the element.
    /// - **Fails** never.
    /// - **Disposal** keeps away what has not begun.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1); two scheduled actions.
    ///
    /// - Parameters:
    ///   - element: what to emit.
    ///   - scheduler: where to emit.
    public static func just(_ element: Element, scheduler: ImmediateSchedulerType) -> Observable<Element> {
        from(optional: element, scheduler: scheduler)
    }
}

/// Emits one element while it is subscribed to.
@usableFromInline
final class JustSource<Element>: Observable<Element>, @unchecked Sendable {
    @usableFromInline
    let element: Element

    @inlinable
    init(_ element: Element) {
        self.element = element
        super.init()
    }

    @usableFromInline
    override var hasKnownElement: Bool { true }

    @usableFromInline
    override func attach(owned sink: Unmanaged<Sink<Element>>) {
        let sink = sink.takeRetainedValue()
        sink.next(element)
        sink.completed()
        sink.sourceReleased()
    }
}

extension Observable {
    /// The element of a source that does nothing but emit it and complete, so that it can be had without a subscription;
    /// `nil` from any other source.
    ///
    /// What is overridden is a Bool and not this: a generic class's vtable leads to unspecialized code, which would look
    /// metadata up to make the optional.
    @inlinable
    @inline(__always)
    final var knownElement: Element? {
        hasKnownElement ? unsafeDowncast(self, to: JustSource<Element>.self).element : nil
    }
}
