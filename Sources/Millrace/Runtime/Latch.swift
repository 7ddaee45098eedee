import CMillrace

/// The latch of an object, as the C core sees it; mr_latch.h says what may happen under it.
@usableFromInline
typealias Latch = UnsafeMutablePointer<mr_latch>

extension Observable {
    /// The latch of a subject with memory, whose class stores it right behind its `mr_hub`.
    @inlinable
    @inline(__always)
    final var latch: Latch {
        (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.header + MemoryLayout<mr_hub>.size)
            .assumingMemoryBound(to: mr_latch.self)
    }
}

/// Plain state that several threads share: each access is a few instructions under a latch.
///
/// What `body` takes out of the state it returns, so that it is released after the latch is left; `body` must not call
/// anything that could run code of a user.
@usableFromInline
final class Latched<State>: @unchecked Sendable {
    // Touched through its address alone; must stay the first stored property.
    @exclusivity(unchecked)
    private var storage = mr_latch()

    @exclusivity(unchecked)
    private var state: State

    init(_ state: State) {
        self.state = state
    }

    func access<Result>(_ body: (inout State) -> Result) -> Result {
        let latch = (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.header)
            .assumingMemoryBound(to: mr_latch.self)
        mr_latch_enter(latch)
        defer { mr_latch_leave(latch) }
        return body(&state)
    }
}
