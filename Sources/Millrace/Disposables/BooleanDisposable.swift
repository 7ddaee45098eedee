/// A disposable that does nothing but remember that it was disposed.
public final class BooleanDisposable: DisposeBase, @unchecked Sendable {
    /// A disposable that has not been disposed.
    public override init() {
        super.init()
    }

    /// A disposable that has been disposed already if `isDisposed` is true.
    ///
    /// - Parameter isDisposed: whether it counts as disposed from the start.
    public init(isDisposed: Bool) {
        super.init()
        if isDisposed { dispose() }
    }
}
