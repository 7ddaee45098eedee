import Foundation
import Millrace
import StressSupport

/// A scheduler with one thread at a time, and how to wait for it.
struct RandomScheduler {
    let name: String
    let scheduler: SchedulerType
    let stop: () -> Void

    /// A worker, or a serial queue. Never a queue under the thread sanitizer, which does not know what Dispatch orders.
    init(_ random: inout Random) {
        if stress_thread_sanitizer() || random.chance(1, in: 2) {
            let worker = WorkerScheduler()
            (name, scheduler, stop) = ("a thread", worker, worker.stop)
        } else {
            let queue = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "millrace-stress")
            (name, scheduler, stop) = ("a serial queue", queue, {})
        }
    }

    /// Waits until what was scheduled before has run, with what that scheduled at once.
    func drain() {
        for _ in 0..<3 {
            let done = Occasion()
            let marker = scheduler.schedule(()) { _ in
                done.come()
                return Disposables.create()
            }
            while !done.wait(seconds: 3_600) {}
            marker.dispose()
        }
    }
}
