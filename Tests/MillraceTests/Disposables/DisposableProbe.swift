import Foundation
import Millrace
import TestSupport

/// What several probes write to.
final class DisposalLog: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String] = []
    private var alive = 0

    var entries: [String] { lock.withLock { names } }

    /// How many probes have not been released.
    var probes: Int { lock.withLock { alive } }

    func write(_ name: String) { lock.withLock { names.append(name) } }

    fileprivate func count(_ change: Int) { lock.withLock { alive += change } }

    /// A disposable that writes its name down when it is disposed.
    func probe(_ name: String) -> Disposable { Disposables.create { self.write(name) } }

    /// As `probe(_:)`, of a class that is not Millrace's.
    func foreign(_ name: String) -> ForeignProbe { ForeignProbe(name, self) }
}

/// A user's own class; its `dispose()` does not care how often it is called.
final class ForeignProbe: Disposable {
    let name: String
    private let log: DisposalLog

    init(_ name: String, _ log: DisposalLog) {
        self.name = name
        self.log = log
        log.count(1)
    }

    deinit {
        log.count(-1)
    }

    func dispose() { log.write(name) }
}

/// A user's own structure.
struct StructProbe: Disposable {
    let name: String
    let log: DisposalLog

    func dispose() { log.write(name) }
}

/// A user's own cancelable.
final class CancelableProbe: Cancelable {
    private(set) var isDisposed = false

    func dispose() { isDisposed = true }
}

/// Runs `body` on a thread with a stack of `bytes`, and waits for it.
func onStack(of bytes: Int, _ body: @escaping @Sendable () -> Void) {
    TestThread(stackSize: bytes, body).join()
}
