/// A call of `schedule` by an action, for work that schedules itself again and again: tells an action that runs inside of
/// the call, because the scheduler waits for nothing, to leave the next one to the caller. Otherwise each would nest in
/// the one before, and the stack would be as deep as the work is long.
///
/// `thread` never changes; the rest is touched by that thread alone.
@usableFromInline
final class SchedulingCall: @unchecked Sendable {
    private let thread = ThreadIdentity.current
    private var isUnderWay = true
    private var goesOn = false

    @usableFromInline
    init() {}

    /// Leaves the next action to the caller. False if the action does not run inside of the call: it schedules the next
    /// one by itself.
    @usableFromInline
    func leaveNext() -> Bool {
        guard thread == .current, isUnderWay else { return false }
        goesOn = true
        return true
    }

    /// Said by the caller when `schedule` has returned. True if the next action is left to it.
    @usableFromInline
    func end() -> Bool {
        isUnderWay = false
        return goesOn
    }
}
