#if NATS
    import Millrace

    /// Passes items on to an observer, one at a time and in order, while there is room further down. Items wait otherwise;
    /// whoever adds them bounds their number.
    final class Outlet<Item, Element>: @unchecked Sendable {
        private struct State {
            var waiting = Fifo<Item>()
            var isDelivering = false
            var isPaused = false
            var isOver = false
            var end: Event<Element>?
        }

        private let observer: AnyObserver<Element>
        private let pressure: Pressure
        /// Makes of an item what is emitted, if anything, just before.
        private let prepare: (Item) -> Element?
        private let passed: () -> Void
        private let state = Locked(State())

        /// - Parameter passed: called after each item that was passed on or was not to be emitted.
        init(
            _ observer: AnyObserver<Element>,
            _ pressure: Pressure,
            passed: @escaping () -> Void,
            prepare: @escaping (Item) -> Element?
        ) {
            self.observer = observer
            self.pressure = pressure
            self.passed = passed
            self.prepare = prepare
        }

        func add(_ item: Item) {
            state.access { if !$0.isOver { $0.waiting.append(item) } }
            deliver()
        }

        /// Ends the stream after what waits.
        func finish(_ event: Event<Element>) {
            state.access { if $0.end == nil { $0.end = event } }
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
            case end(Event<Element>)
            case pause
            case none
        }

        private func deliver() {
            let begins = state.access { state in
                if state.isDelivering || state.isPaused || state.isOver { return false }
                state.isDelivering = true
                return true
            }
            if !begins { return }
            while true {
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
                case .emit(let item):
                    if let element = prepare(item) { observer.onNext(element) }
                    passed()
                case .end(let event): return observer.on(event)
                case .pause:
                    return pressure.onReopen { [self] in
                        state.access { $0.isPaused = false }
                        deliver()
                    }
                case .none: return
                }
            }
        }
    }
#endif
