/// One step of a sequence: any number of `next`, then at most one `error` or `completed`.
///
/// ```swift
/// func text(_ event: Event<Int>) -> String {
///     switch event {
///     case .next(let element): "element \(element)"
///     case .error(let error): "failed: \(error)"
///     case .completed: "completed"
///     }
/// }
/// let subscription = Observable.of(1).subscribe { print(text($0)) }
/// // element 1
/// // completed
/// ```
@frozen
public enum Event<Element> {
    /// An element.
    case next(Element)
    /// The sequence failed; nothing follows.
    case error(Swift.Error)
    /// The sequence ended; nothing follows.
    case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
    /// `next(…)`, `error(…)` or `completed`.
    public var debugDescription: String {
        switch self {
        case .next(let value): "next(\(value))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

extension Event {
    /// Whether this event ends its sequence.
    public var isStopEvent: Bool {
        switch self {
        case .next: false
        case .error, .completed: true
        }
    }

    /// The element of a `next`, else `nil`.
    public var element: Element? {
        if case .next(let value) = self { value } else { nil }
    }

    /// The error of an `error`, else `nil`.
    public var error: Swift.Error? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Whether this is `completed`.
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }

    /// The event with its element transformed; an error that `transform` throws becomes an `error` event.
    ///
    /// ```swift
    /// print(Event.next(20).map { "\($0) °C" })
    /// // next(20 °C)
    /// ```
    ///
    /// - Parameter transform: makes the new element of the element.
    public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
        do {
            switch self {
            case .next(let value): return .next(try transform(value))
            case .error(let error): return .error(error)
            case .completed: return .completed
            }
        } catch {
            return .error(error)
        }
    }
}

/// A type whose values can be turned into events, for `dematerialize()`.
public protocol EventConvertible {
    /// The type of element of the event.
    associatedtype Element

    /// The event that this value stands for.
    var event: Event<Element> { get }
}

extension Event: EventConvertible {
    /// Itself.
    public var event: Event<Element> { self }
}
