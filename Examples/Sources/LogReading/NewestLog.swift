import Foundation

/// Finds the log that was written to last.
package enum NewestLog {
    /// Names of logs that do not end in `.log`.
    private static let plainNames: Set<String> = [
        "syslog", "messages", "secure", "maillog", "cron", "boot", "debug", "daemon", "user", "dmesg",
    ]

    /// The path of the newest readable text in `directory` or three levels below that has the name of a log.
    package static func path(in directory: String) throws -> String {
        guard let newest = paths(in: directory).first(where: isText) else {
            throw Failure("no readable log in \(printable(directory)); name a file, or - for standard input")
        }
        return newest
    }

    /// The same, among those whose lines say when they were written and, now and then, how severe they are; `nil` if there
    /// is none.
    package static func tellingPath(in directory: String) -> String? {
        paths(in: directory).first { isText($0) && isTelling($0) }
    }

    /// The newest first.
    private static func paths(in directory: String) -> [String] {
        logs(in: directory, depth: 3)
            .compactMap { path in FileStatus(path: path).map { (path: path, status: $0) } }
            .filter { $0.status.kind == S_IFREG && $0.status.size > 0 }
            .sorted { ($0.status.modified, $1.path) > ($1.status.modified, $0.path) }
            .map(\.path)
    }

    private static func logs(in directory: String, depth: Int) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.flatMap { name -> [String] in
            let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
            if name.hasSuffix(".log") || plainNames.contains(name) { return [path] }
            let isDirectory = depth > 0 && FileStatus(path: path)?.kind == S_IFDIR
            return isDirectory ? logs(in: path, depth: depth - 1) : []
        }
    }

    /// Whether the file can be read and does not begin like a binary one.
    private static func isText(_ path: String) -> Bool {
        guard let file = try? LogFile(path: path) else { return false }
        defer { file.close() }
        return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            let count = read(file.descriptor, buffer.baseAddress!, buffer.count)
            guard count > 0 else { return false }
            let start = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            return !start.contains(0) && UTF8Check.isValid(start, cutOff: count == buffer.count)
        }
    }

    /// Whether of the newest lines half have a time, and a twentieth a severity.
    private static func isTelling(_ path: String) -> Bool {
        guard let file = try? LogFile(path: path), let size = file.status?.size else { return false }
        defer { file.close() }
        var (lines, timed, severe) = (0, 0, 0)
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            let count = pread(file.descriptor, buffer.baseAddress!, buffer.count, off_t(max(0, size - buffer.count)))
            for line in UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)]).split(separator: 0x0A) {
                let info = LineInfo(UnsafeRawBufferPointer(rebasing: line))
                lines += 1
                if info.timestamp != nil { timed += 1 }
                if info.severity != .unknown { severe += 1 }
            }
        }
        return lines >= 20 && timed * 2 >= lines && severe * 20 >= lines
    }
}
