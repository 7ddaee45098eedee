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
#if DEBUG
    import Dispatch
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

#if DEBUG
    /// The call stack of a thread: as bare symbols, or recorded so that it can be made readable when it is printed.
    enum CallStack {
        case symbols([String])
        #if os(Linux) && canImport(Runtime)
            case recorded(Backtrace)
        #endif

        private static let next = Locked(DispatchTime(uptimeNanoseconds: 1))

        init(readable: Bool) {
            #if os(Linux) && canImport(Runtime)
                if readable, let stack = try? Backtrace.capture() {
                    self = .recorded(stack)
                    return
                }
            #endif
            self = .symbols(callStackSymbols())
        }

        /// Two call stacks with the names and places of functions, if they were recorded for that.
        ///
        /// Finding the names takes milliseconds, in a large program seconds and 50 MB. So if threads ask again and again,
        /// at most about a tenth of the time goes into the answers; the others get addresses.
        static func lines(_ one: CallStack, _ other: CallStack) -> (one: [String], other: [String]) {
            let start = DispatchTime.now()
            let isDue = next.access { next in
                if start < next { return false }
                next = .distantFuture
                return true
            }
            guard isDue else { return (one.lines(names: false), other.lines(names: false)) }
            let lines = (one.lines(names: true), other.lines(names: true))
            let end = DispatchTime.now()
            let pause = Int(end.uptimeNanoseconds - start.uptimeNanoseconds) * 10
            next.access { $0 = end + .nanoseconds(pause) }
            return lines
        }

        private func lines(names: Bool) -> [String] {
            switch self {
            case .symbols(let symbols):
                return symbols
            #if os(Linux) && canImport(Runtime)
                case .recorded(let stack):
                    let found = names ? symbolsOfFrames(in: stack) : []
                    if found.isEmpty { return stack.frames.map { "\($0)" } }
                    return found.map { frame in
                        frame.name + (frame.sourceLocation.map { " at \($0.path):\($0.line)" } ?? "")
                    }
            #endif
            }
        }
    }
#endif

/// The file and line from which the user's code has called into Millrace; `nil` in release builds, and where the system
/// cannot tell. An operator has no parameters for its caller's place: they would become part of its name.
func placeOfUser() -> String? {
    #if DEBUG && os(Linux) && canImport(Runtime)
        let places = symbolsOfFrames(in: try? Backtrace.capture()).compactMap(\.sourceLocation)
        guard let place = places.first(where: { $0.line > 0 && !isOwn($0.path) }) else { return nil }
        return "\(place.path.split(separator: "/").suffix(2).joined(separator: "/")):\(place.line)"
    #else
        return nil
    #endif
}

#if DEBUG && os(Linux) && canImport(Runtime)
    private func symbolsOfFrames(in stack: Backtrace?) -> [SymbolicatedBacktrace.Symbol] {
        stack?.symbolicated()?.frames.compactMap(\.symbol) ?? []
    }

    /// Whether a source file is one of Millrace's. This file is in a folder of the module's folder.
    private func isOwn(_ path: String, folder: String = #filePath) -> Bool {
        let module = folder.split(separator: "/").dropLast(2).joined(separator: "/")
        return path.hasPrefix("/" + module + "/") || path.hasPrefix("<")
    }
#endif
