/// A box for a disposable of a user's own type.
final class ForeignDisposable: DisposeBase, @unchecked Sendable {
    private let disposable: any Disposable
    // The same object, if it says itself whether it is disposed: others than this box may dispose it, too.
    private let cancelable: (any Cancelable)?

    init(_ disposable: any Disposable, cancelable: (any Cancelable)? = nil) {
        self.disposable = disposable
        self.cancelable = cancelable
    }

    override var unwrapped: any Disposable { disposable }

    override var isDisposed: Bool { cancelable?.isDisposed ?? super.isDisposed }

    override func disposed() {
        disposable.dispose()
    }
}
