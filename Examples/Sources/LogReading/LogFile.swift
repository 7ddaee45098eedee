import Foundation

/// A file descriptor that a log is read from.
package struct LogFile: Sendable {
    /// How it is called in messages.
    package let name: String
    package let descriptor: Int32
    /// Where it is, `nil` for standard input.
    package let path: String?

    package static let standardInput = LogFile(name: "standard input", descriptor: STDIN_FILENO, path: nil)

    private init(name: String, descriptor: Int32, path: String?) {
        self.name = name
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens the file at `path`; throws a `Failure` that says why it cannot be read.
    package init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.system(printable(path)) }
        self.init(name: printable(path), descriptor: descriptor, path: path)
        if status?.kind == S_IFDIR {
            close()
            throw Failure.system(name, EISDIR)
        }
    }

    /// What `fstat` says of it.
    package var status: FileStatus? {
        FileStatus(descriptor: descriptor)
    }

    /// Which file it is; `nil` if it is none, such as standard input.
    package var identity: FileStatus.Identity? {
        path == nil ? nil : status?.identity
    }

    package func close() {
        if path != nil { _ = Foundation.close(descriptor) }
    }
}
