import CMillrace

// Reading what another thread may be about to release; mr_sink.h explains loans.
extension DisposeBase {
    /// The upstream, `nil` when there is none.
    final func borrowedUpstream() -> DisposeBase? {
        guard let pointer = mr_sink_borrow(cell.address) else { return nil }
        let object = Unmanaged<DisposeBase>.fromOpaque(pointer)
        let strong = object.retain().takeRetainedValue()
        if !mr_sink_give_back(cell.address, pointer) { object.release() }
        return strong
    }

    /// What `Cell.replace` does, where the former upstream is on loan.
    final func replaceLentUpstream(_ upstream: UnsafeMutableRawPointer?) -> Cell.Taken {
        takeLentUpstream(leaving: UInt(bitPattern: upstream)) { $0.replace(upstream) }
    }

    /// What `Cell.markDisposed` does, where the upstream is on loan.
    final func disposeLentUpstream() -> Cell.Taken {
        takeLentUpstream(leaving: MR_DISPOSED | MR_STOPPED) { $0.markDisposed() }
    }

    /// Takes an upstream that is on loan, and leaves `word` in its place; if it is on loan no more, calls `take` instead.
    private func takeLentUpstream(leaving word: UInt, otherwise take: (Cell) -> Cell.Taken) -> Cell.Taken {
        while true {
            let taken = payForLoans(leaving: word).map { Cell.Taken($0) } ?? take(cell)
            if !taken.isLent { return taken }
        }
    }

    /// One attempt; `nil`: the upstream is gone.
    private func payForLoans(leaving word: UInt) -> UInt? {
        let sink = cell.address
        guard let pointer = mr_sink_borrow(sink) else { return nil }
        let object = Unmanaged<DisposeBase>.fromOpaque(pointer)
        var paid: UInt = 0
        var current = mr_sink_word(sink)
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
            if mr_sink_swap(sink, &current, word) {
                object.release()  // pays off our own loan
                return UInt(bitPattern: pointer)
            }
        }
        // Another thread took it, and paid for our loan as well.
        for _ in 0...paid { object.release() }
        return nil
    }
}
