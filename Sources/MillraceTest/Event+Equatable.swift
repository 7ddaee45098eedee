import Millrace

// Errors are not equatable, so they are compared by their descriptions.
extension Event: Equatable where Element: Equatable {
    /// Whether both are the same kind of event with equal elements, or with errors that read the same.
    public static func == (lhs: Event<Element>, rhs: Event<Element>) -> Bool {
        switch (lhs, rhs) {
        case (.next(let one), .next(let other)): one == other
        case (.error(let one), .error(let other)): areEqual(one, other)
        case (.completed, .completed): true
        default: false
        }
    }
}

extension MaybeEvent: Equatable where Element: Equatable {
    /// Whether both are the same kind of event with equal elements, or with errors that read the same.
    public static func == (lhs: MaybeEvent<Element>, rhs: MaybeEvent<Element>) -> Bool {
        switch (lhs, rhs) {
        case (.success(let one), .success(let other)): one == other
        case (.error(let one), .error(let other)): areEqual(one, other)
        case (.completed, .completed): true
        default: false
        }
    }
}

extension CompletableEvent: Equatable {
    /// Whether both are completions, or both are errors that read the same.
    public static func == (lhs: CompletableEvent, rhs: CompletableEvent) -> Bool {
        switch (lhs, rhs) {
        case (.error(let one), .error(let other)): areEqual(one, other)
        case (.completed, .completed): true
        default: false
        }
    }
}

func areEqual(_ one: Swift.Error, _ other: Swift.Error) -> Bool {
    "\(one)" == "\(other)"
}
