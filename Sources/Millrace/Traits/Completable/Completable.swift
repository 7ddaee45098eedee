/// The promise of a `Completable`.
public enum CompletableTrait {}

/// A source that completes or fails, and emits nothing.
///
/// ```swift
/// let stored = Completable.empty()
/// let subscription = stored.subscribe(
///     onCompleted: { print("stored") },
///     onError: { print("not stored: \($0)") }
/// )
/// // stored
/// ```
public typealias Completable = PrimitiveSequence<CompletableTrait, Swift.Never>

/// What a `Completable` sends: one of these, once.
@frozen
public enum CompletableEvent: Sendable {
    /// The source has failed.
    case error(Swift.Error)
    /// The source has completed.
    case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
    /// What a `Completable` sends its event to.
    public typealias CompletableObserver = (CompletableEvent) -> Void

    /// A source whose subscriptions run `subscribe`.
    ///
    /// - **Emits** nothing.
    /// - **Completes** if the first event that `subscribe` sends is `.completed`.
    /// - **Fails** with the error of the first event, if that is `.error`. Later events are ignored.
    /// - **Disposal** disposes what `subscribe` returned; so does the event.
    /// - **Thread**: `subscribe` is called on the thread that subscribes; completes or fails on the thread that sends
    ///   the event.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// func save(_ note: String) -> Completable {
    ///     .create { observer in
    ///         observer(note.isEmpty ? .error(RxError.noElements) : .completed)
    ///         return Disposables.create()
    ///     }
    /// }
    /// let subscription = save("buy milk").subscribe(onCompleted: { print("saved") })
    /// // saved
    /// ```
    ///
    /// - Parameter subscribe: called once for each subscription, with the closure to call with the event. It returns
    ///   what to dispose when the subscription ends.
    public static func create(
        subscribe: @escaping (@escaping CompletableObserver) -> Disposable
    ) -> Completable {
        PrimitiveSequence(
            raw: Observable.create { observer in
                subscribe { event in
                    switch event {
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            }
        )
    }

    /// A source that fails at once; as `ObservableType.error(_:)`.
    ///
    /// - Parameter error: what it fails with.
    public static func error(_ error: Swift.Error) -> Completable {
        PrimitiveSequence(raw: .error(error))
    }

    /// A source that completes at once; as `ObservableType.empty()`.
    public static func empty() -> Completable {
        PrimitiveSequence(raw: .empty())
    }

    /// A source that sends nothing; as `ObservableType.never()`.
    public static func never() -> Completable {
        PrimitiveSequence(raw: .never())
    }
}

extension ObservableType where Element == Swift.Never {
    /// This source, with the promise that it emits nothing.
    ///
    /// ```swift
    /// let subscription = Observable.of("line 1", "line 2")
    ///     .ignoreElements()
    ///     .asCompletable()
    ///     .subscribe(onCompleted: { print("completed") })
    /// // completed
    /// ```
    public func asCompletable() -> Completable {
        PrimitiveSequence(raw: asObservable())
    }
}
