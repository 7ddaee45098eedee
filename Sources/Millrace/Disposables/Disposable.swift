/// Something that is held until `dispose()` lets go of it: most often a subscription.
public protocol Disposable {
    /// Lets go of the resource. Calling it again has no effect.
    func dispose()

    /// The disposable as one of Millrace's own: itself if it is, else in a box. Not to be implemented; it is a
    /// requirement because a cast would take ten times as long.
    var _disposeBase: DisposeBase { get }
}

extension Disposable {
    /// In a box.
    public var _disposeBase: DisposeBase { ForeignDisposable(self) }
}

/// A disposable that tells whether it has been disposed.
public protocol Cancelable: Disposable {
    /// Whether `dispose()` has been called.
    var isDisposed: Bool { get }
}

extension Cancelable {
    /// In a box that knows what it holds.
    public var _disposeBase: DisposeBase { ForeignCancelable(self) }
}
