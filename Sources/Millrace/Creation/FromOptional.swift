extension ObservableType {
    /// Emits the value of an optional, if it has one.
    ///
    /// - **Completes** right after it; at once if `optional` is `nil`.
    /// - **Fails** never.
    /// - **Disposal** inside the element's delivery keeps completion away.
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
    /// - **Completes** in a scheduled action of its own after that of the element; in the only one if `optional` is
    ///   `nil`.
    /// - **Fails** never.
    /// - **Disposal** keeps away what has not begun.
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
