#if NATS
    import Millrace

    /// Passes items on to an observer, one at a time and in order, while there is room further down. Otherwise
    /// items wait; the callers of `add` bound their number.
    ///
    /// It knows nothing of the elements that are made of the items, so that it is compiled for itself.
    final class Outlet<Item>: @unchecked Sendable {
        /// The end of the stream.
        struct End {
            let error: (any Error)?
        }

        private struct State {
            var waiting = Fifo<Item>()
            var isDelivering = false
            var isPaused = false
            var isOver = false
            var end: End?
        }

        private let pressure: Pressure
        private let emit: (Item) -> Void
        private let end: (End) -> Void
        private let state = Locked(State())

        init(_ pressure: Pressure, emit: @escaping (Item) -> Void, end: @escaping (End) -> Void) {
            self.pressure = pressure
            self.emit = emit
            self.end = end
        }

        private enum Addition { case passes, waits, begins, isLate }

        func add(_ item: Item) {
            let addition = state.access { state -> Addition in
                if state.isOver { return .isLate }
                let isBusy = state.isDelivering || state.isPaused
                // Asked under the lock, after the last item of the thread that delivered before.
                if isBusy || !pressure.isOpen || !state.waiting.isEmpty {
                    state.waiting.append(item)
                    return isBusy ? .waits : .begins
                }
                state.isDelivering = true
                return .passes
            }
            switch addition {
            case .passes:
                emit(item)
                deliverWaiting()
            case .begins: deliver()
            case .waits, .isLate: break
            }
        }

        /// Ends the stream after what waits.
        func finish(_ error: (any Error)?) {
            state.access { if $0.end == nil { $0.end = End(error: error) } }
            deliver()
        }

        /// The subscription has been disposed.
        func stop() {
            let waiting = state.access { state in
                state.isOver = true
                return exchange(&state.waiting, for: Fifo())
            }
            releaseValue(waiting)
        }

        private enum Step {
            case emit(Item)
            case end(End)
            case pause
            case none
        }

        private func deliver() {
            let begins = state.access { state in
                if state.isDelivering || state.isPaused || state.isOver { return false }
                state.isDelivering = true
                return true
            }
            if begins { deliverWaiting() }
        }

        /// How many items that wait a thread delivers before it hands the rest over to a thread of Dispatch: it may have
        /// come to answer a message, or to make room, and other threads may add items meanwhile.
        private static var batch: Int { 64 }

        /// The caller has set `isDelivering`.
        private func deliverWaiting() {
            for _ in 0..<Outlet.batch {
                let isOpen = pressure.isOpen
                let step = state.access { state -> Step in
                    if state.isOver {
                        state.isDelivering = false
                        return .none
                    }
                    if !state.waiting.isEmpty {
                        if isOpen { return .emit(state.waiting.removeFirst()) }
                        (state.isDelivering, state.isPaused) = (false, true)
                        return .pause
                    }
                    state.isDelivering = false
                    guard let end = state.end else { return .none }
                    state.isOver = true
                    return .end(end)
                }
                switch step {
                case .emit(let item): emit(item)
                case .end(let end): return self.end(end)
                case .pause:
                    return pressure.onReopen { [self] in
                        state.access { $0.isPaused = false }
                        deliver()
                    }
                case .none: return
                }
            }
            Deadline.queue.async { [self] in deliverWaiting() }
        }
    }

    extension AnyObserver {
        func on<Item>(_ end: Outlet<Item>.End) {
            if let error = end.error { onError(error) } else { onCompleted() }
        }
    }
#endif
