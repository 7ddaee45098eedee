import Millrace

extension ObservableType {
    /// Makes a resource for each subscription, emits what the observable made from the resource emits, and releases the
    /// resource by an operation of its own, which may take time.
    ///
    /// ```
    /// observable   --a---b---|
    /// cleanup                --c--|
    /// usingWhen()  --a---b--------|
    /// ```
    ///
    /// A transaction is such a resource: its commit or rollback answers later. `using(_:observableFactory:)` is for
    /// resources that are released at once.
    ///
    /// - **Completes** when the observable has completed and then the cleanup has. The subscription to the observable is
    ///   disposed before the cleanup begins, after an error too.
    /// - **Fails** when the observable has failed and then the cleanup has ended, with the observable's error. Fails with
    ///   the error of the cleanup if the observable has completed, and with the error that a factory throws.
    /// - **Disposal** disposes the subscription to the observable, then begins the cleanup. The cleanup is begun once for
    ///   each resource and never disposed: if the subscription is disposed while the cleanup runs, the cleanup goes on. Its
    ///   error goes to `Hooks.defaultErrorHandler` if no one can receive it any more.
    /// - **Thread**: calls the factories on the thread that subscribes, and begins the cleanup on the thread that delivers
    ///   the terminal event or disposes the subscription; if the observable is still being subscribed to when it ends, on
    ///   the thread that does so.
    /// - **Complexity**: O(1) for each element; a few allocations for each subscription.
    ///
    /// ```swift
    /// let rows = Observable<String>.usingWhen(
    ///     { "transaction" },
    ///     observableFactory: { _ in .of("row 1", "row 2") },
    ///     asyncCleanup: { transaction in
    ///         Completable.empty().do(onSubscribe: { print("\(transaction) closed") })
    ///     }
    /// )
    /// let subscription = rows.subscribe { print($0) }
    /// // next(row 1)
    /// // next(row 2)
    /// // transaction closed
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - resourceFactory: makes the resource.
    ///   - observableFactory: makes the observable to subscribe to from the resource.
    ///   - asyncCleanup: makes the operation that releases the resource, once for each resource.
    public static func usingWhen<Resource>(
        _ resourceFactory: @escaping () throws -> Resource,
        observableFactory: @escaping (Resource) throws -> Observable<Element>,
        asyncCleanup: @escaping (Resource) throws -> Completable
    ) -> Observable<Element> {
        using(
            {
                let resource = try resourceFactory()
                let source = Observable.deferred { try observableFactory(resource) }
                return Cleanup(source) { try asyncCleanup(resource) }
            },
            observableFactory: { (cleanup: Cleanup<Element>) in
                cleanup.source()
                    .catch { error in
                        cleanup.failure = error
                        return .empty()
                    }
                    .concat(
                        cleanup.end().catch { error in
                            if cleanup.failure == nil { return .error(error) }
                            Hooks.defaultErrorHandler([], error)
                            return .empty()
                        }
                    )
                    .concat(Observable.deferred { cleanup.failure.map { .error($0) } ?? .empty() })
            }
        )
    }
}

/// The resource of one subscription, in closures, and its release, which is begun once.
private final class Cleanup<Element>: Disposable, @unchecked Sendable {
    private let unused: Locked<Observable<Element>?>
    private let unbegun: Locked<(() throws -> Completable)?>
    /// How the observable has failed. One thread after the other uses this: the subscription's events have an order.
    @exclusivity(unchecked)
    var failure: (any Error)?

    init(_ source: Observable<Element>, _ begin: @escaping () throws -> Completable) {
        unused = Locked(source)
        unbegun = Locked(begin)
    }

    /// The observable that was made from the resource; called once.
    func source() -> Observable<Element> {
        unused.access { exchange(&$0, for: nil) } ?? .empty()
    }

    /// The release, if nothing has begun it; `nil` from all later calls.
    private func take() -> Completable? {
        guard let begin = unbegun.access({ exchange(&$0, for: nil) }) else { return nil }
        do { return try begin() } catch { return .error(error) }
    }

    /// Begins the release when it has been subscribed to, even if the subscription is disposed meanwhile, and ends when the
    /// release does. Its disposal leaves the release alone. It has no elements, so whatever holds back its source may be
    /// below. For one subscription.
    func end() -> Observable<Element> {
        let done = PublishSubject<Element>()
        return Observable.create { observer, _ in done.subscribe(observer) }
            .do(onSubscribed: { [self] in
                guard let release = take() else { return done.onCompleted() }
                _ = release.subscribe(
                    onCompleted: { done.onCompleted() },
                    onError: { if done.hasObservers { done.onError($0) } else { Hooks.defaultErrorHandler([], $0) } }
                )
            })
    }

    // At the end of the subscription, when it has been disposed before a terminal event has begun the release.
    func dispose() {
        if let release = take() { _ = release.subscribe() }
    }
}
