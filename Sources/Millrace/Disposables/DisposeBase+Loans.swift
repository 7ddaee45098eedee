import CMillrace

// Reading what another thread may be about to release; mr_sink.h explains loans.
extension DisposeBase {
    /// The upstream, `nil` when there is none.
    final func borrowedUpstream() -> DisposeBase? {
        guard let pointer = mr_sink_borrow(cell) else { return nil }
        let object = Unmanaged<DisposeBase>.fromOpaque(pointer)
        let strong = object.retain().takeRetainedValue()
        if !mr_sink_give_back(cell, pointer) { object.release() }
        return strong
    }

    /// Takes an upstream that is on loan, and leaves `word` in its place; if it is on loan no more, calls `take` instead.
    /// Returns what `mr_sink_dispose` and `mr_sink_replace` do, but `MR_LENT`.
    final func takeLentUpstream(leaving word: UInt, otherwise take: (Cell) -> UInt) -> UInt {
        var taken = UInt(MR_LENT)
        while taken == MR_LENT { taken = payForLoans(leaving: word) ?? take(cell) }
        return taken
    }

    /// One attempt; `nil`: the upstream is gone.
    private func payForLoans(leaving word: UInt) -> UInt? {
        guard let pointer = mr_sink_borrow(cell) else { return nil }
        let object = Unmanaged<DisposeBase>.fromOpaque(pointer)
        var paid: UInt = 0
        var current = mr_sink_word(cell)
        while mr_sink_holds(current, pointer) {
            let loans = current / MR_LOAN
            while paid < loans {
                _ = object.retain()
                paid += 1
            }
            while paid > loans {
                object.release()
                paid -= 1
            }
            if mr_sink_swap(cell, &current, word) {
                object.release()  // pays off our own loan
                return UInt(bitPattern: pointer)
            }
        }
        // Another thread took it, and paid for our loan as well.
        for _ in 0...paid { object.release() }
        return nil
    }
}
