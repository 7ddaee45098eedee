#if NATS
    import Foundation
    import Millrace
    import MillraceNATS
    import TestSupport
    import XCTest

    /// What has come so far, from any thread.
    final class Seen<Element>: @unchecked Sendable {
        private let lock = NSLock()
        private var elements: [Element] = []
        private var end: String?

        var all: [Element] { lock.withLock { elements } }
        var count: Int { lock.withLock { elements.count } }
        /// `completed`, or the error's description.
        var ending: String? { lock.withLock { end } }

        func add(_ element: Element) {
            lock.withLock { elements.append(element) }
        }

        func on(_ event: Event<Element>) {
            switch event {
            case .next(let element): add(element)
            case .error(let error): lock.withLock { end = "\(error)" }
            case .completed: lock.withLock { end = "completed" }
            }
        }
    }

    extension Seen where Element: Hashable {
        /// How many have come before, too.
        var doubled: Int { all.count - Set(all).count }
    }

    /// Waits until `condition` holds, for so many seconds at most; the test says what it means if it does not.
    @discardableResult
    func eventually(within seconds: Double = 20, _ condition: () async throws -> Bool) async rethrows -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while try await !condition() {
            if Date() > end { return try await condition() }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    extension NATS.Options {
        /// Options with which a restarted server is found again soon.
        static var quick: NATS.Options {
            var options = NATS.Options()
            options.reconnectWait = .milliseconds(20)
            options.reconnectJitter = .milliseconds(5)
            options.pingInterval = .seconds(1)
            return options
        }
    }

    /// Whether the tests that take minutes are to be run.
    let isLong = ProcessInfo.processInfo.environment["MILLRACE_LONG"] ?? "" != ""

    /// Prints what a failure did to the messages, in one line: `-` where there is no such number.
    func tell(
        _ failure: String,
        sent: Int,
        acknowledged: Int? = nil,
        delivered: Int? = nil,
        doubled: Int? = nil,
        dropped: Int? = nil,
        _ more: String = ""
    ) {
        let numbers = [
            ("acknowledged", acknowledged), ("delivered", delivered), ("doubled", doubled), ("dropped", dropped),
        ].map { name, number in "\(name) \(number.map { "\($0)" } ?? "-")" }
        print("\(failure): sent \(sent), \(numbers.joined(separator: ", "))\(more.isEmpty ? "" : "; \(more)")")
    }

    /// How many threads the process has.
    func threadCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }
#endif
