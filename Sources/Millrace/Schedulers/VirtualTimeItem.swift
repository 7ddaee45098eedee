import CMillrace

/// Work that waits in a virtual time scheduler's queue. Whoever claims it owns the action, as in `ScheduledItem`.
class VirtualTimeWork: DisposeBase, @unchecked Sendable {
    private var action: (() -> Disposable)?

    init(_ action: @escaping () -> Disposable) {
        self.action = action
    }

    final func run() {
        guard mr_sink_claim(cell), let action else { return }
        self.action = nil
        holdResult(of: action())
    }

    override func disposed() {
        if mr_sink_claim(cell) { action = nil }
    }
}

/// Such work, and when it is due.
final class VirtualTimeItem<Time>: VirtualTimeWork, @unchecked Sendable {
    let time: Time

    init(_ time: Time, _ action: @escaping () -> Disposable) {
        self.time = time
        super.init(action)
    }
}
