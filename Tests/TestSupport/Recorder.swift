import Foundation
import Millrace

/// An error that tests send.
public struct TestError: Error, Equatable, CustomStringConvertible {
    public let name: String

    public init(_ name: String = "error") {
        self.name = name
    }

    public var description: String { name }
}

/// Writes down the events that it receives, from any thread.
public final class Recorder<Element>: ObserverType, @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [Event<Element>] = []

    public init() {}

    public func on(_ event: Event<Element>) {
        lock.lock()
        recorded.append(event)
        lock.unlock()
    }

    /// All events so far.
    public var events: [Event<Element>] {
        lock.lock()
        defer { lock.unlock() }
        return recorded
    }

    /// The events as text, such as `["1", "2", "|"]`; an error reads `x(name)`.
    public var marks: [String] { events.map(mark) }

    /// The elements so far.
    public var elements: [Element] { events.compactMap(\.element) }

    private func mark(_ event: Event<Element>) -> String {
        switch event {
        case .next(let element): "\(element)"
        case .error(let error): "x(\(error))"
        case .completed: "|"
        }
    }
}
