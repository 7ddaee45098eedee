import CoreFoundation
import Dispatch
import Foundation

/// Runs the run loop of the calling thread while that thread waits for another thread.
///
/// Waits may nest on one thread, if a callback of the run loop waits as well. Only the innermost run of the run loop
/// can be stopped. So if a stop was meant for an outer run, of another wait or of the user's, that run is stopped when
/// the inner wait leaves.
final class CallersRunLoop: @unchecked Sendable {
    // Written once, by the thread of the run loop, before any other thread knows this object.
    private let runLoop: CFRunLoop
    private var source: CFRunLoopSource!
    // The rest is touched by the run loop's thread alone.
    private let outer: CallersRunLoop?
    private var isStopped = false
    private var isOthersStopped = false

    /// Whether the thread's run loop has timers or input sources; runs those that are due.
    static var hasWork: Bool { CFRunLoopRunInMode(mode, 0, true) != .finished }

    /// Runs what is due; waits for a millisecond if nothing is due.
    static func turn() {
        _ = CFRunLoopRunInMode(mode, 0.001, true)
    }

    init() {
        runLoop = CFRunLoopGetCurrent()
        outer = CallersRunLoop.innermost
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(self).toOpaque()
        context.perform = { info in
            guard let info else { return }
            Unmanaged<CallersRunLoop>.fromOpaque(info).takeUnretainedValue().stopRequested()
        }
        source = CFRunLoopSourceCreate(nil, 0, &context)
        CFRunLoopAddSource(runLoop, source, CallersRunLoop.mode)
        CallersRunLoop.innermost = self
    }

    /// Ends `run(until:_:)`. May be called from any thread, even before the run has begun.
    func stop() {
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(runLoop)
    }

    private func stopRequested() {
        isStopped = true
        if CallersRunLoop.innermost === self { CFRunLoopStop(runLoop) }
    }

    /// Runs the run loop until `isOver` is true or `deadline` has passed. `isOver` is checked first, and then whenever
    /// the run loop has returned. False: `deadline` has passed.
    func run(until deadline: DispatchTime, _ isOver: () -> Bool) -> Bool {
        while !isOver() {
            let left = CallersRunLoop.seconds(until: deadline)
            if left <= 0 { return false }
            let result = CFRunLoopRunInMode(CallersRunLoop.mode, left, false)
            if result == .stopped && !isStopped { isOthersStopped = true }
        }
        return true
    }

    /// Called by the thread of the run loop when it has stopped waiting.
    func leave() {
        CFRunLoopSourceInvalidate(source)
        CallersRunLoop.innermost = outer
        if isOthersStopped || outer?.isStopped == true { CFRunLoopStop(runLoop) }
    }

    private static func seconds(until deadline: DispatchTime) -> Double {
        let now = DispatchTime.now().uptimeNanoseconds
        return deadline.uptimeNanoseconds > now ? Double(deadline.uptimeNanoseconds - now) / 1e9 : 0
    }

    #if canImport(Darwin)
        private static var mode: CFRunLoopMode { CFRunLoopMode.defaultMode }
    #else
        private static var mode: CFString { kCFRunLoopDefaultMode }
    #endif

    /// The innermost wait of the calling thread.
    private static var innermost: CallersRunLoop? {
        get { Thread.current.threadDictionary[key] as? CallersRunLoop }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    private static let key = "millrace.blocking.wait"
}
