import CMillrace

/// An integer that several threads count with.
final class AtomicCount: @unchecked Sendable {
    // Touched through its address alone; must stay the first stored property.
    @exclusivity(unchecked)
    private var count = mr_count()

    /// Adds `amount` and returns the value from before. What a thread did before it added is visible to one that adds
    /// later.
    func add(_ amount: Int64) -> Int64 {
        let address = Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.header
        return mr_count_add(address.assumingMemoryBound(to: mr_count.self), amount)
    }
}
