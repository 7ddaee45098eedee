/// Reports a programming error that must not stop a release build: stops a debug build, prints in a release build.
///
/// - Parameters:
///   - place: where the user's code is wrong; `nil` for the place of the user's call.
///   - advice: what the user can do.
package func reportMisuse(_ message: String, at place: String? = nil, whatToDo advice: String) {
    var text = "Millrace: \(message)"
    // The text of an error may end as a sentence.
    if let place { text += (text.hasSuffix(".") ? " At " : "; at ") + place } else { text = withPlace(text) }
    text += whatToDo(advice)
    #if DEBUG
        fatalError(text)
    #else
        printToStandardError(text)
    #endif
}

/// What a report says below what has happened.
func whatToDo(_ advice: String) -> String { "\nWhat to do: \(advice)." }

/// The message with the place of the user's call.
private func withPlace(_ message: String, _ place: String? = placeOfUser()) -> String {
    guard let place else { return message }
    return message + (message.hasSuffix(".") ? " Called at " : "; called at ") + place
}

/// A precondition whose message release builds print, too; `precondition` would stop them without a message.
///
/// The message ends with the place of the user's call, where the system can tell; see `placeOfUser()`.
@inlinable
@inline(__always)
package func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if _slowPath(!condition) { stop(message()) }
}

@usableFromInline
@inline(never)
func stop(_ message: String) -> Never {
    fatalError(withPlace(message))
}

/// As `stop(_:)`, for a call whose place is known.
func stop(_ message: String, calledAt place: String) -> Never {
    fatalError(withPlace(message, place))
}

/// As `stop(_:)`, for a message that names the place of the mistake itself.
func stopWithoutPlace(_ message: String) -> Never {
    fatalError(message)
}

#if DEBUG
    /// Stops a program whose events send events without an end, before its stack is used up.
    @usableFromInline
    @inline(never)
    func stopAtRecursion<Element>(of type: Element.Type) {
        if isStackNearlyUsedUp {
            let message = """
                Millrace: recursion: a subject or relay of \(type) sends to itself from inside its own events, perhaps \
                by a bind(to:) that leads back to it, and the stack is nearly used up. Send later, with observe(on:), \
                or end the loop, as with distinctUntilChanged().
                """
            // Of a loop of bindings, no call is the user's but the one that has begun it.
            fatalError(withPlace(message, placeOfUser(inAllCalls: true)))
        }
    }
#endif
