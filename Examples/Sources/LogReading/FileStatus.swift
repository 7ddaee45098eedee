import Foundation

/// What the operating system says about a file.
package struct FileStatus {
    /// Which file it is, whatever it is called.
    package struct Identity: Equatable, Sendable, Codable {
        package let device: UInt64
        package let inode: UInt64
    }

    package let identity: Identity
    /// `S_IFREG`, `S_IFDIR`, `S_IFIFO` …
    package let kind: mode_t
    /// In bytes.
    package let size: Int
    /// When it was written to last, in seconds since 1970.
    package let modified: Double

    /// `nil` where there is no such file.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino)
        )
        kind = status.st_mode & S_IFMT
        size = Int(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
