import Foundation
import Millrace

/// One run of a scenario: how much it may use, and where it reports.
final class Round: @unchecked Sendable {
    /// How many threads work at once, at least 2.
    let threads: Int

    /// Counted from 0.
    let number: Int

    /// The wrong double, in the self-test.
    let injector: Injector?

    var random: Random

    /// How many events, subscriptions or disposals it came to.
    let operations = Number()

    private let lock = NSLock()
    private var found: [(flaw: Flaw, message: String)] = []

    init(threads: Int, number: Int, random: Random, injector: Injector? = nil) {
        self.threads = threads
        self.number = number
        self.random = random
        self.injector = injector
    }

    /// Reports what is wrong; the first of each kind is kept.
    func fail(_ flaw: Flaw, _ message: @autoclosure () -> String) {
        lock.lock()
        defer { lock.unlock() }
        if !found.contains(where: { $0.flaw == flaw }) { found.append((flaw, message())) }
    }

    var failures: [(flaw: Flaw, message: String)] {
        lock.lock()
        defer { lock.unlock() }
        return found
    }

    /// How long to wait for what must come.
    var patience: TimeInterval { injector == nil ? 50 : 0.1 }

    func has(_ fault: Fault) -> Bool { injector?.fault == fault }

    /// What the checks observe: the observable itself, or in the self-test a wrong double of it.
    func observe<Element>(
        _ observable: Observable<Element>,
        _ handler: @escaping @Sendable (Event<Element>) -> Void
    ) -> Disposable {
        injector?.subscribe(observable, handler) ?? observable.subscribe(handler)
    }
}
