/// Work that can wait in a thread's trampoline.
@usableFromInline
class ScheduledWork: DisposeBase, @unchecked Sendable {
    // The link of the trampoline's queue. `Lifecycle.end` depends on its place.
    @usableFromInline
    @exclusivity(unchecked)
    final var link = TrampolineState.Link.Storage()

    @usableFromInline
    override init() {
        super.init()
    }

    /// Runs the work. The trampoline calls this method, unless the work was disposed before.
    @usableFromInline
    func run() {}
}

extension ScheduledWork {
    /// A closure and its argument, run once: on the trampoline or by a queue.
    ///
    /// The thread that claims the item owns both: the thread that runs the item, or the thread that disposes the item
    /// before it has begun.
    class Item<State>: ScheduledWork, @unchecked Sendable {
        private var work: (state: State, action: (State) -> Disposable)?

        init(_ state: State, _ action: @escaping (State) -> Disposable) {
            work = (state, action)
        }

        override func run() {
            guard lifecycle.claim(), let work = exchange(&work, for: nil) else { return }
            holdResult(of: work.action(work.state))
        }

        override func disposed() {
            if lifecycle.claim() { releaseValue(exchange(&work, for: nil)) }
        }
    }
}

extension DisposeBase {
    /// Keeps the disposable that a scheduled action returned, which is then disposed with this object.
    final func holdResult(of disposable: any Disposable) {
        let disposable = DisposeBase.wrapping(disposable)
        if disposable !== NopDisposable.instance { setUpstream(disposable) }
    }
}
