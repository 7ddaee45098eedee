import CMillrace

/// A scheduler that runs an action at a time of its own choosing, so that several events in one action are no different
/// from several actions.
@usableFromInline
protocol BatchingScheduler: ImmediateSchedulerType {
    /// Has `hop.block` called once on this scheduler.
    func enqueue(_ hop: Hop)
}

/// An action that is scheduled again and again, but never while it waits already; so one block does for all, and a hop
/// allocates nothing but what the queue needs to queue it.
///
/// While it waits, what it is to work on is this object's upstream. So a disposal releases that at once.
@usableFromInline
final class Hop: DisposeBase, @unchecked Sendable {
    /// What a queue is to call.
    private(set) var block: @Sendable @convention(block) () -> Void = {}

    private let scheduler: any BatchingScheduler
    private let body: (DisposeBase) -> Void

    @usableFromInline
    init(on scheduler: any BatchingScheduler, body: @escaping (DisposeBase) -> Void) {
        self.scheduler = scheduler
        self.body = body
        super.init()
        // Unmanaged, since the block is this object's own: a hop that waits holds a reference for it.
        let hop = Unmanaged.passUnretained(self)
        block = { hop.takeRetainedValue().run() }
    }

    /// Has `body` called with `target`.
    @usableFromInline
    func request(for target: DisposeBase) {
        replaceUpstream(target)
        _ = Unmanaged.passRetained(self)
        scheduler.enqueue(self)
    }

    private func run() {
        let taken = mr_sink_replace(cell, nil)
        guard taken != MR_DISPOSED, let pointer = UnsafeMutableRawPointer(bitPattern: taken) else { return }
        let target = Unmanaged<DisposeBase>.fromOpaque(pointer).takeRetainedValue()
        body(target)
    }
}
