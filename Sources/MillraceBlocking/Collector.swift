import Foundation
import Millrace

/// Collects what a source emits, on any thread, until the source has ended or the wait is given up. The first of the
/// two decides; what comes later is ignored.
final class Collector<Element>: ObserverType, @unchecked Sendable {
    private enum End {
        case completed
        case failed(Swift.Error)
    }

    private let lock = NSLock()
    private var elements: [Element] = []
    private var end: End?
    private let wakeup: Wakeup

    /// - Parameter wakeup: set when the source has ended.
    init(_ wakeup: Wakeup) {
        self.wakeup = wakeup
    }

    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): lock.withLock { if end == nil { elements.append(element) } }
        case .error(let error): finish(.failed(error))
        case .completed: finish(.completed)
        }
    }

    private func finish(_ end: End) {
        lock.withLock { if self.end == nil { self.end = end } }
        wakeup.set()
    }

    /// Ends the collection with `error`, unless it has ended already.
    func giveUp(_ error: Swift.Error) {
        lock.withLock { if end == nil { end = .failed(error) } }
    }

    /// Moves out what has come; called once, after the end.
    func take() -> MaterializedSequenceResult<Element> {
        lock.withLock {
            let elements = self.elements
            self.elements = []
            if case .failed(let error) = end { return .failed(elements: elements, error: error) }
            return .completed(elements: elements)
        }
    }
}
