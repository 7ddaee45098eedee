/// A programming error that must not bring a release build down: stops a debug build, prints in a release build.
func reportMisuse(_ message: String) {
    #if DEBUG
        fatalError("Millrace: \(message)")
    #else
        printToStandardError("Millrace: \(message)")
    #endif
}

/// A precondition whose message is printed by release builds too, where `precondition` would stop without a word.
@inlinable
@inline(__always)
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if _slowPath(!condition) { stop(message()) }
}

@usableFromInline
@inline(never)
func stop(_ message: String) -> Never {
    fatalError(message)
}
