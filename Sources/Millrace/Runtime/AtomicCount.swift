/// An integer that several threads count with, as an object of its own.
final class AtomicCount: @unchecked Sendable {
    // Touched through its address alone.
    @exclusivity(unchecked)
    private var storage = Count.Storage()

    /// As `Count.add`.
    func add(_ amount: Int64) -> Int64 {
        Count(at: &storage).add(amount)
    }
}
