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

    /// Whether anything is to be done when a subscription is made.
    @inlinable
    @inline(__always)
    static var watchesSubscriptions: Bool { mr_subscription_hooks() != 0 }

    static var recordsSubscriptions: Bool {
        get { mr_subscription_hooks() & MR_RECORDS_SUBSCRIPTIONS != 0 }
        set { mr_set_subscription_hook(MR_RECORDS_SUBSCRIPTIONS, newValue) }
    }

    /// Whether a watermark exists, which holds sources back. Otherwise no source looks for one, since that is a walk
    /// down all sinks below it.
    @inlinable
    @inline(__always)
    static var obeysPressure: Bool { mr_subscription_hooks() & MR_OBEYS_PRESSURE != 0 }

    private static let watermarks = Locked(0)

    /// Counts the watermarks: 1 for a watermark that is made, -1 for one that is gone.
    static func countWatermarks(_ change: Int) {
        watermarks.access { count in
            count += change
            mr_set_subscription_hook(MR_OBEYS_PRESSURE, count > 0)
        }
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
