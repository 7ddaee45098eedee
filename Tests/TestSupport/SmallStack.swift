import Foundation

/// Runs `body` on a thread with a stack of `kibibytes` and returns when it has returned.
public func onSmallStack(kibibytes: Int = 512, _ body: @escaping () -> Void) {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let body = body
    let thread = Thread {
        body()
        done.signal()
    }
    thread.stackSize = kibibytes * 1024
    thread.start()
    done.wait()
}
