import Millrace

/// A value and the time at which it came.
public struct Recorded<Value> {
    /// When it came.
    public let time: TestTime

    /// What came.
    public let value: Value

    /// Makes a value that came at `time`.
    ///
    /// - Parameters:
    ///   - time: when it came.
    ///   - value: what came.
    public init(time: TestTime, value: Value) {
        self.time = time
        self.value = value
    }
}

extension Recorded: Sendable where Value: Sendable {}

extension Recorded: Equatable where Value: Equatable {}

extension Recorded: CustomDebugStringConvertible {
    /// Such as `next(1) @ 210`.
    public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded {
    /// An element at a time.
    ///
    /// - Parameters:
    ///   - time: when it came.
    ///   - element: the element.
    public static func next<Element>(_ time: TestTime, _ element: Element) -> Recorded<Event<Element>>
    where Value == Event<Element> {
        Recorded(time: time, value: .next(element))
    }

    /// The completion at a time.
    ///
    /// - Parameters:
    ///   - time: when it comes.
    ///   - type: the type of the elements, if it is not known from the context.
    public static func completed<Element>(
        _ time: TestTime,
        _ type: Element.Type = Element.self
    ) -> Recorded<Event<Element>> where Value == Event<Element> {
        Recorded(time: time, value: .completed)
    }

    /// A failure at a time.
    ///
    /// - Parameters:
    ///   - time: when it comes.
    ///   - error: the error.
    ///   - type: the type of the elements, if it is not known from the context.
    public static func error<Element>(
        _ time: TestTime,
        _ error: Swift.Error,
        _ type: Element.Type = Element.self
    ) -> Recorded<Event<Element>> where Value == Event<Element> {
        Recorded(time: time, value: .error(error))
    }

    /// The events as an array. For calls whose type is inferred from the events.
    ///
    /// - Parameter recordedEvents: the events.
    public static func events<Element>(_ recordedEvents: Recorded<Event<Element>>...) -> [Recorded<Event<Element>>]
    where Value == Event<Element> {
        events(recordedEvents)
    }

    /// Returns its argument.
    ///
    /// - Parameter recordedEvents: the events.
    public static func events<Element>(_ recordedEvents: [Recorded<Event<Element>>]) -> [Recorded<Event<Element>>]
    where Value == Event<Element> {
        recordedEvents
    }
}
