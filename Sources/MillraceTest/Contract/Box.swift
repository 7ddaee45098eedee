/// A variable that closures share; the test makes sure that one thread at a time uses it.
package final class Box<Value>: @unchecked Sendable {
    package var value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
