import CMillrace

/// Switches that hot paths read: whether hooks want to be told.
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
    static var reportsDrops: Bool {
        get { mr_reports_drops() }
        set { mr_set_reports_drops(newValue) }
    }
}
