import Foundation

/// SIGINT and SIGTERM, as a wish to stop that the reader looks at between two blocks.
///
/// The handler writes a byte into a pipe, so that waiting for input ends at once. A second signal ends the program.
package enum Interruption {
    private nonisolated(unsafe) static var readEnd: Int32 = -1
    private nonisolated(unsafe) static var writeEnd: Int32 = -1

    /// From now on the two signals are wishes.
    package static func install() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure.system("pipe") }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND))
        sigaction(SIGINT, &action, nil)
        sigaction(SIGTERM, &action, nil)
    }

    private static let handler: @convention(c) (Int32) -> Void = { _ in
        let code = errno
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
        errno = code
    }

    /// Waits until there is something to read from one of the descriptors, or the program is to stop, or the time is over.
    ///
    /// - Parameters:
    ///   - descriptors: none to wait for a wish to stop only.
    ///   - milliseconds: how long at most; 0 to look only.
    /// - Returns: whether the program is to stop, and whether reading from one of them would not wait.
    @discardableResult
    package static func wait(for descriptors: Int32..., milliseconds: Int32) -> (stop: Bool, input: Bool) {
        wait(for: descriptors, milliseconds: milliseconds)
    }

    @discardableResult
    package static func wait(for descriptors: [Int32], milliseconds: Int32) -> (stop: Bool, input: Bool) {
        // poll leaves out negative descriptors.
        var entries = ([readEnd] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return (false, false) }
        return (entries[0].revents != 0, entries.dropFirst().contains { $0.revents != 0 })
    }
}
