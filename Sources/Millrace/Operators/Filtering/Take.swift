extension ObservableType {
    /// Emits the first `count` elements.
    ///
    /// - **Completes** right after the last of them, or when the source does. If `count` is 0, it completes at once,
    ///   without subscribing to the source.
    /// - **Fails** when the source does before that.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("gold", "silver", "bronze")
    ///     .take(2)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // gold
    /// // silver
    /// // completed
    /// ```
    ///
    /// - Parameter count: how many elements to emit at most, at least 0.
    @inlinable
    public func take(_ count: Int) -> Observable<Element> {
        require(count >= 0, "take(_:): count is \(count); it must not be negative")
        if count == 0 { return .empty() }
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Int, Element, Element>.self)
            let remaining = sink.state
            if remaining == 0 { return }
            // Counted before the element goes out: what an observer makes the source emit meanwhile counts too.
            sink.state = remaining &- 1
            sink.forward(element)
            if remaining == 1 { sink.finish() }
        }
        return Operator(asObservable()) { StatefulSink($0, state: count, receive: receive) }
    }
}

extension ObservableType {
    /// Emits elements as long as `predicate` is true for them.
    ///
    /// - **Completes** at the first element for which `predicate` is false, after emitting this element if `behavior`
    ///   is `.inclusive`; or when the source does.
    /// - **Fails** when the source does before that, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: `predicate` is called on the thread that the source emits on. It is not called again after it has
    ///   been false.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let countdown = Observable.of(3, 2, 1, 0, -1)
    /// let subscription = countdown
    ///     .take(while: { $0 > 0 })
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("lift-off") })
    /// // 3
    /// // 2
    /// // 1
    /// // lift-off
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: says whether to go on.
    ///   - behavior: whether the first element for which `predicate` is false is emitted.
    @inlinable
    public func take(
        while predicate: @escaping (Element) throws -> Bool,
        behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
                .forwardWhile(element, behavior, goesOn: predicate)
        }
        return Operator(asObservable()) { StatefulSink($0, state: true, receive: receive) }
    }

    /// Emits elements until `predicate` is true for one.
    ///
    /// - **Completes** at the first element for which `predicate` is true, after emitting this element if `behavior` is
    ///   `.inclusive`; or when the source does.
    /// - **Fails** when the source does before that, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: `predicate` is called on the thread that the source emits on. It is not called again after it has
    ///   been true.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let lines = Observable.of("HELLO", "SEND", "QUIT", "LATE")
    /// let subscription = lines
    ///     .take(until: { $0 == "QUIT" }, behavior: .inclusive)
    ///     .subscribe(onNext: { print($0) })
    /// // HELLO
    /// // SEND
    /// // QUIT
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: says whether to complete.
    ///   - behavior: whether the first element for which `predicate` is true is emitted.
    @inlinable
    public func take(
        until predicate: @escaping (Element) throws -> Bool,
        behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
                .forwardWhile(element, behavior, goesOn: { try !predicate($0) })
        }
        return Operator(asObservable()) { StatefulSink($0, state: true, receive: receive) }
    }
}

extension StatefulSink where State == Bool, Input == Output {
    /// Passes the element on if `goesOn` returns true, otherwise ends the stream. Inlined, with its closure, into both
    /// of the operators above. `state` is true until the stream ends.
    @inlinable
    @inline(__always)
    final func forwardWhile(_ element: Input, _ behavior: TakeBehavior, goesOn: (Input) throws -> Bool) {
        let isRunning = state
        if !isRunning { return }
        do {
            if try goesOn(element) {
                forward(element)
            } else {
                // Before the last element goes out: an observer may make the source emit meanwhile.
                state = false
                if behavior == .inclusive { forward(element) }
                finish()
            }
        } catch {
            state = false
            fail(error)
        }
    }
}

/// What `take(while:behavior:)` and `take(until:behavior:)` do with the element at which they complete.
///
/// ```swift
/// let numbers = Observable.of(1, 2, 3, 4)
/// let without = numbers.take(while: { $0 < 3 }, behavior: .exclusive).toArray().subscribe(onSuccess: { print($0) })
/// let with = numbers.take(while: { $0 < 3 }, behavior: .inclusive).toArray().subscribe(onSuccess: { print($0) })
/// // [1, 2]
/// // [1, 2, 3]
/// ```
public enum TakeBehavior: Sendable {
    /// The element is emitted, as the last one.
    case inclusive
    /// The element is not emitted.
    case exclusive
}
