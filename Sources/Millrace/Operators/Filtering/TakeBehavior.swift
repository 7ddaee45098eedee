/// What `take(while:)` and `take(until:)` do with the element that ends them.
public enum TakeBehavior: Sendable {
    /// It is emitted, as the last one.
    case inclusive
    /// It is not emitted.
    case exclusive
}
