/// Makes disposables.
public struct Disposables: Sendable {
    private init() {}

    /// A disposable that does nothing.
    public static func create() -> Disposable {
        NopDisposable.instance
    }

    /// A disposable that calls `dispose` once.
    @preconcurrency
    public static func create(with dispose: @escaping @Sendable () -> Void) -> Cancelable {
        AnonymousDisposable(dispose)
    }

    /// A disposable that disposes both others, in this order.
    public static func create(_ disposable1: Disposable, _ disposable2: Disposable) -> Cancelable {
        BinaryDisposable(disposable1, disposable2)
    }

    /// A disposable that disposes the three others, in this order.
    public static func create(
        _ disposable1: Disposable,
        _ disposable2: Disposable,
        _ disposable3: Disposable
    ) -> Cancelable {
        ArrayDisposable([disposable1, disposable2, disposable3])
    }

    /// A disposable that disposes all others, in this order.
    public static func create(
        _ disposable1: Disposable,
        _ disposable2: Disposable,
        _ disposable3: Disposable,
        _ disposables: Disposable...
    ) -> Cancelable {
        ArrayDisposable([disposable1, disposable2, disposable3] + disposables)
    }

    /// A disposable that disposes all others, in their order.
    public static func create(_ disposables: [Disposable]) -> Cancelable {
        ArrayDisposable(disposables)
    }
}
