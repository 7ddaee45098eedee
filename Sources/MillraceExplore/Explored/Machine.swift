#if MILLRACE_EXPLORE
    import CMillrace

    /// The machine that decides which thread runs: the functions of mr_explore.h.
    enum Machine {
        /// A step of the calling thread.
        static func step(_ file: StaticString, _ line: UInt) {
            file.utf8Start.withMemoryRebound(to: CChar.self, capacity: file.utf8CodeUnitCount) {
                mr_explore_yield(nil, $0, Int32(clamping: line))
            }
        }

        /// Lets the other threads go on. False: none can.
        static func giveWay() -> Bool { mr_explore_give_way() }

        /// Runs `body` without a step of the calling thread.
        static func hushed<Result>(_ body: () throws -> Result) rethrows -> Result {
            mr_explore_hush()
            defer { mr_explore_unhush() }
            return try body()
        }

        /// Calls `body` once on each of the threads 0, 1, …, whose entries in `keys` are as in mr_explore.h.
        static func run(_ keys: [UnsafeRawPointer?], _ body: @escaping (Int) -> Void) -> mr_explore_ending {
            let boxed = Unmanaged.passRetained(Body(body))
            defer { boxed.release() }
            return mr_explore_run(
                Int32(keys.count),
                keys,
                { thread, context in
                    guard let context else { return }
                    Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().run(Int(thread))
                },
                boxed.toOpaque()
            )
        }

        private final class Body {
            let run: (Int) -> Void

            init(_ run: @escaping (Int) -> Void) {
                self.run = run
            }
        }

        /// The steps of the last schedule.
        static var steps: UnsafeBufferPointer<mr_explore_step> {
            var count = 0
            let first = mr_explore_steps(&count)
            return UnsafeBufferPointer(start: first, count: count)
        }
    }

    /// What threads of a schedule wait for that take jobs out of a queue.
    final class Bell: Sendable {
        var key: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

        /// Lets the threads that wait go on.
        func ring() {
            mr_explore_wake(key)
        }

        /// Waits until it rings. False: the wait has ended because nothing else of the schedule goes on.
        func wait(mayEnd: Bool, until condition: () -> Bool) -> Bool { mr_explore_wait(key, mayEnd) }
    }
#endif
