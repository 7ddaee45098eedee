import CMillrace

/// The switches of `Hooks` that hot paths read.
@usableFromInline
enum HookSwitches {
    @inlinable
    @inline(__always)
    static var recordsCallStacks: Bool {
        get { mr_records_call_stacks() }
        set { mr_set_records_call_stacks(newValue) }
    }

    @inlinable
    @inline(__always)
    static var recordsSubscriptions: Bool {
        get { mr_records_subscriptions() }
        set { mr_set_records_subscriptions(newValue) }
    }

    /// Whether closures that belong to an actor are handed over with a check.
    @inlinable
    @inline(__always)
    static var checksIsolation: Bool { mr_isolation_checks() != 0 }

    /// The raw value of an `IsolationChecks`.
    static var isolationChecks: UInt32 {
        get { mr_isolation_checks() }
        set { mr_set_isolation_checks(newValue) }
    }

    @inlinable
    @inline(__always)
    static var reportsDrops: Bool {
        get { mr_reports_drops() }
        set { mr_set_reports_drops(newValue) }
    }
}
