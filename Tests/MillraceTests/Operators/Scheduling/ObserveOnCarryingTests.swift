import Dispatch
import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

private enum Trace {
    @TaskLocal static var id = "none"
    @TaskLocal static var depth = 0
    @TaskLocal static var reads: Probe?
}

/// Task-locals that `observe(on:)` carries, and what becomes of those that nobody carries.
final class ObserveOnCarryingTests: XCTestCase {
    private actor Place {}

    /// Everything that an observer finds.
    private func findings(_ source: Observable<Int>) -> Observable<String> {
        source.map { "\($0) \(Trace.id) \(Trace.depth)" }
    }

    private func schedulers() -> [(String, ImmediateSchedulerType)] {
        [
            ("serial queue", SerialDispatchQueueScheduler(qos: .default)),
            ("concurrent queue", ConcurrentDispatchQueueScheduler(qos: .default)),
            ("main", MainScheduler.instance),
            ("clock", ClockScheduler()),
            ("actor", ActorScheduler(Place())),
            ("a scheduler without batches", PlainScheduler()),
            ("current thread", CurrentThreadScheduler.instance),
        ]
    }

    func testTheValuesOfTheSubscriberArrive() async throws {
        for (name, scheduler) in schedulers() {
            let source = findings(Observable.of(1, 2).observe(on: scheduler, carrying: Trace.$id, Trace.$depth))
            let lines = try await Trace.$id.withValue("a") {
                try await Trace.$depth.withValue(3) { try await source.toArray().value }
            }
            XCTAssertEqual(lines, ["1 a 3", "2 a 3"], name)
            // Each subscription has its own.
            let others = try await Trace.$id.withValue("b") { try await source.toArray().value }
            XCTAssertEqual(others, ["1 b 0", "2 b 0"], name)
        }
    }

    func testOneKeyLeavesTheOthers() async throws {
        let source = findings(Observable.of(1).observe(on: ClockScheduler(), carrying: Trace.$depth))
        let lines = try await Trace.$id.withValue("a") {
            try await Trace.$depth.withValue(3) { try await source.toArray().value }
        }
        XCTAssertEqual(lines, ["1 none 3"])
    }

    func testOnAnActorAndWithABound() async throws {
        let place = Place()
        let sources = [
            Observable.of(1).observe(on: place, carrying: Trace.$id, Trace.$depth),
            Observable.of(1).observe(on: ClockScheduler(), capacity: 4, overflow: .buffer, carrying: Trace.$id),
            Observable.of(1).observe(on: ClockScheduler(), capacity: 4, overflow: .dropOldest, carrying: Trace.$id),
            Observable.of(1).observe(on: ClockScheduler(), capacity: 4, overflow: .dropNewest, carrying: Trace.$id),
            Observable.of(1).observe(on: ClockScheduler(), capacity: 4, overflow: .error, carrying: Trace.$id),
        ]
        for source in sources {
            let lines = try await Trace.$id.withValue("a") { try await findings(source).toArray().value }
            XCTAssertEqual(lines, ["1 a 0"])
        }
    }

    func testTerminalEventsAndDisposalsFindTheValues() {
        let recorder = Recorder<String>()
        let hasEnded = Moment()
        let queue = SerialDispatchQueueScheduler(qos: .default)
        let subscription = Trace.$id.withValue("a") {
            Observable<Int>.error(TestError()).observe(on: queue, carrying: Trace.$id)
                .subscribe(
                    onError: { _ in recorder.onNext("error \(Trace.id)") },
                    onDisposed: {
                        recorder.onNext("disposed \(Trace.id)")
                        hasEnded.set()
                    }
                )
        }
        hasEnded.wait()
        subscription.dispose()
        XCTAssertEqual(recorder.elements, ["error a", "disposed a"])
    }

    func testTheEmittersValuesAreNotCarried() async throws {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<String>()
        let observed = findings(subject.observe(on: ClockScheduler(), carrying: Trace.$id, Trace.$depth))
        let subscription = Trace.$id.withValue("subscriber") { observed.subscribe(recorder) }
        Trace.$id.withValue("emitter") { Trace.$depth.withValue(9) { subject.onNext(1) } }
        await waitForTasks { !recorder.elements.isEmpty }
        subscription.dispose()
        XCTAssertEqual(recorder.elements, ["1 subscriber 0"])
    }

    func testTheThreadDoesNotKeepTheValues() async {
        let queue = SerialDispatchQueueScheduler(qos: .default)
        for (name, scheduler) in [("queue", queue as ImmediateSchedulerType), ("clock", ClockScheduler())] {
            let recorder = Recorder<String>()
            let hasEnded = Moment()
            let subscription = Trace.$id.withValue("a") {
                Observable.of(1).observe(on: scheduler, carrying: Trace.$id).subscribe(onCompleted: {
                    _ = scheduler.schedule(()) { _ in
                        recorder.onNext(Trace.id)
                        hasEnded.set()
                        return Disposables.create()
                    }
                })
            }
            hasEnded.wait()
            subscription.dispose()
            XCTAssertEqual(recorder.elements, ["none"], name)
        }
    }

    func testValuesAreReleasedWithTheSubscription() {
        let subject = PublishSubject<Int>()
        var subscription: Disposable?
        let isHeldWhileSubscribed = isHeld { probe in
            subscription = Trace.$reads.withValue(probe) {
                subject.observe(on: ClockScheduler(), carrying: Trace.$reads).subscribe()
            }
        }
        XCTAssertTrue(isHeldWhileSubscribed)
        subscription?.dispose()
        let isHeldAfterDisposal = isHeld { probe in
            let subscription = Trace.$reads.withValue(probe) {
                subject.observe(on: ClockScheduler(), carrying: Trace.$reads).subscribe()
            }
            subscription.dispose()
        }
        XCTAssertFalse(isHeldAfterDisposal)
    }

    func testInVirtualTime() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
        let result = Trace.$id.withValue("a") {
            scheduler.start { self.findings(source.observe(on: scheduler, carrying: Trace.$id)) }
        }
        XCTAssertEqual(result.events, [.next(211, "1 a 0"), .next(221, "2 a 0"), .completed(231)])
    }
}

/// The table of the page on task-locals.
extension ObserveOnCarryingTests {
    private func found(_ body: (Recorder<String>, Moment) -> Disposable) -> [String] {
        let recorder = Recorder<String>()
        let hasEnded = Moment()
        let subscription = Trace.$id.withValue("caller") { body(recorder, hasEnded) }
        hasEnded.wait()
        subscription.dispose()
        return recorder.elements
    }

    func testDispatchAndTaskSchedulersBringNone() async {
        let schedulers: [(String, ImmediateSchedulerType)] = [
            ("serial", SerialDispatchQueueScheduler(qos: .default)),
            ("concurrent", ConcurrentDispatchQueueScheduler(qos: .default)),
            ("operation queue", OperationQueueScheduler(operationQueue: OperationQueue())),
            ("clock", ClockScheduler()),
            ("actor", ActorScheduler(Place())),
        ]
        for (name, scheduler) in schedulers {
            let lines = found { recorder, hasEnded in
                scheduler.schedule(()) { _ in
                    recorder.onNext(Trace.id)
                    hasEnded.set()
                    return Disposables.create()
                }
            }
            XCTAssertEqual(lines, ["none"], name)
            let observed = found { recorder, hasEnded in
                Observable.of(1).observe(on: scheduler)
                    .subscribe(onNext: { _ in recorder.onNext(Trace.id) }, onDisposed: { hasEnded.set() })
            }
            XCTAssertEqual(observed, ["none"], name)
        }
    }

    private var mainSchedulers: [(String, ImmediateSchedulerType)] {
        [("MainScheduler", MainScheduler.instance), ("ConcurrentMainScheduler", ConcurrentMainScheduler.instance)]
    }

    @MainActor
    func testTheMainSchedulersHaveTheCallersIfTheActionRunsAtOnce() {
        for (name, scheduler) in mainSchedulers {
            let recorder = Recorder<String>()
            Trace.$id.withValue("caller") {
                _ = scheduler.schedule(()) { _ in
                    recorder.onNext(Trace.id)
                    return Disposables.create()
                }
            }
            XCTAssertEqual(recorder.elements, ["caller"], name)
        }
    }

    func testTheMainSchedulersBringNoneIfTheActionWaits() async {
        for (name, scheduler) in mainSchedulers {
            let recorder = Recorder<String>()
            TestThread {
                Trace.$id.withValue("caller") {
                    _ = scheduler.schedule(()) { _ in
                        recorder.onNext(Trace.id)
                        return Disposables.create()
                    }
                }
            }.join()
            await waitForTasks { !recorder.elements.isEmpty }
            XCTAssertEqual(recorder.elements, ["none"], name)
        }
    }

    func testTheCurrentThreadHasThoseOfTheWorkThatCameFirst() {
        let recorder = Recorder<String>()
        Trace.$id.withValue("outer") {
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                Trace.$id.withValue("inner") {
                    CurrentThreadScheduler.instance.schedule(()) { _ in
                        recorder.onNext(Trace.id)
                        return Disposables.create()
                    }
                }
            }
        }
        XCTAssertEqual(recorder.elements, ["outer"])
    }

    func testVirtualTimeHasThoseOfTheThreadThatMovesTheClock() {
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<String>()
        Trace.$id.withValue("scheduled") { scheduler.scheduleAt(10) { recorder.onNext(Trace.id) } }
        Trace.$id.withValue("started") { scheduler.start() }
        XCTAssertEqual(recorder.elements, ["started"])
    }

    func testOperatorsSubjectsAndRelaysHaveTheEmitters() {
        let subject = PublishSubject<Int>()
        let relay = PublishRelay<Int>()
        let send = { (number: Int) in
            subject.onNext(number)
            relay.accept(number)
        }
        for (name, source) in [
            ("subject", subject.asObservable()), ("relay", relay.asObservable()), ("map", subject.map { $0 }),
            ("flatMap", subject.flatMap { Observable.just($0) }),
        ] {
            let recorder = Recorder<String>()
            let subscription = Trace.$id.withValue("subscriber") {
                source.subscribe(onNext: { _ in recorder.onNext(Trace.id) })
            }
            Trace.$id.withValue("emitter") { send(1) }
            subscription.dispose()
            XCTAssertEqual(recorder.elements, ["emitter"], name)
        }
    }

    func testClosuresThatRunWithTheSubscriptionHaveTheSubscribers() {
        let recorder = Recorder<String>()
        let sources: [Observable<Int>] = [
            .create { _ in
                recorder.onNext("create \(Trace.id)")
                return Disposables.create()
            },
            .create(pausable: { _, _ in
                recorder.onNext("create(pausable:) \(Trace.id)")
                return Disposables.create()
            }),
            .deferred {
                recorder.onNext("deferred \(Trace.id)")
                return .never()
            },
            .never().do(onSubscribe: { recorder.onNext("do \(Trace.id)") }),
        ]
        for source in Trace.$id.withValue("maker", operation: { sources.map { $0.map { $0 } } }) {
            Trace.$id.withValue("subscriber") { source.subscribe() }.dispose()
        }
        XCTAssertEqual(
            recorder.elements,
            ["create subscriber", "create(pausable:) subscriber", "deferred subscriber", "do subscriber"]
        )
    }

    func testASharedSourceIsSubscribedToByTheFirstSubscriberAndHasTheEmitters() {
        let subject = PublishSubject<Int>()
        for (name, scope) in [("while connected", SubjectLifetimeScope.whileConnected), ("forever", .forever)] {
            let recorder = Recorder<String>()
            let source = Observable.deferred {
                recorder.onNext("subscribed by \(Trace.id)")
                return subject
            }
            .share(replay: 1, scope: scope)
            let subscriptions = ["first", "second"].map { name in
                Trace.$id.withValue(name) {
                    source.subscribe(onNext: { _ in recorder.onNext("\(name) finds \(Trace.id)") })
                }
            }
            Trace.$id.withValue("emitter") { subject.onNext(1) }
            subscriptions.forEach { $0.dispose() }
            XCTAssertEqual(
                recorder.elements,
                ["subscribed by first", "first finds emitter", "second finds emitter"],
                name
            )
        }
    }

    func testTasksOfSubscriptionsHaveTheSubscribersUnlessTheyAreDetached() async throws {
        let numbers = AsyncStream<Int> { continuation in
            continuation.yield(1)
            continuation.finish()
        }
        let values = try await Trace.$id.withValue("subscriber") {
            let created = Single<String>.create { Trace.id }
            let detached = Single<String>.create(detached: true) { Trace.id }
            return try await [
                numbers.asObservable().map { _ in Trace.id }.asSingle().value, created.value, detached.value,
            ]
        }
        XCTAssertEqual(values, ["subscriber", "subscriber", "none"])
    }

    func testLoopsOverValuesHaveTheirOwn() async throws {
        let scheduler = ClockScheduler()
        try await Trace.$id.withValue("loop") {
            for try await found in Observable.of(1).map({ _ in Trace.id }).observe(on: scheduler).values {
                // The source is subscribed to in the loop's task, and delivers on the scheduler.
                XCTAssertEqual(found, "loop")
                XCTAssertEqual(Trace.id, "loop")
            }
        }
    }
}

/// A scheduler of a user's own, which knows no batches.
private struct PlainScheduler: ImmediateSchedulerType {
    private let queue = DispatchQueue(label: "PlainScheduler")

    func schedule<State>(_ state: State, action: @escaping @Sendable (State) -> Disposable) -> Disposable {
        let disposable = SingleAssignmentDisposable()
        let work = { disposable.setDisposable(action(state)) }
        queue.async(execute: unsafeBitCast(work, to: (@Sendable () -> Void).self))
        return disposable
    }
}
