/// A call of `schedule` by an action, for work that schedules itself again and again.
///
/// A scheduler that waits for nothing runs the new action inside the call. That action then leaves the scheduling of
/// the next action to the caller. Otherwise each action would nest in the one before, and the stack would grow with
/// every action.
///
/// `thread` never changes; only that thread touches the other properties.
@usableFromInline
final class SchedulingCall: @unchecked Sendable {
    private let thread = ThreadIdentity.current
    private var isUnderWay = true
    private var goesOn = false

    @usableFromInline
    init() {}

    /// Called by the new action: leaves the scheduling of the next action to the caller of `schedule`. False if the
    /// action does not run inside the call; it then schedules the next action itself.
    @usableFromInline
    func leaveNext() -> Bool {
        guard thread == .current, isUnderWay else { return false }
        goesOn = true
        return true
    }

    /// Called by the caller of `schedule` when that has returned. True if the caller must schedule the next action.
    @usableFromInline
    func end() -> Bool {
        isUnderWay = false
        return goesOn
    }
}
