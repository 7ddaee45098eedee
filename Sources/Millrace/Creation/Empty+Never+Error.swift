extension ObservableType {
    /// Emits nothing and completes.
    ///
    /// - **Completes** at once.
    /// - **Fails** never.
    /// - **Disposal** has nothing to stop.
    /// - **Thread**: completes on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let subscription = Observable<Int>.empty()
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // completed
    /// ```
    @inlinable
    public static func empty() -> Observable<Element> {
        TerminalSource(.completed)
    }
}

extension ObservableType {
    /// Emits nothing at all and never ends.
    ///
    /// - **Completes** never.
    /// - **Fails** never.
    /// - **Disposal** has nothing to stop. When `subscribe` returns, the closures for events have been released, with
    ///   what they captured.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable<Int>.never()
    ///     .timeout(.seconds(30), other: Observable.just(0), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
    /// scheduler.start()
    /// // 0 at 30
    /// ```
    @inlinable
    public static func never() -> Observable<Element> {
        TerminalSource(.silent)
    }
}

extension ObservableType {
    /// Emits nothing and fails.
    ///
    /// - **Completes** never.
    /// - **Fails** at once, with `error`.
    /// - **Disposal** has nothing to stop.
    /// - **Thread**: fails on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// struct NotFound: Error {}
    /// let subscription = Observable<Int>.error(NotFound())
    ///     .subscribe(onError: { print("failed: \($0)") })
    /// // failed: NotFound()
    /// ```
    ///
    /// - Parameter error: what to fail with.
    @inlinable
    public static func error(_ error: Swift.Error) -> Observable<Element> {
        TerminalSource(.error(error))
    }
}

/// A source without elements: delivers how it ends, and releases its subscriber at once. A silent end is no event.
@usableFromInline
final class TerminalSource<Element>: Observable<Element>, @unchecked Sendable {
    private let terminal: Terminal

    @usableFromInline
    init(_ terminal: Terminal) {
        self.terminal = terminal
        super.init()
    }

    @usableFromInline
    override var traits: SourceTraits {
        let name: StaticString =
            switch terminal {
            case .completed: "empty()"
            case .error: "error(_:)"
            case .silent: "never()"
            }
        return SourceTraits(kind: .pausable, named: name)
    }

    @usableFromInline
    override func attach(owned sink: Held<Sink<Element>>) {
        let sink = sink.take()
        terminal.deliver(to: sink)
        sink.sourceReleased()
    }
}
