/// A variable that closures share; the test sees to it that one thread at a time uses it.
public final class Box<Value>: @unchecked Sendable {
    public var value: Value

    public init(_ value: Value) {
        self.value = value
    }
}
