/// A source whose subscription runs on the current thread's trampoline: work that is scheduled on
/// `CurrentThreadScheduler` while the subscription is made waits until it has been made.
@usableFromInline
package class Producer<Element>: Observable<Element>, @unchecked Sendable {
    @inlinable
    override init() {
        super.init()
    }

    @usableFromInline
    override final func subscribe(owned sink: Held<Sink<Element>>) {
        if _slowPath(HookSwitches.watchesSubscriptions), !admit(sink) { return }
        if TrampolineState.start() {
            attach(owned: sink)
            Trampoline.finish()
        } else {
            attach(owned: sink)
        }
    }
}
