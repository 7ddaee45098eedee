import Foundation
import Millrace
import TestSupport
import Testing

// Types of a user's own, as they come: the same in Swift 5 and in Swift 6 mode. `OwnDisposables.swift` has more of them.

private class Subscription: Disposable {
    private(set) var disposals = 0
    func dispose() { disposals += 1 }
}

private class Scheduler: SchedulerType {
    private(set) var runs = 0
    var now: RxTime { Date() }

    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
        runs += 1
        return action(state)
    }

    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping (StateType) -> Disposable
    ) -> Disposable {
        schedule(state, action: action)
    }
}

private class Source<Element>: ObservableType {
    private var observers: [AnyObserver<Element>] = []

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Element {
        observers.append(observer.asObserver())
        return Subscription()
    }

    func asObservable() -> Observable<Element> { Observable.create { self.subscribe($0) } }

    func send(_ element: Element) { observers.forEach { $0.onNext(element) } }
}

private class Listener<Element>: ObserverType {
    private(set) var received: [Element] = []
    func on(_ event: Event<Element>) { if case .next(let element) = event { received.append(element) } }
}

/// What one passes between tasks.
private struct Service: Sendable {
    let bag = DisposeBag()
    let scheduler: any SchedulerType
    let immediate: any ImmediateSchedulerType
    let numbers: Observable<Int>
    let subject = PublishSubject<Int>()
    let last: Single<Int>
    var subscription: any Disposable
}

/// Has an observable, and is neither final nor safe to use from several threads.
private class Activity: ObservableConvertibleType {
    let busy = BehaviorRelay(value: false)
    private(set) var begun = 0

    func asObservable() -> Observable<Bool> { busy.asObservable() }

    func track<Source: ObservableConvertibleType>(_ source: Source) -> Observable<Source.Element> {
        Observable.using { () -> ActionDisposable in
            self.begun += 1
            self.busy.accept(true)
            return ActionDisposable { [busy = self.busy] in busy.accept(false) }
        } observableFactory: { _ in
            source.asObservable()
        }
    }
}

private final class ActionDisposable: Disposable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
    func dispose() { action() }
}

/// The line that the page on moving from RxSwift said to write before the compiler took such a class as it comes.
private class Bindings: Disposable, @unchecked Sendable {
    private let lock = NSLock()
    private var undoing: [() -> Void] = []

    func add(_ undo: @escaping () -> Void) { lock.withLock { undoing.append(undo) } }

    func dispose() {
        let undoing = lock.withLock {
            defer { self.undoing = [] }
            return self.undoing
        }
        undoing.forEach { $0() }
    }
}

private final class CountedBindings: Bindings, Cancelable, @unchecked Sendable {
    private(set) var disposals = 0
    var isDisposed: Bool { disposals > 0 }

    override func dispose() {
        disposals += 1
        super.dispose()
    }
}

/// The same line for a structure with a closure.
private struct Undoing: Disposable, @unchecked Sendable {
    let undo: () -> Void
    func dispose() { undo() }
}

extension ObservableConvertibleType {
    fileprivate func during(_ activity: Activity) -> Observable<Element> { activity.track(self) }
}

struct ConformancePatterns {
    @Test func ownTypesInAChain() {
        let source = Source<Int>()
        let listener = Listener<Int>()
        let scheduler = Scheduler()
        let subscription = source.map { $0 + 1 }.observe(on: scheduler).subscribe(listener)
        source.send(1)
        source.send(2)
        #expect(listener.received == [2, 3])
        #expect(scheduler.runs > 0)
        subscription.dispose()
    }

    @Test func ownDisposable() {
        let disposable = Subscription()
        let bag = CompositeDisposable(disposables: [disposable])
        bag.dispose()
        #expect(disposable.disposals == 1)
    }

    @Test func typesThatStateUncheckedSendable() {
        let bindings = CountedBindings()
        var undone: [String] = []
        bindings.add { undone.append("first") }
        bindings.add { undone.append("second") }
        let all = Disposables.create(bindings, Undoing { undone.append("structure") })
        let cancelable: any Cancelable = bindings
        all.dispose()
        #expect(undone == ["first", "second", "structure"])
        #expect(cancelable.isDisposed)
        #expect(bindings.disposals == 1)
    }

    @Test func aTypeThatHasAnObservable() {
        let activity = Activity()
        var shown: [Bool] = []
        let subscription = activity.busy.asObservable().subscribe(onNext: { shown.append($0) })
        let work = Observable.just(1).during(activity).subscribe(onNext: { _ in })
        work.dispose()
        subscription.dispose()
        #expect(shown == [false, true, false])
        #expect(activity.begun == 1)
    }

    @Test func aTaskThatDisposes() async {
        let disposed = Moment()
        let subject = PublishSubject<Int>()
        let subscription: any Disposable = subject.subscribe(onNext: { _ in }, onDisposed: { disposed.set() })
        let task = Task {
            await withTaskCancellationHandler {
                while !Task.isCancelled { await Task.yield() }
            } onCancel: {
                subscription.dispose()
            }
        }
        task.cancel()
        await task.value
        #expect(disposed.wait(seconds: 10))
        #expect(!subject.hasObservers)
    }

    @Test func aServiceInATask() async {
        let service = Service(
            scheduler: MainScheduler.instance,
            immediate: CurrentThreadScheduler.instance,
            numbers: .of(1, 2),
            last: .just(2),
            subscription: Disposables.create()
        )
        let sum = await Task.detached { () -> Int in
            var sum = 0
            service.numbers.subscribe(onNext: { sum += $0 }).disposed(by: service.bag)
            return sum
        }.value
        #expect(sum == 3)
    }
}
