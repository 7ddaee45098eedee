import MillraceUnchecked

/// Something that holds a resource until `dispose()` is called: most often a subscription.
///
/// It is `Sendable`, so tasks may capture it and pass it on. The compiler does not check a type of your own for that: such
/// a type may be a class that is not final, and may have variables and closures. Make sure that `dispose()` may be called
/// on any thread.
@preconcurrency
public protocol Disposable: UncheckedSendable {
    /// Releases the resource. Calling it again has no effect. Millrace may call it on any thread.
    func dispose()

    /// This disposable as a `DisposeBase`: itself if it is one, otherwise in a box. Do not implement it. It is a
    /// requirement because a cast would take ten times as long.
    var _disposeBase: DisposeBase { get }
}

extension Disposable {
    /// This disposable in a box.
    public var _disposeBase: DisposeBase { Disposables.Foreign(self) }
}

/// A disposable that tells whether it has been disposed.
@preconcurrency
public protocol Cancelable: Disposable {
    /// Whether `dispose()` has been called.
    var isDisposed: Bool { get }
}

extension Cancelable {
    /// This cancelable in a box that asks it whether it has been disposed.
    public var _disposeBase: DisposeBase { Disposables.Foreign(self, cancelable: self) }
}

extension Disposables {
    /// A box for a disposable of a user's own type.
    final class Foreign: DisposeBase, @unchecked Sendable {
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
}
