extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Subscribes and waits for the element.
    ///
    /// - **Emits**: returns the element.
    /// - **Fails** by throwing the source's error, and with `CancellationError` if the waiting task is cancelled, or
    ///   its subscription disposed, before the element has come.
    /// - **Disposal**: cancelling the task disposes the subscription, on the thread that cancels. If the task was
    ///   cancelled before, the property subscribes and disposes at once; a source that emits inside of its `subscribe`
    ///   still gives its element. By the time the wait is over, the subscription has been disposed.
    /// - **Thread**: subscribes where Swift runs tasks that belong to no actor, even if the caller is on an actor; the source
    ///   may emit on any thread.
    /// - **Complexity**: O(1). The element is kept until the source has completed right after it.
    ///
    /// ```swift
    /// let user = Single.just("Ada")
    /// let name = try await user.value
    /// print("hello, \(name)")
    /// // hello, Ada
    /// ```
    public var value: Element {
        get async throws {
            guard let element = try await primitiveSequence.source.lastWord() else { throw RxError.noElements }
            return element
        }
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Subscribes and waits for the element; `nil` if the source completes without one.
    ///
    /// - **Emits**: returns the element.
    /// - **Completes**: returns `nil`.
    /// - **Fails** by throwing the source's error, and with `CancellationError` if the waiting task is cancelled before
    ///   the source has emitted or completed.
    /// - **Disposal**: cancelling the task disposes the subscription, on the thread that cancels. By the time the wait
    ///   is over, the subscription has been disposed.
    /// - **Thread**: subscribes where Swift runs tasks that belong to no actor, even if the caller is on an actor; the source
    ///   may emit on any thread.
    /// - **Complexity**: O(1). The element is kept until the source has completed right after it.
    ///
    /// ```swift
    /// let discount = Maybe<Int>.empty()
    /// let percentage = try await discount.value ?? 0
    /// print("\(percentage) %")
    /// // 0 %
    /// ```
    public var value: Element? {
        get async throws { try await primitiveSequence.source.lastWord() }
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// Subscribes and waits for the completion.
    ///
    /// - **Completes**: returns.
    /// - **Fails** by throwing the source's error, and with `CancellationError` if the waiting task is cancelled before
    ///   the source has completed.
    /// - **Disposal**: cancelling the task disposes the subscription, on the thread that cancels. By the time the wait
    ///   is over, the subscription has been disposed.
    /// - **Thread**: subscribes where Swift runs tasks that belong to no actor, even if the caller is on an actor; the source
    ///   may complete on any thread.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let stored = Completable.empty().do(onSubscribe: { print("storing") })
    /// try await stored.value
    /// print("stored")
    /// // storing
    /// // stored
    /// ```
    public var value: Void {
        get async throws { _ = try await primitiveSequence.source.lastWord() }
    }
}

extension Observable {
    /// Waits for the element of a source that emits at most one; `nil` if the source completes without an element.
    fileprivate func lastWord() async throws -> Element? {
        let sink = AwaitingSink<Element>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sink.start($0, on: self) }
        } onCancel: {
            sink.cancel()
        }
    }
}

/// The end of a chain that a task waits for.
///
/// The first of an element, an error and a completion is the result; `CancellationError` if there was none. An element,
/// a terminal event and a cancellation may come from three threads at once. Each of the three that ends the
/// subscription disposes this object. `disposed()`, which `DisposeBase` calls once, is the only place that resumes the
/// task.
final class AwaitingSink<Element>: Sink<Element>, @unchecked Sendable {
    private struct State {
        var isStarted = false
        var isCancelled = false
        var continuation: CheckedContinuation<Element?, any Swift.Error>?
        var result: Result<Element?, any Swift.Error>?
    }

    private let state = Locked(State())

    init() {
        super.init { sink, element in sink.downcast(to: AwaitingSink<Element>.self).settle(.success(element)) }
    }

    /// Subscribes to `source`. If the task was cancelled before, the subscription is disposed right after it has been
    /// made.
    func start(_ continuation: CheckedContinuation<Element?, any Swift.Error>, on source: Observable<Element>) {
        let isCancelled = state.access { state in
            state.isStarted = true
            state.continuation = continuation
            return state.isCancelled
        }
        source.subscribe(sink: self)
        if isCancelled { dispose() }
    }

    func cancel() {
        let isStarted = state.access { state in
            state.isCancelled = true
            return state.isStarted
        }
        if isStarted { dispose() }
    }

    private func settle(_ result: Result<Element?, any Swift.Error>) {
        state.access { state in
            if state.continuation != nil, state.result == nil { state.result = result }
        }
    }

    override var nameOfEnd: String { "value" }

    override func error(_ error: Swift.Error) {
        settle(.failure(error))
        dispose()
    }

    override func completed() {
        settle(.success(nil))
        dispose()
    }

    override func disposed() {
        let (continuation, found) = state.access { state in
            (exchange(&state.continuation, for: nil), exchange(&state.result, for: nil))
        }
        nonisolated(unsafe) let result = found ?? .failure(CancellationError())
        continuation?.resume(with: result)
    }
}
