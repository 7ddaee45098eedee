/// A disposable whose content can be exchanged; what it held before is disposed then.
///
/// All members may be called from any thread. Nothing is disposed or released under the lock that the content is read
/// and exchanged under, so no thread waits for another's disposal.
public final class SerialDisposable: DisposeBase, @unchecked Sendable {
    // Not in the word: a thread that reads the content must retain it before another thread can take it out and release
    // it.
    private let content = Locked<DisposeBase?>(nil)

    /// An empty one.
    public override init() {
        super.init()
    }

    // What it still holds is released with it, undisposed.
    deinit {
        if let content = takeContent() { releaseLink(content.toOpaque()) }
    }

    /// The content; one that does nothing before it is set and after disposal.
    ///
    /// Setting it disposes the former content, or, after disposal, the new one, before it returns.
    public var disposable: Disposable {
        get { content.access { isDisposed ? nil : $0 }?.unwrapped ?? Disposables.create() }
        set {
            let new = DisposeBase.wrapping(newValue)
            // Disposing marks the word first, then takes the content out: it finds what was put in before the mark.
            let discarded = content.access { isDisposed ? new : exchange(&$0, for: new) }
            discarded?.dispose()
        }
    }

    @usableFromInline
    override func nextPart() -> Unmanaged<DisposeBase>? { takeContent() }

    /// The content, the caller's to release.
    private func takeContent() -> Unmanaged<DisposeBase>? {
        content.access { exchange(&$0, for: nil) }.map { Unmanaged.passRetained($0) }
    }
}
