#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(WASILibc)
    import WASILibc
#endif
#if Foundation
    import Foundation
#endif

/// Prints a line on standard error.
package func printToStandardError(_ message: String) {
    var rest = Array((message + "\n").utf8)[...]
    while !rest.isEmpty {
        let written = rest.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) } ?? -1
        if written < 0 && errno == EINTR { continue }
        if written <= 0 { return }
        rest = rest.dropFirst(written)
    }
}

/// The call stack of the calling thread, a line for each call; empty without the trait `Foundation`.
func callStackSymbols() -> [String] {
    #if Foundation
        return Thread.callStackSymbols
    #else
        return []
    #endif
}

/// The call stack of a thread, for a report.
struct CallStack {
    private let trace: StackTrace
    private let symbols: [String]

    /// The stack of the calling thread.
    init() {
        trace = StackTrace.isReadable ? .capture() : StackTrace([])
        symbols = StackTrace.isReadable ? [] : callStackSymbols()
    }

    init(_ trace: StackTrace) {
        self.trace = trace
        symbols = []
    }

    /// A line for each call of the user's own code, the innermost first: Millrace's calls are left out, and those of
    /// Swift's libraries and the system. If that leaves none, all of them.
    var lines: [String] {
        if !symbols.isEmpty { return symbols }
        let frames = trace.frames
        let users = frames.compactMap { frame in
            frame.userPlace.map { place in
                "\(frame.function ?? "(a function without a name)") at \(shortPlace(place.path, place.line))"
            }
        }
        if !users.isEmpty { return users }
        let names = frames.compactMap(\.function)
        return names.isEmpty ? trace.symbols : names
    }
}

/// The file and line from which the user's code has called into Millrace; `nil` where the system cannot tell. An operator
/// has no parameters for its caller's place: they would become part of its name.
///
/// In a release build, where functions are inlined, it may be another line of the same function.
///
/// - Parameter inAllCalls: whether to look further than a few dozen calls. That may take a tenth of a second.
func placeOfUser(inAllCalls: Bool = false) -> String? {
    let trace = inAllCalls ? StackTrace.capture(limit: 1 << 18).withoutRepeatedCalls : StackTrace.capture()
    return trace.userPlace.map { shortPlace($0.path, $0.line) }
}

/// A place as `#fileID` writes it, nearly: the file's folder and name, and the line.
func shortPlace(_ path: String, _ line: Int) -> String {
    "\(path.split(separator: "/").suffix(2).joined(separator: "/")):\(line)"
}

/// What the system calls a thread of this process; `nil` where it does not tell.
func nameOfThread(_ number: Int) -> String? {
    #if os(Linux)
        guard let file = fopen("/proc/self/task/\(number)/comm", "r") else { return nil }
        defer { fclose(file) }
        var name = [CChar](repeating: 0, count: 64)
        guard fgets(&name, Int32(name.count), file) != nil else { return nil }
        return String(decoding: name.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
        return nil
    #endif
}
