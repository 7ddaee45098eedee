/// Makes disposables.
public struct Disposables: Sendable {
    private init() {}

    /// A disposable that does nothing.
    public static func create() -> Disposable {
        NopDisposable.instance
    }

    /// A disposable that calls the closure `dispose` once, when it is disposed.
    ///
    /// ```swift
    /// let connection = Disposables.create { print("closed") }
    /// connection.dispose()
    /// connection.dispose()
    /// // closed
    /// ```
    ///
    /// - Parameter dispose: called once, on the thread that disposes.
    public static func create(with dispose: @escaping () -> Void) -> Cancelable {
        Anonymous(dispose)
    }

    /// A disposable that disposes both arguments, in this order.
    ///
    /// - Parameters:
    ///   - disposable1: disposed first.
    ///   - disposable2: disposed second.
    public static func create(_ disposable1: Disposable, _ disposable2: Disposable) -> Cancelable {
        Pair(disposable1, disposable2)
    }

    /// A disposable that disposes the three arguments, in this order.
    ///
    /// - Parameters:
    ///   - disposable1: disposed first.
    ///   - disposable2: disposed second.
    ///   - disposable3: disposed third.
    public static func create(
        _ disposable1: Disposable,
        _ disposable2: Disposable,
        _ disposable3: Disposable
    ) -> Cancelable {
        Several([disposable1, disposable2, disposable3])
    }

    /// A disposable that disposes all arguments, in this order.
    ///
    /// - Parameters:
    ///   - disposable1: disposed first.
    ///   - disposable2: disposed second.
    ///   - disposable3: disposed third.
    ///   - disposables: disposed last, in their order.
    public static func create(
        _ disposable1: Disposable,
        _ disposable2: Disposable,
        _ disposable3: Disposable,
        _ disposables: Disposable...
    ) -> Cancelable {
        Several([disposable1, disposable2, disposable3] + disposables)
    }

    /// A disposable that disposes all disposables of an array, in their order.
    ///
    /// - Parameter disposables: the disposables, in the order in which to dispose them.
    public static func create(_ disposables: [Disposable]) -> Cancelable {
        Several(disposables)
    }
}

/// Does nothing.
@usableFromInline
final class NopDisposable: DisposeBase, @unchecked Sendable {
    @usableFromInline
    static let instance = NopDisposable()

    // Made when it is first needed and then kept: in a total, it would look like a leak of that moment.
    private override init() {
        super.init()
        #if DEBUG || TRACE_RESOURCES
            Resources.discount(self)
        #endif
    }
}

extension Disposables {
    /// Calls a closure when it is disposed.
    @usableFromInline
    final class Anonymous: DisposeBase, @unchecked Sendable {
        private var action: (() -> Void)?

        @usableFromInline
        init(_ action: @escaping () -> Void) {
            self.action = action
        }

        // `disposed()` is called once, so the thread that calls it owns the closure.
        @usableFromInline
        override func disposed() {
            let action = self.action
            self.action = nil
            action?()
        }
    }

    /// Disposes two others, one after the other.
    private final class Pair: DisposeBase, @unchecked Sendable {
        private var second: Held<DisposeBase>?

        init(_ first: any Disposable, _ second: any Disposable) {
            self.second = Held(retaining: DisposeBase.wrapping(second))
            super.init()
            setUpstream(DisposeBase.wrapping(first))
        }

        deinit {
            if let second { releaseLink(second) }
        }

        override func nextPart() -> Held<DisposeBase>? {
            defer { second = nil }
            return second
        }
    }

    /// Disposes a fixed number of others, in their order.
    private final class Several: DisposeBase, @unchecked Sendable {
        // In reverse order: the first to be disposed comes last.
        private var parts: ContiguousArray<Held<DisposeBase>>

        init(_ disposables: [any Disposable]) {
            parts = ContiguousArray(disposables.reversed().lazy.map { Held(retaining: DisposeBase.wrapping($0)) })
            super.init()
        }

        deinit {
            for part in parts { releaseLink(part) }
        }

        override func nextPart() -> Held<DisposeBase>? {
            parts.popLast()
        }
    }
}
