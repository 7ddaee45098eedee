#if Server
    import Foundation
    import LivefeedServer
    import Metrics
    import NIOCore
    import XCTest

    /// How long anything may take, in seconds, before a test fails.
    let patience = 20.0

    func entry(_ number: Int, _ text: String, isPast: Bool = false, _ parser: EntryParser = EntryParser()) -> Entry {
        Array(text.utf8).withUnsafeBytes { parser.entry($0, number: number, time: isPast ? nil : 1_000) }
    }

    func wish(
        _ filter: String = "",
        least: String? = nil,
        severities: String? = nil,
        overflow: String? = nil,
        after: String? = nil
    ) throws -> Wish {
        try Wish(filter: filter, least: least, severities: severities, overflow: overflow, after: after)
    }

    extension ByteBuffer {
        var text: String { String(buffer: self) }
    }

    extension Clients {
        convenience init(most: Int = 10) {
            self.init(most: most, metrics: NOOPMetricsHandler.instance)
        }
    }

    struct TimedOut: Error {}

    /// Returns what `body` returns, or throws if that takes too long.
    func withPatience<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(patience))
                throw TimedOut()
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
    }

    /// Waits until `condition` holds; false if it takes too long.
    func waitUntil(_ condition: () -> Bool) -> Bool {
        let deadline = Date() + patience
        while !condition() {
            if Date() > deadline { return false }
            usleep(2_000)
        }
        return true
    }
#endif
