/// Calls a closure when it is disposed.
@usableFromInline
final class AnonymousDisposable: DisposeBase, @unchecked Sendable {
    private var action: (() -> Void)?

    @usableFromInline
    init(_ action: @escaping () -> Void) {
        self.action = action
    }

    // `disposed()` is called once, so the thread that calls it owns the closure.
    @usableFromInline
    override func disposed() {
        let action = self.action
        self.action = nil
        action?()
    }
}
