/// A disposable that tells whether it has been disposed.
public protocol Cancelable: Disposable {
    /// Whether `dispose()` has been called.
    var isDisposed: Bool { get }
}

extension Cancelable {
    /// In a box that knows what it holds.
    public var _disposeBase: DisposeBase { ForeignCancelable(self) }
}
