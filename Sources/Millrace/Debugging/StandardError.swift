#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
#if Foundation
    import Foundation
#endif
#if DEBUG && os(Linux) && canImport(Runtime)
    import Runtime
#endif

/// Prints a line on standard error.
func printToStandardError(_ message: String) {
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

/// The call stack of the calling thread with the names and places of functions, as far as they can be found. Takes
/// milliseconds, so it is for reports only.
func readableCallStack() -> [String] {
    #if DEBUG && os(Linux) && canImport(Runtime)
        if let stack = (try? Backtrace.capture())?.symbolicated() {
            let names = stack.frames.compactMap { frame in
                frame.symbol.map { symbol in
                    symbol.name + (symbol.sourceLocation.map { " at \($0.path):\($0.line)" } ?? "")
                }
            }
            if !names.isEmpty { return names }
        }
    #endif
    return callStackSymbols()
}
