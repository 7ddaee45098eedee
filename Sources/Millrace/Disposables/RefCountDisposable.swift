/// Disposes an underlying disposable once `dispose()` has been called and all dependents that `retain()` returned have
/// been disposed.
///
/// All members may be called from any thread.
///
/// ```swift
/// let connection = RefCountDisposable(disposable: Disposables.create { print("closed") })
/// let user = connection.retain()
/// connection.dispose()
/// print("one user left")
/// user.dispose()
/// // one user left
/// // closed
/// ```
public final class RefCountDisposable: DisposeBase, @unchecked Sendable {
    private struct State {
        var dependents = 0
        /// Whether `dispose()` was called.
        var isDisposed = false
        /// Whether a caller was told to dispose the underlying disposable.
        var isDone = false

        /// True once: for the caller that must dispose the underlying disposable.
        mutating func becomesDue() -> Bool {
            guard isDisposed && dependents == 0 && !isDone else { return false }
            isDone = true
            return true
        }
    }

    private let state = Locked(State())

    // Owned by this object until a caller is told to dispose it; that caller then owns it.
    fileprivate let underlying: Held<DisposeBase>

    /// - Parameter disposable: the underlying disposable.
    public init(disposable: Disposable) {
        underlying = Held(retaining: DisposeBase.wrapping(disposable))
        super.init()
    }

    deinit {
        if !isDisposed { releaseLink(underlying) }
    }

    /// Whether the underlying disposable has been disposed; false after `dispose()` while dependents are left.
    public override var isDisposed: Bool { state.access { $0.isDone } }

    /// Returns a dependent: the underlying disposable is not disposed before the dependent is. If the underlying
    /// disposable has been disposed already, the dependent does nothing.
    public func retain() -> Disposable {
        let isCounted = state.access {
            if !$0.isDone { $0.dependents += 1 }
            return !$0.isDone
        }
        return isCounted ? Dependent(self) : Disposables.create()
    }

    /// A dependent was disposed. The underlying disposable, for the caller that must dispose it.
    fileprivate func release() -> Held<DisposeBase>? {
        let isDue = state.access {
            $0.dependents -= 1
            return $0.becomesDue()
        }
        return isDue ? underlying : nil
    }

    override func nextPart() -> Held<DisposeBase>? {
        let isDue = state.access {
            $0.isDisposed = true
            return $0.becomesDue()
        }
        return isDue ? underlying : nil
    }
}

extension RefCountDisposable {
    /// A dependent: keeps its parent's underlying disposable from being disposed.
    private final class Dependent: DisposeBase, @unchecked Sendable {
        // Owned.
        private var parent: Held<RefCountDisposable>?

        init(_ parent: RefCountDisposable) {
            self.parent = Held(retaining: parent)
        }

        deinit {
            if let parent { releaseLink(parent) }
        }

        override func nextPart() -> Held<DisposeBase>? {
            guard let parent else { return nil }
            self.parent = nil
            let due = parent.use { $0.release() }
            releaseLink(parent)
            return due
        }
    }
}
