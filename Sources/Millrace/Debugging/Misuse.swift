/// Reports a programming error that must not stop a release build: stops a debug build, prints in a release build.
package func reportMisuse(_ message: String) {
    #if DEBUG
        fatalError("Millrace: \(message)" + (placeOfUser().map { "; called at \($0)" } ?? ""))
    #else
        printToStandardError("Millrace: \(message)")
    #endif
}

/// A precondition whose message release builds print, too; `precondition` would stop them without a message.
///
/// The message ends with the place of the user's call in debug builds; see `placeOfUser()`.
@inlinable
@inline(__always)
package func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if _slowPath(!condition) { stop(message()) }
}

@usableFromInline
@inline(never)
func stop(_ message: String) -> Never {
    fatalError(message + (placeOfUser().map { "; called at \($0)" } ?? ""))
}

#if DEBUG
    /// Stops a program whose events send events without an end, before its stack is used up.
    @usableFromInline
    @inline(never)
    func stopAtRecursion<Element>(of type: Element.Type) {
        if isStackNearlyUsedUp {
            stop(
                """
                Millrace: recursion: a subject or relay of \(type) sends to itself from inside its own events, and the \
                stack is nearly used up. Send later, with observe(on:), or end the loop, as with distinctUntilChanged().
                """
            )
        }
    }
#endif
