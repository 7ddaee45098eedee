/// Where an operator was applied.
@usableFromInline
package struct Place: Sendable {
    private let file: StaticString
    private let line: UInt

    @usableFromInline
    package init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }

    @usableFromInline
    var description: String { "\(file):\(line)" }
}

/// As `require(_:_:)`, where the place of the user's call is known. The stack of an asynchronous function does not have
/// it.
@inlinable
@inline(__always)
func require(_ condition: Bool, at place: Place, _ message: @autoclosure () -> String) {
    if _slowPath(!condition) { stop(message(), at: place) }
}

@usableFromInline
@inline(never)
func stop(_ message: String, at place: Place) -> Never {
    stop(message, calledAt: place.description)
}

/// A bound on the elements that wait, as somebody asked for it.
@usableFromInline
package struct Bound: Sendable {
    @usableFromInline
    let operation: StaticString
    @usableFromInline
    let capacity: Int
    @usableFromInline
    let overflow: OverflowStrategy
    @usableFromInline
    let place: Place
    /// Called for each element that is dropped; with `.error`, for the one that finds no room.
    @usableFromInline
    let onDrop: (@Sendable () -> Void)?

    @usableFromInline
    package init(
        _ operation: StaticString,
        _ capacity: Int,
        _ overflow: OverflowStrategy,
        _ place: Place,
        _ onDrop: (@Sendable () -> Void)? = nil
    ) {
        self.operation = operation
        self.capacity = capacity
        self.overflow = overflow
        self.place = place
        self.onDrop = onDrop
    }

    /// The operator's name without its labels.
    var name: Substring { operation.description.prefix { $0 != "(" } }

    /// The operator and where it was applied, for messages.
    @usableFromInline
    var owner: String { "\(operation) at \(place.description)" }

    /// What holds the source back; `nil` with the other strategies.
    @usableFromInline
    func makeWatermark() -> Watermark? { overflow == .suspend ? Watermark(capacity: capacity, owner: owner) : nil }

    /// Reports a dropped element to `onDrop` and to the hook.
    ///
    /// - Parameter count: how many the subscription has dropped so far.
    @usableFromInline
    func report(_ count: Int) {
        onDrop?()
        // The hooks' lock is taken only if a handler is set; otherwise all emitters of a program would contend for it.
        guard HookSwitches.reportsDrops, let handler = Hooks.droppedElementHandler else { return }
        handler(
            DroppedElement(
                operation: operation.description,
                place: place.description,
                strategy: overflow,
                capacity: capacity,
                count: count
            )
        )
    }

    /// The error that ends the stream instead.
    @usableFromInline
    var error: OverflowError {
        OverflowError(operation: operation.description, capacity: capacity, place: place.description)
    }
}
