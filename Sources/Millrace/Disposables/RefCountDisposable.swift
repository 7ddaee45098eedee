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
    // Touched only through `count`.
    @exclusivity(unchecked)
    private var word64 = ReferenceCount.Storage()

    // Owned by this object until `count` tells a caller to dispose it; that caller then owns it.
    fileprivate let underlying: Held<DisposeBase>

    /// - Parameter disposable: the underlying disposable.
    public init(disposable: Disposable) {
        underlying = Held(retaining: DisposeBase.wrapping(disposable))
        super.init()
    }

    deinit {
        if !count.isDisposed { releaseLink(underlying) }
    }

    fileprivate var count: ReferenceCount { ReferenceCount(at: &word64) }

    /// Whether the underlying disposable has been disposed; false after `dispose()` while dependents are left.
    public override var isDisposed: Bool { count.isDisposed }

    /// Returns a dependent: the underlying disposable is not disposed before the dependent is. If the underlying
    /// disposable has been disposed already, the dependent does nothing.
    public func retain() -> Disposable {
        count.retain() ? Dependent(self) : Disposables.create()
    }

    override func nextPart() -> Held<DisposeBase>? {
        count.dispose() ? underlying : nil
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
            let due = parent.use { $0.count.release() ? $0.underlying : nil }
            releaseLink(parent)
            return due
        }
    }
}
