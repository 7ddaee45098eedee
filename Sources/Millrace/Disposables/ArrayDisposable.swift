/// Disposes a fixed number of others, in their order.
final class ArrayDisposable: DisposeBase, @unchecked Sendable {
    // The last one first.
    private var parts: ContiguousArray<Unmanaged<DisposeBase>>

    init(_ disposables: [any Disposable]) {
        parts = ContiguousArray(disposables.reversed().lazy.map { Unmanaged.passRetained(DisposeBase.wrapping($0)) })
        super.init()
    }

    deinit {
        for part in parts { releaseLink(part.toOpaque()) }
    }

    override func nextPart() -> Unmanaged<DisposeBase>? {
        parts.popLast()
    }
}
