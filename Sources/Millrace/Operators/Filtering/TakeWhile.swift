extension ObservableType {
    /// Emits elements as long as `predicate` is true for them.
    ///
    /// - **Completes** with the first element for which `predicate` is false (after emitting it, if `behavior` is
    ///   `.inclusive`), or when the source does.
    /// - **Fails** when the source does before that, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: `predicate` is called on the thread that the source emits on, and not again once it was false.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameters:
    ///   - predicate: says whether to go on with the element.
    ///   - behavior: whether the element that ends it is emitted.
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
    /// - **Completes** with the first element for which `predicate` is true (after emitting it, if `behavior` is
    ///   `.inclusive`), or when the source does.
    /// - **Fails** when the source does before that, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: `predicate` is called on the thread that the source emits on, and not again once it was true.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameters:
    ///   - predicate: says whether to end with the element.
    ///   - behavior: whether the element that ends it is emitted.
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

/// What `take(while:)` and `take(until:)` do with the element that ends them.
public enum TakeBehavior: Sendable {
    /// It is emitted, as the last one.
    case inclusive
    /// It is not emitted.
    case exclusive
}
