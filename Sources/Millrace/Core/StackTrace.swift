import CMillrace

/// The calls that a thread was inside, as addresses; mr_trace.h has what they can be turned into.
package struct StackTrace: Sendable, Hashable {
    /// One of the calls.
    package struct Frame: Sendable {
        /// The function, as Swift writes its name; `nil` if it is not known.
        package let function: String?

        /// The path of the program or library; empty if it is not known.
        let image: String

        /// The path of the source file; `nil` if it is not known.
        package let path: String?
        package let line: Int

        /// A line of a file that is not Millrace's: this one, or the line into which this one was inlined.
        package let userPlace: (path: String, line: Int)?
    }

    /// The calls, innermost first.
    package let addresses: [UInt]

    /// Whether addresses can be turned into functions and lines.
    static var isReadable: Bool {
        #if os(Linux) && canImport(Glibc)
            true
        #else
            false
        #endif
    }

    package init(_ addresses: [UInt]) {
        self.addresses = addresses
    }

    /// The calling thread's calls, the innermost first.
    @inline(never)
    package static func capture(limit: Int = 64) -> StackTrace {
        StackTrace(
            [UInt](unsafeUninitializedCapacity: limit) { buffer, count in
                if let start = buffer.baseAddress { count = mr_trace_capture(start, limit) }
            }
        )
    }

    /// The calls of another thread, by the system's number; empty where it does not answer. A system call in which that
    /// thread waits may end early.
    package static func capture(ofThread thread: Int, limit: Int = 64) -> StackTrace {
        StackTrace(
            [UInt](unsafeUninitializedCapacity: limit) { buffer, count in
                if let start = buffer.baseAddress { count = mr_trace_capture_thread(UInt32(thread), start, limit) }
            }
        )
    }

    /// The innermost line of a user's file; `nil` if none is known. It looks at one call after the other.
    package var userPlace: (path: String, line: Int)? {
        for address in addresses {
            if let place = StackTrace.resolve([address]).first?.userPlace { return place }
        }
        return nil
    }

    /// The same calls, each once, where it is the innermost.
    var withoutRepeatedCalls: StackTrace {
        var known: Set<UInt> = []
        return StackTrace(addresses.filter { known.insert($0).inserted })
    }

    /// What is known of each call.
    package var frames: [Frame] { StackTrace.resolve(addresses) }

    /// The calls as addresses, for a report that can say no more.
    var symbols: [String] { addresses.map { "0x\(String($0, radix: 16))" } }

    private static func resolve(_ addresses: [UInt]) -> [Frame] {
        var found = addresses.map { address in
            var frame = mr_frame()
            frame.address = address
            return frame
        }
        found.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { mr_trace_resolve(start, buffer.count, ownFolders) }
        }
        return found.map(Frame.init)
    }

    /// The folders of Millrace's modules and of the C core, whose inline functions are in optimized modules. Each with a
    /// slash at its end.
    private static let folders: [String] = {
        let root = "/" + "\(#filePath)".split(separator: "/").dropLast(4).joined(separator: "/") + "/"
        return [root + "Sources/", root + "CSupport/"]
    }()

    /// `folders` in the form that mr_trace_resolve takes.
    private static let ownFolders = folders.map { $0 + "\0" }.joined()

    fileprivate static func isOwn(_ path: String) -> Bool {
        folders.contains { path.hasPrefix($0) } || path.hasPrefix("<")
    }
}

extension StackTrace.Frame {
    fileprivate init(_ frame: mr_frame) {
        function = frame.function.map { StackTrace.Frame.readable($0) }
        image = frame.image.map { String(cString: $0) } ?? ""
        path = StackTrace.Frame.path(frame.directory, frame.file)
        line = Int(frame.line)
        if let path, line > 0, !StackTrace.isOwn(path) {
            userPlace = (path, line)
        } else {
            userPlace = StackTrace.Frame.path(frame.caller_directory, frame.caller_file)
                .map { ($0, Int(frame.caller_line)) }
        }
    }

    private static func path(_ directory: UnsafePointer<CChar>?, _ file: UnsafePointer<CChar>?) -> String? {
        guard let file else { return nil }
        let name = String(cString: file)
        guard let directory, !name.hasPrefix("/") else { return name }
        return String(cString: directory) + "/" + name
    }

    private static func readable(_ function: UnsafePointer<CChar>) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { name in
            guard let start = name.baseAddress, mr_trace_demangle(function, start, name.count) else {
                return String(cString: function)
            }
            return String(cString: start)
        }
    }
}
