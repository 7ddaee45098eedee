/// How one point in virtual time relates to another.
public enum VirtualTimeComparison: Sendable {
    /// It comes before the other.
    case lessThan
    /// It is the same.
    case equal
    /// It comes after the other.
    case greaterThan
}

extension VirtualTimeComparison {
    /// How `lhs` relates to `rhs`.
    package init<Time: Comparable>(_ lhs: Time, _ rhs: Time) {
        self = lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
    }
}
