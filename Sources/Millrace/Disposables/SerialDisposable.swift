/// A disposable whose content can be exchanged; what it held before is disposed then.
///
/// All members may be called from any thread. None takes a lock, and none waits for another's disposal.
public final class SerialDisposable: DisposeBase, @unchecked Sendable {
    /// An empty one.
    public override init() {
        super.init()
    }

    /// The content; one that does nothing before it is set and after disposal.
    ///
    /// Setting it disposes the former content, or, after disposal, the new one, before it returns.
    public var disposable: Disposable {
        get { borrowedUpstream()?.unwrapped ?? Disposables.create() }
        set { replaceUpstream(DisposeBase.wrapping(newValue)) }
    }
}
