/// A box for a disposable of a user's own type.
class ForeignDisposable: DisposeBase, @unchecked Sendable {
    let disposable: any Disposable

    init(_ disposable: any Disposable) {
        self.disposable = disposable
    }

    override final var unwrapped: any Disposable { disposable }

    override final func disposed() {
        disposable.dispose()
    }
}

/// A box for a cancelable of a user's own type, which may also be disposed by others than this box.
final class ForeignCancelable: ForeignDisposable, @unchecked Sendable {
    private let cancelable: any Cancelable

    init(_ cancelable: any Cancelable) {
        self.cancelable = cancelable
        super.init(cancelable)
    }

    override var isDisposed: Bool { cancelable.isDisposed }
}
