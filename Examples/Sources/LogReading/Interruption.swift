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

    /// Waits until there is something to read from `descriptor`, or the program is to stop, or the time is over.
    ///
    /// - Parameters:
    ///   - descriptor: `nil` to wait for a wish to stop only.
    ///   - milliseconds: how long at most; 0 to look only.
    /// - Returns: whether the program is to stop, and whether reading would not wait.
    @discardableResult
    package static func wait(for descriptor: Int32? = nil, milliseconds: Int32) -> (stop: Bool, input: Bool) {
        // poll leaves out negative descriptors.
        var descriptors = [
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&descriptors, 2, milliseconds) > 0 else { return (false, false) }
        return (descriptors[0].revents != 0, descriptors[1].revents != 0)
    }
}
