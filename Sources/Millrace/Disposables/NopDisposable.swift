/// Does nothing.
@usableFromInline
final class NopDisposable: DisposeBase, @unchecked Sendable {
    @usableFromInline
    static let instance = NopDisposable()
}
