/// How an operator runs its asynchronous closures.
@usableFromInline
struct AsyncOptions {
    let limit: Int
    let isOrdered: Bool
    @usableFromInline
    let operation: StaticString
    private let bound: (capacity: Int, overflow: OverflowStrategy, place: Place)?
    private let onDrop: (@Sendable () -> Void)?

    /// Options with which any number of elements may wait.
    @usableFromInline
    init(_ limit: Int, _ isOrdered: Bool, _ operation: StaticString) {
        self.init(limit, isOrdered, operation, bound: nil, nil)
    }

    @usableFromInline
    init(
        _ limit: Int,
        _ isOrdered: Bool,
        _ capacity: Int,
        _ overflow: OverflowStrategy,
        _ place: Place,
        _ operation: StaticString,
        _ onDrop: (@Sendable () -> Void)? = nil
    ) {
        require(capacity > 0, "\(operation): capacity must be at least 1, not \(capacity)")
        self.init(limit, isOrdered, operation, bound: (capacity, overflow, place), onDrop)
    }

    private init(
        _ limit: Int,
        _ isOrdered: Bool,
        _ operation: StaticString,
        bound: (capacity: Int, overflow: OverflowStrategy, place: Place)?,
        _ onDrop: (@Sendable () -> Void)?
    ) {
        require(limit > 0, "\(operation): maxConcurrent must be at least 1, not \(limit)")
        self.limit = limit
        self.isOrdered = isOrdered
        self.operation = operation
        self.bound = bound
        self.onDrop = onDrop
    }

    /// Whether the source's subscription may be disposed before the stream ends: when an error waits for earlier results.
    @usableFromInline
    var mayDisposeSource: Bool { isOrdered || bound?.overflow == .error }

    /// The room of a new subscription; `nil` if any number of elements may wait.
    func makeRoom() -> AsyncRoom? {
        guard let bound, bound.overflow != .buffer, bound.overflow != .suspend else { return nil }
        return AsyncRoom(bound.capacity, bound.overflow, bound.place, of: operation, onDrop)
    }

    /// The mark that holds the source of a new subscription back; `nil` if elements are dropped instead. Without a
    /// capacity, as many elements may wait as closures may run, and a source that cannot pause is not refused.
    func makeMark(below pressure: Pressure?) -> Watermark? {
        guard let bound else { return adaptiveMark(pressure) }
        switch bound.overflow {
        case .buffer:
            return adaptiveMark(pressure)
        case .suspend:
            // Closures do not wait for a source that goes on.
            return Watermark(
                capacity: limit.saturated(plus: bound.capacity),
                lower: limit.saturated(plus: bound.capacity / 2),
                owner: "\(operation) at \(bound.place.description)"
            )
        default:
            return nil
        }
    }

    private func adaptiveMark(_ pressure: Pressure?) -> Watermark {
        Watermark(capacity: limit.saturated(plus: limit), lower: limit, below: pressure, owner: "\(operation)")
    }
}

/// How many elements of a subscription may wait, and what becomes of the others.
struct AsyncRoom {
    let capacity: Int
    let overflow: OverflowStrategy
    let drops: Drops
    // Made in advance, since making it takes longer than a lock may be held.
    let error: OverflowError?

    init(
        _ capacity: Int,
        _ overflow: OverflowStrategy,
        _ place: Place,
        of operation: StaticString,
        _ onDrop: (@Sendable () -> Void)?
    ) {
        self.capacity = capacity
        self.overflow = overflow
        drops = Drops(overflow, capacity, place, of: operation, onDrop)
        error = overflow == .error ? drops.error : nil
    }
}

extension Int {
    fileprivate func saturated(plus other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
