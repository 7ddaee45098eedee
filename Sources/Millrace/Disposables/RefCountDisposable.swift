/// Disposes another disposable when it has itself been disposed and so have all that `retain()` returned.
///
/// All members may be called from any thread.
public final class RefCountDisposable: DisposeBase, @unchecked Sendable {
    // Touched through `count` alone.
    @exclusivity(unchecked)
    private var word64 = ReferenceCount.Storage()

    // Owned until `count` says that it is due; whoever is told owns it then.
    fileprivate let underlying: Unmanaged<DisposeBase>

    /// - Parameter disposable: what to dispose in the end.
    public init(disposable: Disposable) {
        underlying = Unmanaged.passRetained(DisposeBase.wrapping(disposable))
        super.init()
    }

    deinit {
        if !count.isDisposed { releaseLink(underlying.toOpaque()) }
    }

    fileprivate var count: ReferenceCount { ReferenceCount(at: &word64) }

    /// Whether the underlying disposable has been disposed: `dispose()` alone does not say so while dependents are out.
    public override var isDisposed: Bool { count.isDisposed }

    /// A dependent: the underlying disposable is kept until it is disposed, too. One that does nothing if the underlying
    /// disposable has been disposed already.
    public func retain() -> Disposable {
        count.retain() ? Dependent(self) : Disposables.create()
    }

    override func nextPart() -> Unmanaged<DisposeBase>? {
        count.dispose() ? underlying : nil
    }
}

/// One that keeps the underlying disposable of its parent.
private final class Dependent: DisposeBase, @unchecked Sendable {
    // Owned.
    private var parent: Unmanaged<RefCountDisposable>?

    init(_ parent: RefCountDisposable) {
        self.parent = Unmanaged.passRetained(parent)
    }

    deinit {
        if let parent { releaseLink(parent.toOpaque()) }
    }

    override func nextPart() -> Unmanaged<DisposeBase>? {
        guard let parent else { return nil }
        self.parent = nil
        let due = parent._withUnsafeGuaranteedRef { $0.count.release() ? $0.underlying : nil }
        releaseLink(parent.toOpaque())
        return due
    }
}
