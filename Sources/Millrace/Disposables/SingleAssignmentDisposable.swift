/// A disposable whose content is set later, and only once.
///
/// If it is disposed before the content is set, it disposes the content as soon as that is set. All members may be
/// called from any thread.
///
/// ```swift
/// let connection = SingleAssignmentDisposable()
/// connection.dispose()
/// connection.setDisposable(Disposables.create { print("closed") })
/// // closed
/// ```
public final class SingleAssignmentDisposable: DisposeBase, @unchecked Sendable {
    /// A single-assignment disposable without content.
    public override init() {
        super.init()
    }

    /// Sets the content, which is disposed at once if this disposable was disposed before.
    ///
    /// - Parameter disposable: the content.
    /// - Precondition: this is the first call.
    public func setDisposable(_ disposable: Disposable) {
        require(
            lifecycle.claim(),
            "SingleAssignmentDisposable.setDisposable: called a second time; use SerialDisposable to exchange disposables"
        )
        setUpstream(DisposeBase.wrapping(disposable))
    }
}
