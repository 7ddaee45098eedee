extension ObservableType {
    /// Emits one element.
    ///
    /// - **Completes** right after the element.
    /// - **Fails** never.
    /// - **Disposal** while the element is being delivered suppresses the completion.
    /// - **Thread**: emits on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let subscription = Observable.just("ready")
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // ready
    /// // completed
    /// ```
    ///
    /// - Parameter element: what to emit.
    @inlinable
    public static func just(_ element: Element) -> Observable<Element> {
        JustSource(element)
    }

    /// Emits one element on a scheduler.
    ///
    /// - **Completes** in a second scheduled action, after the one that emits the element.
    /// - **Fails** never.
    /// - **Disposal** suppresses the actions that have not begun.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1); two scheduled actions.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.just("ready", scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// print("subscribed")
    /// scheduler.start()
    /// // subscribed
    /// // ready
    /// ```
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
    override var traits: SourceTraits { SourceTraits(kind: .pausable, named: "just(_:)") }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        sink.next(element)
        sink.completed()
        sink.sourceReleased()
    }
}

extension Observable {
    /// The element of a source that only emits this element and completes, so that it can be had without a
    /// subscription; `nil` from any other source.
    ///
    /// Subclasses override a Bool and not this property: a generic class's vtable leads to unspecialized code, which
    /// would look up metadata to make the optional.
    @inlinable
    @inline(__always)
    final var knownElement: Element? {
        hasKnownElement ? downcast(self, to: JustSource<Element>.self).element : nil
    }
}
