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
    static var reportsDrops: Bool {
        get { mr_reports_drops() }
        set { mr_set_reports_drops(newValue) }
    }
}
