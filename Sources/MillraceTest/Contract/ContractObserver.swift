import Foundation
import Millrace

/// Records the events that it receives. Calls a reaction inside `next`, if it has one; see `react`.
final class ContractObserver<Element>: ObserverType, @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [String] = []
    private var terminals: [Int] = []
    private var occupant: UInt?
    private var depth = 0
    private var reaction: (() -> Bool)?
    private var overlapped = false

    func on(_ event: Event<Element>) {
        let thread = TestThread.currentID
        lock.lock()
        if let occupant, occupant != thread { overlapped = true }
        occupant = thread
        depth += 1
        switch event {
        case .next(let element): recorded.append("\(element)")
        case .error(let error): recorded.append("x(\(error))")
        case .completed: recorded.append("|")
        }
        if event.isStopEvent { terminals.append(recorded.count - 1) }
        let reaction = event.isStopEvent ? nil : self.reaction
        self.reaction = event.isStopEvent ? self.reaction : nil
        lock.unlock()
        if let reaction, !reaction() { react(reaction) }
        lock.lock()
        depth -= 1
        if depth == 0 { occupant = nil }
        lock.unlock()
    }

    /// Calls `reaction` inside the next `next`, and inside each later one until `reaction` returns true.
    func react(_ reaction: @escaping () -> Bool) {
        lock.lock()
        self.reaction = reaction
        lock.unlock()
    }

    var marks: [String] { lock.withLock { recorded } }

    /// The positions of the terminal events in `marks`.
    var ends: [Int] { lock.withLock { terminals } }

    var hasEnded: Bool { !ends.isEmpty }

    /// Whether two threads were inside the observer at once.
    var wasOverlapped: Bool { lock.withLock { overlapped } }

    /// The elements without the terminal events.
    var elements: [String] {
        lock.withLock { recorded.indices.filter { !terminals.contains($0) }.map { recorded[$0] } }
    }
}
