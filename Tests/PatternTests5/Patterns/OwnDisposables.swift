import Foundation
import Millrace
import TestSupport
import Testing

// Disposables and schedulers of a user's own, as RxSwift takes them in Swift 6 mode, and what tasks may do with them.

private class Own: Disposable {
    var disposals = 0
    func dispose() { disposals += 1 }
}

private class OwnSubclass: Own {
    var name = ""
}

private final class OwnFinal: Disposable {
    var disposals = 0
    func dispose() { disposals += 1 }
}

private struct OwnStructure: Disposable {
    let undo: () -> Void
    func dispose() { undo() }
}

private enum OwnCases: Disposable {
    case undo(() -> Void)
    func dispose() { if case .undo(let undo) = self { undo() } }
}

private class OwnCancelable<Value>: Cancelable {
    var value: Value?
    init(_ value: Value) { self.value = value }
    var isDisposed: Bool { value == nil }
    func dispose() { value = nil }
}

private class Node {
    var disposals = 0
}

private class DisposableNode: Node, Disposable {
    func dispose() { disposals += 1 }
}

private class FoundationNode: NSObject, Disposable {
    var disposals = 0
    func dispose() { disposals += 1 }
}

private class Later {
    var disposals = 0
}

extension Later: Disposable {
    func dispose() { disposals += 1 }
}

private protocol Named: Disposable {
    var name: String { get set }
}

private class OwnNamed: Named {
    var name = "undisposed"
    func dispose() { name = "disposed" }
}

private class OwnImmediate: ImmediateSchedulerType {
    var runs = 0

    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
        runs += 1
        return action(state)
    }
}

/// A subclass that has a variable and does not say `@unchecked Sendable` again.
private class OwnVirtualTime: VirtualTimeScheduler<HistoricalSchedulerTimeConverter> {
    var requests = 0

    init() {
        super.init(initialClock: Date(timeIntervalSince1970: 0), converter: HistoricalSchedulerTimeConverter())
    }

    override func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime {
        requests += 1
        return super.adjustScheduledTime(time)
    }
}

/// What tasks, actors and `Sendable` types may keep of disposables and schedulers.
private final class Keeper: Sendable {
    let one: any Disposable
    let perhaps: (any Disposable)?
    let several: [any Disposable]
    let named: [String: any Cancelable]
    let scheduler: any SchedulerType
    let immediate: any ImmediateSchedulerType
    static let shared: any Disposable = Disposables.create()

    init(_ disposable: any Disposable, _ cancelable: any Cancelable, _ scheduler: any SchedulerType) {
        one = disposable
        perhaps = disposable
        several = [disposable, cancelable]
        named = ["cancelable": cancelable]
        self.scheduler = scheduler
        immediate = scheduler
    }
}

private actor Connection {
    private(set) var subscription: (any Disposable)?

    func open(_ source: Observable<Int>) -> any Disposable {
        let subscription = source.subscribe()
        self.subscription = subscription
        return subscription
    }

    func keep(_ disposable: any Disposable) { subscription = disposable }
}

extension Disposable {
    fileprivate func disposeInATask() async {
        await Task.detached { self.dispose() }.value
    }
}

private func disposeInATask<Given: Disposable>(_ disposable: Given) async {
    await Task.detached { disposable.dispose() }.value
    await Task.detached { _ = disposable }.value
}

private func passOn<Value: Sendable>(_ value: Value) -> Value { value }

struct OwnDisposablePatterns {
    @Test func eachKindOfOwnDisposable() {
        var undone: [String] = []
        let own = Own()
        let subclass = OwnSubclass()
        let final = OwnFinal()
        let cancelable = OwnCancelable("value")
        let node = DisposableNode()
        let foundation = FoundationNode()
        let later = Later()
        let named = OwnNamed()
        let structure = OwnStructure { undone.append("structure") }
        let cases = OwnCases.undo { undone.append("case") }
        let all: [any Disposable] = [
            own, subclass, final, structure, cases, cancelable, node, foundation, later, named,
        ]
        Disposables.create(all).dispose()
        let disposals = [own.disposals, subclass.disposals, final.disposals]
        #expect(disposals == [1, 1, 1])
        let others = [node.disposals, foundation.disposals, later.disposals]
        #expect(others == [1, 1, 1])
        #expect(undone.sorted() == ["case", "structure"])
        #expect(cancelable.isDisposed)
        #expect(named.name == "disposed")
    }

    @Test func ownSchedulers() {
        let immediate = OwnImmediate()
        var received: [Int] = []
        Observable.of(1, 2).observe(on: immediate).subscribe(onNext: { received.append($0) }).dispose()
        #expect(received == [1, 2])
        #expect(immediate.runs > 0)

        let virtual = OwnVirtualTime()
        let delayed = Observable.just(3).delay(.seconds(60), scheduler: virtual).subscribe(onNext: {
            received.append($0)
        })
        virtual.start()
        delayed.dispose()
        #expect(virtual.requests > 0)
        #expect(received == [1, 2, 3])
    }

    @Test func tasksThatDispose() async {
        let own = Own()
        let disposable: any Disposable = own
        let perhaps: (any Disposable)? = own
        let several: [any Disposable] = [own, own]
        await Task.detached { own.dispose() }.value
        await Task.detached { disposable.dispose() }.value
        await Task { perhaps?.dispose() }.value
        await Task { several.forEach { $0.dispose() } }.value
        await disposable.disposeInATask()
        await disposeInATask(own)
        let onCancel = { @Sendable in passOn(disposable).dispose() }
        await withTaskCancellationHandler {
        } onCancel: {
            onCancel()
        }
        onCancel()
        disposable.dispose()
        #expect(own.disposals == 9)
    }

    @Test func whatTasksAndActorsPassOn() async {
        let own = Own()
        let connection = Connection()
        await connection.keep(own)
        await connection.subscription?.dispose()
        let subject = PublishSubject<Int>()
        let opened = await connection.open(subject.asObservable())
        #expect(subject.hasObservers)
        opened.dispose()
        #expect(!subject.hasObservers)

        let task: Task<any Disposable, Never> = Task { own }
        await task.value.dispose()
        await withTaskGroup(of: (any Disposable).self) { group in
            group.addTask { own }
            for await disposable in group { disposable.dispose() }
        }
        for await disposable in AsyncStream<any Disposable>(unfolding: { nil }) { disposable.dispose() }
        #expect(own.disposals == 3)
    }

    @Test func whatSendableTypesKeep() async {
        let own = Own()
        let cancelable = OwnCancelable(1)
        let keeper = Keeper(own, cancelable, HistoricalScheduler())
        await Task.detached {
            keeper.one.dispose()
            keeper.perhaps?.dispose()
            keeper.several.forEach { $0.dispose() }
            keeper.named.values.forEach { $0.dispose() }
            keeper.immediate.schedule(()) { Disposables.create() }.dispose()
            Keeper.shared.dispose()
        }.value
        #expect(own.disposals == 3)
        #expect(cancelable.isDisposed)
    }
}
