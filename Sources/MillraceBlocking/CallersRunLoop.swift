import CoreFoundation
import Dispatch
import Foundation

/// The run loop of the calling thread, run by somebody who waits for something that another thread does.
///
/// Waits may nest on one thread, when what the run loop calls waits as well. Only the innermost run can be stopped; so an
/// outer one that was meant, be it a wait or a run of the user's, is stopped when the inner one leaves.
final class CallersRunLoop: @unchecked Sendable {
    // Written once, by the thread of the run loop, before any other thread knows this object.
    private let runLoop: CFRunLoop
    private var source: CFRunLoopSource!
    // The rest is that thread's alone.
    private let outer: CallersRunLoop?
    private var isStopped = false
    private var isOthersStopped = false

    /// Whether the thread's run loop has timers or input sources; runs those that are due.
    static var hasWork: Bool { CFRunLoopRunInMode(mode, 0, true) != .finished }

    /// Runs what is due; waits for a millisecond if that is nothing.
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

    /// Ends `run(until:_:)`; from any thread, before it has begun too.
    func stop() {
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(runLoop)
    }

    private func stopRequested() {
        isStopped = true
        if CallersRunLoop.innermost === self { CFRunLoopStop(runLoop) }
    }

    /// Runs the run loop until `isOver`, which is looked at first and when the run loop has been stopped, or until
    /// `deadline`.
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

    /// The calling thread's.
    private static var innermost: CallersRunLoop? {
        get { Thread.current.threadDictionary[key] as? CallersRunLoop }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    private static let key = "millrace.blocking.wait"
}
