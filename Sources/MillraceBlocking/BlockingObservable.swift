import Foundation
import Millrace

/// A source whose elements a thread waits for, in tests and in command line programs. `toBlocking(timeout:)` makes it.
///
/// ```swift
/// let sum = try Observable.of(1, 2, 3).reduce(0, accumulator: +).toBlocking().single()
/// print(sum)
/// // 6
/// ```
///
/// Each function subscribes to the source on the calling thread, waits until it knows its result, disposes the
/// subscription and returns. What the source emits afterwards is ignored.
///
/// While it waits,
/// - the main thread runs its run loop in the default mode, so that the main queue, timers and input sources are
///   served;
/// - any other thread runs its run loop if a timer or an input source is there when the wait begins, and else sleeps;
/// - work on `CurrentThreadScheduler` that belongs to the wait runs inside the wait, even if the thread is running
///   other such work; the other work goes on afterwards.
///
/// A wait whose source needs the very thread that waits fails with ``BlockingError`` in the common case: a source's
/// events come in an action of a scheduler, pass only operators such as `map`, `filter` or `do` on their way to the
/// wait, and the calling thread
/// - runs on the queue of that `SerialDispatchQueueScheduler`,
/// - runs an action of that `VirtualTimeScheduler`, or
/// - runs a block of the main queue, and the scheduler is `MainScheduler`: a run loop inside a block of the main queue
///   does not serve that queue.
///
/// The "action of a scheduler" here is the last one before the wait that is scheduled by `observe(on:)`,
/// `subscribe(on:)`, `timer`, `interval`, or a source such as `just` or `from` that was given a scheduler. Every other
/// source is waited for. If you are not sure, give `toBlocking` a timeout: it ends every wait for something that does
/// not come. A timeout does not end a source that goes on emitting inside its `subscribe` for ever.
public struct BlockingObservable<Element>: Sendable {
    let source: Observable<Element>
    let timeout: TimeInterval?

    /// Waits until the source ends, and returns what it emitted.
    ///
    /// - **Fails** with the source's error, with `RxError.timeout`, or with ``BlockingError``.
    /// - **Disposal**: the subscription is disposed before it returns or throws.
    /// - **Thread**: subscribes on the calling thread; the source may emit on any.
    /// - **Complexity**: O(1) for each element, and memory for all of them.
    ///
    /// ```swift
    /// let all = try Observable.of(1, 2, 3).toBlocking().toArray()
    /// print(all)
    /// // [1, 2, 3]
    /// ```
    public func toArray() throws -> [Element] {
        try Wait.elements(of: source, timeout)
    }

    /// Waits for the first element, and returns it; `nil` if the source completes without one.
    ///
    /// - **Fails** with the source's error, with `RxError.timeout`, or with ``BlockingError``.
    /// - **Disposal**: the subscription is disposed at the first element.
    /// - **Thread**: subscribes on the calling thread; the source may emit on any.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let first = try Observable.of("a", "b").toBlocking().first()
    /// let none = try Observable<String>.empty().toBlocking().first()
    /// print(first ?? "none", none ?? "none")
    /// // a none
    /// ```
    public func first() throws -> Element? {
        try Wait.elements(of: source.take(1), timeout).first
    }

    /// Waits until the source ends, and returns its last element; `nil` if there was none.
    ///
    /// - **Fails** with the source's error, with `RxError.timeout`, or with ``BlockingError``.
    /// - **Disposal**: the subscription is disposed before it returns or throws.
    /// - **Thread**: subscribes on the calling thread; the source may emit on any.
    /// - **Complexity**: O(1) for each element and O(1) memory.
    ///
    /// ```swift
    /// let last = try Observable.of("a", "b").toBlocking().last()
    /// print(last ?? "none")
    /// // b
    /// ```
    public func last() throws -> Element? {
        try Wait.elements(of: source.takeLast(1), timeout).first
    }

    /// Waits until the source ends, and returns its only element.
    ///
    /// - **Fails** with `RxError.noElements` if the source completes without an element, with
    ///   `RxError.moreThanOneElement` at the second, with the source's error, with `RxError.timeout`, or with
    ///   ``BlockingError``.
    /// - **Disposal**: the subscription is disposed at the second element, else before it returns or throws.
    /// - **Thread**: subscribes on the calling thread; the source may emit on any.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// do {
    ///     print(try Observable.of(1, 2).toBlocking().single())
    /// } catch {
    ///     print(error)
    /// }
    /// // Sequence contains more than one element.
    /// ```
    public func single() throws -> Element {
        try single(of: source)
    }

    /// Waits until the source ends, and returns the only element that satisfies `predicate`.
    ///
    /// - **Fails** as `single()` does, where elements that do not satisfy `predicate` are ignored; and with what
    ///   `predicate` throws.
    /// - **Disposal**: the subscription is disposed at the second element that satisfies `predicate`, and when
    ///   `predicate` throws, else before the function returns or throws.
    /// - **Thread**: subscribes on the calling thread; `predicate` is called on the thread that emits.
    /// - **Complexity**: O(1) for each element.
    ///
    /// ```swift
    /// let even = try Observable.of(1, 2, 3).toBlocking().single { $0 % 2 == 0 }
    /// print(even)
    /// // 2
    /// ```
    ///
    /// - Parameter predicate: whether an element counts. It is released before the function returns, unless another
    ///   thread is calling it at that time.
    public func single(_ predicate: @escaping (Element) throws -> Bool) throws -> Element {
        try single(of: source.filter(predicate))
    }

    /// Waits until the source ends, and returns what it emitted and how it ended.
    ///
    /// - **Fails** never: an error is part of the result, with the elements that came before it, whether it is the
    ///   source's, `RxError.timeout` or ``BlockingError``.
    /// - **Disposal**: the subscription is disposed before it returns.
    /// - **Thread**: subscribes on the calling thread; the source may emit on any.
    /// - **Complexity**: O(1) for each element, and memory for all of them.
    ///
    /// ```swift
    /// switch Observable<Int>.never().startWith(1).toBlocking(timeout: 0).materialize() {
    /// case .completed(let elements): print("completed: \(elements)")
    /// case .failed(let elements, let error): print("failed: \(elements), \(error)")
    /// }
    /// // failed: [1], Sequence timeout.
    /// ```
    public func materialize() -> MaterializedSequenceResult<Element> {
        Wait.result(of: source, timeout)
    }

    private func single(of source: Observable<Element>) throws -> Element {
        let elements = try Wait.elements(of: source.take(2), timeout)
        guard let element = elements.first else { throw RxError.noElements }
        guard elements.count == 1 else { throw RxError.moreThanOneElement }
        return element
    }
}
