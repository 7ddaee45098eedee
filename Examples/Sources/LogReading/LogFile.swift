import Foundation

/// A file descriptor that a log is read from.
package struct LogFile: Sendable {
    /// How it is called in messages.
    package let name: String
    package let descriptor: Int32
    /// Where it is, `nil` for standard input and for what has no name in the file system.
    package let path: String?
    /// What is read instead of the descriptor's own bytes, if those are compressed.
    let unpacking: Unpacking?

    package static let standardInput = LogFile(name: "standard input", descriptor: STDIN_FILENO, path: nil)

    private init(name: String, descriptor: Int32, path: String?, unpacking: Unpacking? = nil) {
        self.name = name
        self.descriptor = descriptor
        self.path = path
        self.unpacking = unpacking
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

    /// A log that is part of the program.
    package init(name: String, _ bytes: [UInt8]) throws {
        guard let file = tmpfile() else { throw Failure.system(name) }
        defer { fclose(file) }
        // The copy of the descriptor outlives the stream; nobody else can open the file.
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0,
            case let descriptor = dup(fileno(file)), descriptor >= 0
        else { throw Failure.system(name) }
        lseek(descriptor, 0, SEEK_SET)
        self.init(name: name, descriptor: descriptor, path: nil)
    }

    /// The log as it is to be read: what is compressed is unpacked. Throws a `Failure` for what is no text.
    ///
    /// - Parameter follows: nothing is added to a compressed file, so it cannot be followed.
    package func readable(follows: Bool) throws -> LogFile {
        guard status?.kind == S_IFREG else { return self }
        let content = withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { start in
            Content(UnsafeRawBufferPointer(rebasing: start[..<max(0, pread(descriptor, start.baseAddress!, 16, 0))]))
        }
        do {
            guard case .packed(let packing) = content else {
                try content.check(name, path: path)
                return self
            }
            if follows { throw Failure("\(name) is compressed with \(packing), so it cannot be followed") }
            let unpacking = try Unpacking(packing, of: self)
            return LogFile(name: name, descriptor: descriptor, path: path, unpacking: unpacking)
        } catch {
            close()
            throw error
        }
    }

    /// What it is compressed with.
    package var packing: Packing? { unpacking?.packing }

    /// What reading reads from.
    var source: Int32 { unpacking?.descriptor ?? descriptor }

    /// How many bytes of the file were read, without what was read before it was opened; `nil` for a pipe.
    var position: Int? {
        let position = lseek(descriptor, 0, SEEK_CUR)
        return position < 0 ? nil : Int(position)
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
        unpacking?.close()
        if descriptor != STDIN_FILENO { _ = Foundation.close(descriptor) }
    }
}
