extension ObservableType {
    /// Emits the value of an optional, if it has one.
    ///
    /// - **Completes** right after the element; at once if `optional` is `nil`.
    /// - **Fails** never.
    /// - **Disposal** while the element is being delivered suppresses the completion.
    /// - **Thread**: emits on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// - Parameter optional: what to emit.
    @inlinable
    public static func from(optional: Element?) -> Observable<Element> {
        if let element = optional { JustSource(element) } else { EmptySource() }
    }

    /// Emits the value of an optional, if it has one, on a scheduler.
    ///
    /// - **Completes** in a second scheduled action, after the one that emits the element; in the only action if
    ///   `optional` is `nil`.
    /// - **Fails** never.
    /// - **Disposal** suppresses the actions that have not begun.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1); at most two scheduled actions.
    ///
    /// - Parameters:
    ///   - optional: what to emit.
    ///   - scheduler: where to emit.
    public static func from(optional: Element?, scheduler: ImmediateSchedulerType) -> Observable<Element> {
        ScheduledSource(.event, on: scheduler) { downstream in
            let feed = OptionalFeed(downstream, scheduler)
            feed.attach {
                scheduler.schedule(optional) { feed.emit($0) }
            }
        }
    }
}

/// Emits the element in one action and completes in a second.
private final class OptionalFeed<Element>: ScheduledFeed<Element>, @unchecked Sendable {
    private let scheduler: ImmediateSchedulerType

    init(_ downstream: Sink<Element>, _ scheduler: ImmediateSchedulerType) {
        self.scheduler = scheduler
        super.init(downstream)
    }

    func emit(_ optional: Element?) -> Disposable {
        guard let element = optional else {
            complete()
            return NopDisposable.instance
        }
        next(element)
        return scheduler.schedule(()) { _ in
            self.complete()
            return NopDisposable.instance
        }
    }
}
