/// Which scheduler `Driver` and `Signal` emit on: a `MainScheduler`, or in tests another one.
public enum SharingScheduler {
    private static let current = Latched<() -> SchedulerType> { MainScheduler() }

    /// Makes the scheduler; asked whenever an operator needs one.
    public static var make: () -> SchedulerType {
        current.access { $0 }
    }

    /// Has sequences that are made and subscribed to within `action` emit on `scheduler`. For tests.
    ///
    /// It holds for the whole program, so tests that use it must not run at the same time.
    ///
    /// - Parameters:
    ///   - scheduler: such as a `TestScheduler`.
    ///   - action: run at once.
    public static func mock(scheduler: SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Has sequences that are made and subscribed to within `action` emit on what `makeScheduler` makes. For tests.
    ///
    /// It holds for the whole program, so tests that use it must not run at the same time.
    ///
    /// - Parameters:
    ///   - makeScheduler: called whenever an operator needs a scheduler.
    ///   - action: run at once.
    public static func mock(makeScheduler: @escaping () -> SchedulerType, action: () throws -> Void) rethrows {
        let original = exchange(makeScheduler)
        defer { _ = exchange(original) }
        try action()
    }

    private static func exchange(_ make: @escaping () -> SchedulerType) -> () -> SchedulerType {
        current.access { current in
            defer { current = make }
            return current
        }
    }
}
