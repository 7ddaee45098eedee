#if NIO
    import Millrace
    import NIOCore

    extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
        /// Subscribes, and returns the result as a future.
        ///
        /// - **Emits**: the future succeeds with the element.
        /// - **Fails**: the future fails with the source's error; and with a `CancellationError` if the source is gone
        ///   without a result. Behind `do(onDispose:)`, `log`, `metered` and `traced`, which wait for their disposal, the
        ///   future of a source that is gone does neither.
        /// - **Disposal**: a future cannot be cancelled. The subscription lives until the source has ended.
        /// - **Thread**: subscribes on the thread of the call; the future's callbacks run on `eventLoop`.
        /// - **Complexity**: O(1).
        ///
        /// ```swift
        /// let loop = EmbeddedEventLoop()
        /// let answer = Single.just(42).asFuture(on: loop)
        /// answer.whenSuccess { print($0) }
        /// // 42
        /// ```
        ///
        /// - Parameter eventLoop: the future's loop.
        public func asFuture(on eventLoop: any EventLoop) -> EventLoopFuture<Element> {
            let result = ResultPromise<Element>(on: eventLoop)
            _ = primitiveSequence.asObservable().subscribe { event in
                switch event {
                case .next(let element): result.complete(with: .success(element))
                case .error(let error): result.complete(with: .failure(error))
                case .completed: break
                }
            }
            return result.future
        }
    }

    extension PrimitiveSequenceType where Trait == MaybeTrait, Element: Sendable {
        /// Subscribes, and returns the result as a future, which succeeds with `nil` if the source completes without an
        /// element; otherwise as `asFuture(on:)` of a `Single`.
        ///
        /// - Parameter eventLoop: the future's loop.
        public func asFuture(on eventLoop: any EventLoop) -> EventLoopFuture<Element?> {
            let result = ResultPromise<Element?>(on: eventLoop)
            _ = primitiveSequence.asObservable().subscribe { event in
                switch event {
                case .next(let element): result.complete(with: .success(element))
                case .error(let error): result.complete(with: .failure(error))
                case .completed: result.complete(with: .success(nil))
                }
            }
            return result.future
        }
    }

    extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
        /// Subscribes, and returns the end as a future; otherwise as `asFuture(on:)` of a `Single`.
        ///
        /// - Parameter eventLoop: the future's loop.
        public func asFuture(on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
            let result = ResultPromise<Void>(on: eventLoop)
            _ = primitiveSequence.asObservable().subscribe { event in
                switch event {
                case .next: break
                case .error(let error): result.complete(with: .failure(error))
                case .completed: result.complete(with: .success(()))
                }
            }
            return result.future
        }
    }

    /// A promise that is kept in any case: NIO stops a debug build in which a promise is released without a result.
    private final class ResultPromise<Value: Sendable>: Sendable {
        private let promise: Locked<EventLoopPromise<Value>?>
        let future: EventLoopFuture<Value>

        init(on eventLoop: any EventLoop) {
            let promise = eventLoop.makePromise(of: Value.self)
            future = promise.futureResult
            self.promise = Locked(promise)
        }

        deinit {
            complete(with: .failure(CancellationError()))
        }

        func complete(with result: Result<Value, any Error>) {
            promise.access { exchange(&$0, for: nil) }?.completeWith(result)
        }
    }
#endif
