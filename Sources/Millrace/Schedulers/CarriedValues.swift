/// Values of task-local keys on their way to the actions of a scheduler.
@usableFromInline
final class CarriedValues: @unchecked Sendable {
    @usableFromInline
    typealias Restore = (_ body: () -> Void) -> Void

    private let restoreAll: Restore

    fileprivate init(_ restoreAll: @escaping Restore) {
        self.restoreAll = restoreAll
    }

    /// Calls `body`, which finds the values.
    @usableFromInline
    func restore(_ body: () -> Void) {
        restoreAll(body)
    }
}

/// Keys of task-locals, of which `observe(on:carrying:)` carries the values.
@usableFromInline
struct CarriedKeys: Sendable {
    private let captures: [@Sendable (_ inner: @escaping CarriedValues.Restore) -> CarriedValues.Restore]

    @usableFromInline
    init<each Value>(_ keys: repeat TaskLocal<each Value>) {
        var captures: [@Sendable (@escaping CarriedValues.Restore) -> CarriedValues.Restore] = []
        for key in repeat each keys { captures.append(CarriedKeys.capture(key)) }
        self.captures = captures
    }

    /// The keys' values, as the caller has them.
    @usableFromInline
    func captured() -> CarriedValues {
        CarriedValues(captures.reduce({ $0() }) { $1($0) })
    }

    private static func capture<Value>(
        _ key: TaskLocal<Value>
    ) -> @Sendable (@escaping CarriedValues.Restore) -> CarriedValues.Restore {
        { inner in
            let value = key.get()
            return { body in key.withValue(value) { inner(body) } }
        }
    }
}
