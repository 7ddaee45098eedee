import Foundation

/// A thread that can be waited for.
///
/// Straight on pthreads: the thread sanitizer knows what creating and joining order, which is not so for Dispatch on
/// Linux.
struct StressThread {
    private let handle: pthread_t

    /// Runs `body` at once.
    init(_ body: @escaping () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
            var created: pthread_t?
            let failure = pthread_create(&created, nil, { StressThread.run($0) }, work.toOpaque())
        #else
            var created = pthread_t()
            let failure = pthread_create(&created, nil, { StressThread.run($0!) }, work.toOpaque())
        #endif
        precondition(failure == 0, "pthread_create failed with \(failure)")
        #if canImport(Darwin)
            handle = created!
        #else
            handle = created
        #endif
    }

    /// Waits until the body has returned; once.
    func join() {
        pthread_join(handle, nil)
    }

    /// Lets it run to its end without anybody who waits.
    func detach() {
        pthread_detach(handle)
    }

    /// Which thread the caller is; unique among the threads that are alive.
    static var current: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }

    private static func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }

    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }
    }
}

/// Runs all bodies at once, each on a thread of its own but the last, which runs here; returns when all have returned.
func concurrently(_ bodies: [() -> Void]) {
    let meeting = Meeting(bodies.count)
    let threads = bodies.dropLast().map { body in
        StressThread {
            meeting.meet()
            body()
        }
    }
    meeting.meet()
    bodies.last?()
    for thread in threads { thread.join() }
}
