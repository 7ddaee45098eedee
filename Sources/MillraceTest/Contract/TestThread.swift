import Dispatch
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(WASILibc)
    import WASILibc
#endif

/// A thread with a stack of a known size that can be waited for.
///
/// It uses pthreads directly: the thread sanitizer knows what creating and joining a pthread order, and does not know
/// it for Dispatch on Linux.
package final class TestThread: @unchecked Sendable {
    /// The stack that a main thread has on Linux.
    package static let usualStack = 8 << 20

    private let state = NSCondition()
    private var isOver = false
    private var isReaped = false
    private var handle: pthread_t!

    /// A thread that runs `body` at once.
    package init(stackSize: Int = TestThread.usualStack, _ body: @escaping () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stackSize)
        defer { pthread_attr_destroy(&attributes) }
        let work = Unmanaged.passRetained(Work(body, over: { [self] in finish() }))
        #if canImport(Darwin)
            var created: pthread_t?
        #else
            var created = pthread_t()
        #endif
        let failure = pthread_create(&created, &attributes, runWork, work.toOpaque())
        precondition(failure == 0, "pthread_create: \(failure)")
        handle = created
    }

    // No one has joined the thread, and no one will.
    deinit {
        if !isReaped { pthread_detach(handle) }
    }

    private func finish() {
        state.lock()
        isOver = true
        state.broadcast()
        state.unlock()
    }

    /// Waits until the body has returned.
    package func join(file: StaticString = #filePath, line: UInt = #line) {
        if !join(timeout: Patience.limit) { Patience.giveUp(file: file, line: line) }
    }

    /// Waits until the body has returned, for `timeout` seconds at most; see `FairLimit`. False: the body still runs, and
    /// is left to itself.
    package func join(timeout: TimeInterval) -> Bool {
        var limit = FairLimit(seconds: timeout)
        state.lock()
        // A condition waits for a time of day, which may be set; so it waits for a short time, again and again.
        while !isOver, !limit.isReached() { _ = state.wait(until: Date(timeIntervalSinceNow: limit.interval)) }
        let isOver = self.isOver
        let reap = isOver && !isReaped
        if reap { isReaped = true }
        state.unlock()
        if reap { pthread_join(handle, nil) }
        return isOver
    }

    /// The identity of the calling thread; unique among the threads that are alive.
    package static var currentID: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}

private final class Work {
    let body: () -> Void
    let over: () -> Void

    init(_ body: @escaping () -> Void, over: @escaping () -> Void) {
        self.body = body
        self.over = over
    }
}

#if canImport(Darwin)
    private func runWork(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        run(argument)
        return nil
    }
#else
    private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        run(argument!)
        return nil
    }
#endif

private func run(_ argument: UnsafeMutableRawPointer) {
    let over: () -> Void
    do {
        // Releases the body and what it captured before `over` reports that the thread has finished.
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        over = work.over
        work.body()
    }
    over()
}
