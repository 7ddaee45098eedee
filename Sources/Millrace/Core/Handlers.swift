/// What most subscriptions do not have.
@usableFromInline
final class Handlers: @unchecked Sendable {
    @usableFromInline
    var onError: ((Swift.Error) -> Void)?

    @usableFromInline
    var onCompleted: (() -> Void)?

    @usableFromInline
    let onDisposed: AnonymousDisposable?

    /// The source file of the subscription.
    @usableFromInline
    var file: UnsafePointer<UInt8>?

    /// The call stack of the subscription, if `Hooks.recordCallStackOnError` was on.
    let callStack: [String]?

    init(onError: ((Swift.Error) -> Void)?, onCompleted: (() -> Void)?, onDisposed: (() -> Void)?) {
        self.onError = onError
        self.onCompleted = onCompleted
        self.onDisposed = onDisposed.map { AnonymousDisposable($0) }
        callStack = HookSwitches.recordsCallStacks ? Hooks.customCaptureSubscriptionCallstack() : nil
    }

    /// `nil` when there is nothing to keep, which is what most subscriptions look like.
    @inlinable
    @inline(__always)
    static func make(
        onError: ((Swift.Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Handlers? {
        if onError == nil && onCompleted == nil && onDisposed == nil && !HookSwitches.recordsCallStacks { return nil }
        return some(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    @usableFromInline
    static func some(
        onError: ((Swift.Error) -> Void)?,
        onCompleted: (() -> Void)?,
        onDisposed: (() -> Void)?
    ) -> Handlers {
        Handlers(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    func release() {
        let dropped = (exchange(&onError, for: nil), exchange(&onCompleted, for: nil))
        letGo(of: dropped)
    }
}
