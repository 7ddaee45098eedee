import Foundation

/// Ends the program with a message if a scenario gets stuck: a deadlock must not look like a long run.
final class Watchdog: @unchecked Sendable {
    /// How long one round may take, in seconds; rounds take milliseconds.
    static let limit = 120

    private let lock = NSLock()
    private var present: (description: String, since: Date)?

    init() {
        StressThread { [self] in
            while true {
                sleep(1)
                check()
            }
        }.detach()
    }

    /// From now on it is this; `nil`: nothing that could get stuck.
    func watch(_ description: @autoclosure () -> String?) {
        lock.lock()
        present = description().map { ($0, Date()) }
        lock.unlock()
    }

    private func check() {
        lock.lock()
        let present = self.present
        lock.unlock()
        guard let present, Date().timeIntervalSince(present.since) > Double(Watchdog.limit) else { return }
        FileHandle.standardError.write(
            Data(
                "FAILED: \(present.description): it has not ended in \(Watchdog.limit) s; something waits for ever\n"
                    .utf8
            )
        )
        _exit(1)
    }
}
