import LogReading
import Foundation

/// Standard output, written to at once, with an error instead of a signal when its reader has gone.
enum StandardOutput {
    /// Writes all of `text`; throws a `Failure` if that is impossible.
    static func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Foundation.write(STDOUT_FILENO, rest.baseAddress!, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if errno == EPIPE {
                    throw Failure("standard output was closed before everything was written")
                } else if errno == EAGAIN {
                    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                    poll(&descriptor, 1, -1)
                } else if errno != EINTR {
                    throw Failure.system("standard output")
                }
            }
        }
    }

    /// Whether nobody will read what is written.
    static var isClosed: Bool {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&descriptor, 1, 0) > 0 && Int32(descriptor.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
    }
}
