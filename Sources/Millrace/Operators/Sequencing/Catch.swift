extension ObservableType {
    /// Goes on with the source that `handler` makes of the source's error.
    ///
    /// - **Emits** the elements of the source and, if it fails, the elements of the second source.
    /// - **Completes** when the source that is emitting does.
    /// - **Fails** when the second source does, or with the error that `handler` throws.
    /// - **Disposal** disposes the current source's subscription. The failed source's subscription is disposed as soon
    ///   as the second source has been subscribed to.
    /// - **Thread**: `handler` is called, and the second source is subscribed to, on the thread that the source fails
    ///   on.
    /// - **Complexity**: O(1) for each element. If sources recover by recursion, neither stack nor memory grows with
    ///   the number of failures: past 64 nested failures, the next source is subscribed to when the stack has unwound.
    ///
    /// ```swift
    /// let request = Observable.just("fresh").concat(Observable.error(RxError.timeout))
    /// let subscription = request
    ///     .catch { _ in Observable.of("cached 1", "cached 2") }
    ///     .subscribe(onNext: { print($0) })
    /// // fresh
    /// // cached 1
    /// // cached 2
    /// ```
    ///
    /// - Parameter handler: makes, from the error, the source to go on with.
    @inlinable
    public func `catch`(
        _ handler: @escaping (Swift.Error) throws -> Observable<Element>
    ) -> Observable<Element> {
        ClosureOperator(asObservable()) { source, downstream in
            let serial = FallbackSink<Element>(downstream)
            downstream.setUpstream(serial)
            let sink = CatchSink(serial, handler)
            serial.setUpstream(sink)
            source.attach(sink)
        }
    }
}

/// The sink of the first source.
@usableFromInline
final class CatchSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @usableFromInline
    let handler: (Swift.Error) throws -> Observable<Element>

    @inlinable
    init(_ serial: FallbackSink<Element>, _ handler: @escaping (Swift.Error) throws -> Observable<Element>) {
        self.handler = handler
        super.init(serial, receive: serial.relay)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        guard lifecycle.stop() else { return }
        downstream.use { serial in
            let serial = serial.downcast(to: FallbackSink<Element>.self)
            do { serial.follow(try handler(error)) } catch { serial.error(error) }
        }
    }
}
