/// Something to capture, which is counted while it is alive.
final class Token: @unchecked Sendable {
    private let living: Number
    private let released: (() -> Void)?

    init(_ living: Number, released: (() -> Void)? = nil) {
        self.living = living
        self.released = released
        living.addOrdered()
    }

    deinit {
        released?()
        living.addOrdered(-1)
    }

    /// Keeps the token captured by a closure that calls it.
    func touch() {}
}
