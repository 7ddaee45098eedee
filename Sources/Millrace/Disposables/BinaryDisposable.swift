/// Disposes two others, one after the other.
final class BinaryDisposable: DisposeBase, @unchecked Sendable {
    private var second: Unmanaged<DisposeBase>?

    init(_ first: any Disposable, _ second: any Disposable) {
        self.second = Unmanaged.passRetained(DisposeBase.wrapping(second))
        super.init()
        setUpstream(DisposeBase.wrapping(first))
    }

    deinit {
        if let second { releaseLink(second.toOpaque()) }
    }

    override func nextPart() -> Unmanaged<DisposeBase>? {
        defer { second = nil }
        return second
    }
}
