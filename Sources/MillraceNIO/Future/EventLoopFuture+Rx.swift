#if NIO
    import Millrace
    import NIOCore

    extension EventLoopFuture {
        /// The result of this future, as a source.
        ///
        /// - **Emits** the value, and **fails** with the error, of the future.
        /// - **Disposal** releases the observer; the future goes on.
        /// - **Thread**: emits on the future's loop.
        /// - **Complexity**: O(1) for each subscription.
        ///
        /// ```swift
        /// let loop = EmbeddedEventLoop()
        /// let promise = loop.makePromise(of: Int.self)
        /// let subscription = promise.futureResult.asSingle().subscribe(onSuccess: { print($0) })
        /// promise.succeed(42)
        /// // 42
        /// ```
        public func asSingle() -> Single<Value> {
            Single.create { observer in
                self.watch { observer($0) }
            }
        }

        /// The result of this future, as a source that emits no element if the value is `nil`; otherwise as `asSingle()`.
        public func asMaybe<Element>() -> Maybe<Element> where Value == Element? {
            Maybe.create { observer in
                self.watch { result in
                    switch result {
                    case .success(let value?): observer(.success(value))
                    case .success(nil): observer(.completed)
                    case .failure(let error): observer(.error(error))
                    }
                }
            }
        }

        /// The result of this future, as a source that completes; otherwise as `asSingle()`.
        public func asCompletable() -> Completable where Value == Void {
            Completable.create { observer in
                self.watch { result in
                    switch result {
                    case .success: observer(.completed)
                    case .failure(let error): observer(.error(error))
                    }
                }
            }
        }

        /// Calls `body` with the result, unless the returned disposable is disposed before. A future keeps its callbacks
        /// until it has a result, so the disposal empties this one.
        private func watch(_ body: @escaping (Result<Value, any Error>) -> Void) -> Disposable {
            let watcher = Watcher(body)
            whenComplete { watcher.take()?($0) }
            return Disposables.create { releaseValue(watcher.take()) }
        }
    }

    /// A closure that is called once at most.
    private final class Watcher<Value>: @unchecked Sendable {
        private let body: Locked<((Result<Value, any Error>) -> Void)?>

        init(_ body: @escaping (Result<Value, any Error>) -> Void) {
            self.body = Locked(body)
        }

        func take() -> ((Result<Value, any Error>) -> Void)? {
            body.access { exchange(&$0, for: nil) }
        }
    }
#endif
