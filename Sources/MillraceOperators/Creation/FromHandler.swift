import Millrace

extension ObservableType {
    /// Emits what a callback receives that is added on subscription and removed on disposal.
    ///
    /// ```
    /// callback(_:)             --a---b-----c--
    /// fromHandler(add:remove:) --a---b-----c--
    /// ```
    ///
    /// - **Completes** never.
    /// - **Fails** with the error that `add` throws.
    /// - **Disposal** calls `remove`, on the thread that disposes.
    /// - **Thread**: calls `add` on the thread that subscribes; emits on the thread that calls the callback. One thread
    ///   at a time may call the callback of a subscription.
    /// - **Complexity**: O(1) for each element; a few allocations for each subscription.
    ///
    /// ```swift
    /// final class Button {
    ///     var handlers: [Int: (String) -> Void] = [:]
    ///     func tap() { for handler in handlers.values { handler("tap") } }
    /// }
    /// let button = Button()
    /// let taps = Observable<String>.fromHandler(
    ///     add: { handler in button.handlers[1] = handler; return 1 },
    ///     remove: { id in button.handlers[id] = nil; print("removed") }
    /// )
    /// let subscription = taps.subscribe(onNext: { print($0) })
    /// button.tap()
    /// subscription.dispose()
    /// button.tap()
    /// // tap
    /// // removed
    /// ```
    ///
    /// - Parameters:
    ///   - add: adds the callback that it gets, and returns what `remove` needs to remove the callback.
    ///   - remove: removes the callback; called once for each subscription whose `add` has returned.
    public static func fromHandler<Registration>(
        add: @escaping (@escaping @Sendable (Element) -> Void) throws -> Registration,
        remove: @escaping (Registration) -> Void
    ) -> Observable<Element> {
        Observable.create { observer in
            do {
                let registration = try add { observer.onNext($0) }
                return Disposables.create { remove(registration) }
            } catch {
                observer.onError(error)
                return Disposables.create()
            }
        }
    }
}
