extension ObservableType {
    /// Goes on with the source that `handler` makes of the source's error.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, an error at 4. Numbers: 1 at 5, 2 at 7, the end at 8.
    /// Result: a at 1, b at 3, 1 at 5, 2 at 7, the end at 8.](marbles-catch)
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
            let fallbackSink = FallbackSink<Element>(downstream)
            downstream.setUpstream(fallbackSink)
            let sink = CatchSink(fallbackSink, handler)
            fallbackSink.setUpstream(sink)
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
    init(_ fallbackSink: FallbackSink<Element>, _ handler: @escaping (Swift.Error) throws -> Observable<Element>) {
        self.handler = handler
        super.init(fallbackSink, receive: fallbackSink.relay)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        guard lifecycle.stop() else { return }
        downstream.use { fallbackSink in
            let fallbackSink = fallbackSink.downcast(to: FallbackSink<Element>.self)
            do { fallbackSink.follow(try handler(error)) } catch { fallbackSink.error(error) }
        }
    }
}

extension ObservableType {
    /// Passes the source's elements on, and emits `element` in place of its error.
    ///
    /// - **Completes** when the source does, or after `element`.
    /// - **Fails** never.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("8", "9", "ten")
    ///     .map { try JSONDecoder().decode(Int.self, from: Data($0.utf8)) }
    ///     .catchAndReturn(0)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // 8
    /// // 9
    /// // 0
    /// // completed
    /// ```
    ///
    /// - Parameter element: what to emit if the source fails.
    @inlinable
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        Operator(asObservable()) { CatchAndReturnSink($0, element) }
    }
}

/// Passes everything on except an error.
@usableFromInline
final class CatchAndReturnSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @usableFromInline
    let element: Element

    @inlinable
    init(_ downstream: Sink<Element>, _ element: Element) {
        self.element = element
        super.init(downstream, receive: CatchAndReturnSink.forwarding)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        finish(with: element)
    }
}

extension ObservableType {
    /// Goes on with the next source whenever one fails, until one completes.
    ///
    /// - **Emits** the elements of the sources, in order. Each source is taken from the sequence, and subscribed to,
    ///   when the previous one has failed.
    /// - **Completes** when one of the sources does; at once if there are no sources.
    /// - **Fails** with the error of the last source.
    /// - **Disposal** disposes the current source's subscription. Each source's subscription is disposed before the
    ///   next source is subscribed to.
    /// - **Thread**: a source is subscribed to on the thread that the previous one fails on or, if that
    ///   source is still being subscribed to, on the thread that does so.
    /// - **Complexity**: O(1) for each element, one allocation for each source. Sources that fail while they are being
    ///   subscribed to take no stack.
    ///
    /// ```swift
    /// let mirrors: [Observable<String>] = [.error(RxError.timeout), .just("second mirror"), .just("third mirror")]
    /// let subscription = Observable.catch(sequence: mirrors)
    ///     .subscribe(onNext: { print($0) })
    /// // second mirror
    /// ```
    ///
    /// - Parameter sequence: the sources; there may be infinitely many. Each subscription makes an iterator of its own.
    @inlinable
    public static func `catch`<Sequence: Swift.Sequence>(sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        let kind = ConcatSink<Element>.Kind.advancing(at: .failure)
        return ClosureSource { ConcatSink.attach(.iterating(sequence), kind, to: $0) }
    }
}
