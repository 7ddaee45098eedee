import Foundation
import Millrace
import TestSupport

/// Asynchronous closures that each go on when the test says so, and what they have done.
final class AsyncClosures: @unchecked Sendable {
    private let lock = NSLock()
    private var gates: [String: ReplaySubject<Void>] = [:]
    private var log: [String] = []
    private var cancelledOnes: Set<String> = []

    private func gate(_ name: String) -> ReplaySubject<Void> {
        lock.withLock {
            if gates[name] == nil { gates[name] = ReplaySubject<Void>.create(bufferSize: 1) }
            return gates[name]!
        }
    }

    /// Lets closures go on, those that have not begun included.
    func open(_ names: String...) {
        for name in names { gate(name).onNext(()) }
    }

    /// The closures that have begun, in order.
    var begun: [String] { lock.withLock { log } }

    var cancelled: Set<String> { lock.withLock { cancelledOnes } }

    /// Waits until the closure may go on, or is cancelled.
    func run(_ name: String) async {
        let gate = gate(name)
        lock.withLock { log.append(name) }
        if (try? await gate.first().value) == nil { lock.withLock { _ = cancelledOnes.insert(name) } }
    }
}
