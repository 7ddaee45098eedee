#if NATS
    import Dispatch

    /// Calls a closure once after some time, or every so often, unless it is cancelled or released before. Releases the
    /// closure after the last call.
    final class Deadline: @unchecked Sendable {
        private let timer: any DispatchSourceTimer

        static let queue = DispatchQueue(label: "millrace.nats.time", attributes: .concurrent)

        init(after time: Duration, every period: Duration? = nil, _ body: @escaping @Sendable () -> Void) {
            let timer = DispatchSource.makeTimerSource(queue: Deadline.queue)
            self.timer = timer
            let start = DispatchTime.now() + .nanoseconds(Int(clamping: time.nanoseconds))
            let leeway = DispatchTimeInterval.nanoseconds(Int(clamping: time.nanoseconds / 20))
            if let period {
                timer.setEventHandler(handler: body)
                timer.schedule(
                    deadline: start,
                    repeating: .nanoseconds(Int(clamping: period.nanoseconds)),
                    leeway: leeway
                )
            } else {
                // Releases the closure, which may hold the object that keeps this deadline.
                timer.setEventHandler {
                    body()
                    timer.cancel()
                }
                timer.schedule(deadline: start, leeway: leeway)
            }
            timer.activate()
        }

        deinit {
            timer.cancel()
        }

        func cancel() {
            timer.cancel()
        }
    }

    extension Duration {
        var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return overflow ? .max : product &+ attoseconds / 1_000_000_000
        }

        /// In milliseconds, at least one.
        var milliseconds: Int64 { Swift.max(1, nanoseconds / 1_000_000) }
    }
#endif
