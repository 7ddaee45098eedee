import Foundation
import Millrace

extension ObservableConvertibleType {
    /// This source as something that a thread can wait for.
    ///
    /// - **Emits** nothing by itself: each function of the result subscribes to the source again.
    /// - **Fails**: a wait that takes longer than `timeout` ends with `RxError.timeout`.
    /// - **Thread**: any; see ``BlockingObservable`` for what goes on while a thread waits.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let readings = Observable.of(20, 21).toBlocking(timeout: 5)
    /// print(try readings.toArray())
    /// // [20, 21]
    /// ```
    ///
    /// - Parameter timeout: how many seconds to wait at most, counted from the call of the function that waits; `nil`
    ///   waits for ever. With zero, only the events count that come while the source is being subscribed to.
    /// - Precondition: `timeout` is neither negative nor not a number.
    public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
        if let timeout {
            require(
                timeout >= 0,
                "toBlocking(timeout:): timeout is \(timeout); it must be zero or more seconds, or nil to wait for ever"
            )
        }
        return BlockingObservable(source: asObservable(), timeout: timeout)
    }
}
