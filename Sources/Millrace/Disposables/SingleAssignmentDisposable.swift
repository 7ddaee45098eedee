/// A disposable whose content is given later, once.
///
/// Disposed before that, it disposes the content as soon as it comes. All members may be called from any thread.
public final class SingleAssignmentDisposable: DisposeBase, @unchecked Sendable {
    /// An empty one.
    public override init() {
        super.init()
    }

    /// Gives the content, which is disposed at once if this disposable was disposed before.
    ///
    /// - Precondition: this is the first call.
    public func setDisposable(_ disposable: Disposable) {
        require(
            lifecycle.claim(),
            "SingleAssignmentDisposable.setDisposable: called a second time; use SerialDisposable to exchange disposables"
        )
        setUpstream(DisposeBase.wrapping(disposable))
    }
}
