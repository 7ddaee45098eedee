import Foundation
import Millrace

/// Puts a wrong double in Millrace's place, so that the self-test sees whether the checks notice.
final class Injector: @unchecked Sendable {
    let fault: Fault
    private let chances = Number()
    private let lock = NSLock()
    private var kept: [Any] = []
    private var ignored: [Disposable] = []

    init(_ fault: Fault) {
        self.fault = fault
    }

    /// Whether to do it this time.
    func isDue() -> Bool { chances.add() % 17 == 0 }

    /// Lets go of what a round's doubles have kept.
    func endRound() {
        lock.lock()
        let (kept, ignored) = (self.kept, self.ignored)
        (self.kept, self.ignored) = ([], [])
        lock.unlock()
        for disposable in ignored { disposable.dispose() }
        withExtendedLifetime(kept) {}
    }

    func subscribe<Element>(
        _ observable: Observable<Element>,
        _ handler: @escaping @Sendable (Event<Element>) -> Void
    ) -> Disposable {
        switch fault {
        case .drops:
            return observable.subscribe { [self] event in
                if case .next = event, isDue() { return }
                handler(event)
            }
        case .repeats:
            return observable.subscribe { [self] event in
                handler(event)
                if case .next = event, isDue() { handler(event) }
            }
        case .swaps:
            let swap = Swap(handler)
            return observable.subscribe { [self] event in swap.hear(event, holdsBack: isDue()) }
        case .endsTwice:
            return observable.subscribe { event in
                handler(event)
                if event.isStopEvent { handler(event) }
            }
        case .neverEnds:
            return observable.subscribe { event in if !event.isStopEvent { handler(event) } }
        case .goesOn:
            let last = Last<Element>()
            return observable.subscribe { event in
                handler(event)
                if let element = event.element { last.set(element) } else { last.element.map { handler(.next($0)) } }
            }
        case .ignoresDisposal:
            keep(ignored: observable.subscribe(handler))
            return Disposables.create()
        case .overlaps:
            return observable.subscribe { [self] event in
                guard case .next = event, isDue() else { return handler(event) }
                concurrently([{ handler(event) }, { handler(event) }])
            }
        case .keeps:
            if isDue() { keep(handler) }
            return observable.subscribe(handler)
        case .releasesElsewhere:
            let elsewhere = Elsewhere(handler)
            let subscription = observable.subscribe { event in elsewhere.handler?(event) }
            return Disposables.create {
                subscription.dispose()
                elsewhere.release()
            }
        default:
            return observable.subscribe(handler)
        }
    }

    /// Holds on to it until the end of the round.
    func keep(_ value: Any) {
        lock.lock()
        kept.append(value)
        lock.unlock()
    }

    private func keep(ignored disposable: Disposable) {
        lock.lock()
        ignored.append(disposable)
        lock.unlock()
    }
}

/// Holds an event back until the one after it, for each thread that calls.
private final class Swap<Element>: @unchecked Sendable {
    private let handler: (Event<Element>) -> Void
    private let lock = NSLock()
    private var held: [UInt: Event<Element>] = [:]

    init(_ handler: @escaping (Event<Element>) -> Void) {
        self.handler = handler
    }

    func hear(_ event: Event<Element>, holdsBack: Bool) {
        let thread = StressThread.current
        lock.lock()
        let former = held.removeValue(forKey: thread)
        let isHeld = former == nil && holdsBack && !event.isStopEvent
        if isHeld { held[thread] = event }
        lock.unlock()
        if isHeld { return }
        if !event.isStopEvent { handler(event) }
        if let former { handler(former) }
        if event.isStopEvent { handler(event) }
    }
}

private final class Last<Element>: @unchecked Sendable {
    private let lock = NSLock()
    private var last: Element?

    func set(_ element: Element) {
        lock.lock()
        last = element
        lock.unlock()
    }

    var element: Element? {
        lock.lock()
        defer { lock.unlock() }
        return last
    }
}

/// Lets a thread of its own drop the last reference to a handler.
private final class Elsewhere<Element>: @unchecked Sendable {
    private let lock = NSLock()
    private var content: ((Event<Element>) -> Void)?

    init(_ handler: @escaping (Event<Element>) -> Void) {
        content = handler
    }

    var handler: ((Event<Element>) -> Void)? {
        lock.lock()
        defer { lock.unlock() }
        return content
    }

    func release() {
        StressThread { [self] in
            lock.lock()
            let former = content
            content = nil
            lock.unlock()
            withExtendedLifetime(former) {}
        }.join()
    }
}
