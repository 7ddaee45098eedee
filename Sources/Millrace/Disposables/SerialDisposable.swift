/// A disposable whose content can be exchanged; each exchange disposes the former content.
///
/// All members may be called from any thread. The content is read and exchanged under a lock, but nothing is disposed
/// or released under the lock. So no thread waits for the disposal of another.
///
/// ```swift
/// let connection = SerialDisposable()
/// connection.disposable = Disposables.create { print("first closed") }
/// connection.disposable = Disposables.create { print("second closed") }
/// connection.dispose()
/// // first closed
/// // second closed
/// ```
public final class SerialDisposable: DisposeBase, @unchecked Sendable {
    // Not in the word: a thread that reads the content must retain it before another thread can take it out and release
    // it.
    private let content = Locked<DisposeBase?>(nil)

    /// A serial disposable without content.
    public override init() {
        super.init()
    }

    // Content that this object still holds is released with it, undisposed.
    deinit {
        if let content = takeContent() { releaseLink(content) }
    }

    /// The content; a disposable that does nothing before the content is set and after disposal.
    ///
    /// Setting the content disposes the former content before it returns. After disposal, it disposes the new content
    /// instead.
    public var disposable: Disposable {
        get { content.access { isDisposed ? nil : $0 }?.unwrapped ?? Disposables.create() }
        set {
            let new = DisposeBase.wrapping(newValue)
            // Disposing first marks the word and then takes the content out, so it finds content that was put in before
            // the mark.
            let discarded = content.access { isDisposed ? new : exchange(&$0, for: new) }
            discarded?.dispose()
        }
    }

    @usableFromInline
    override func nextPart() -> Held<DisposeBase>? { takeContent() }

    /// Takes the content out; the caller owns it.
    private func takeContent() -> Held<DisposeBase>? {
        content.access { exchange(&$0, for: nil) }.map { Held(retaining: $0) }
    }
}
