import Dispatch
import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Events that are delivered on an actor.
final class ObserveOnActorTests: XCTestCase {
    private let violations = Recorder<IsolationViolation>()
    private var formerHandler = Hooks.isolationHandler
    private var formerChecks = Hooks.isolationChecks

    override func setUp() {
        (formerHandler, formerChecks) = (Hooks.isolationHandler, Hooks.isolationChecks)
        Hooks.isolationChecks = .report
        let violations = violations
        Hooks.isolationHandler = { violations.onNext($0) }
    }

    override func tearDown() {
        Hooks.isolationHandler = formerHandler
        Hooks.isolationChecks = formerChecks
        XCTAssertEqual(violations.elements, [])
    }

    /// An actor that runs wherever Swift runs actors.
    private actor Plain: Counting {
        var elements: [Int] = []
        var ends: [String] = []

        func subscribe(to source: Observable<Int>) -> Disposable {
            source.observe(on: self).subscribe(
                onNext: { self.elements.append($0) },
                onError: { self.ends.append("x(\($0))") },
                onCompleted: { self.ends.append("|") }
            )
        }
    }

    /// An actor with an executor of its own, on a dispatch queue.
    private actor OnAQueue: Counting {
        private let executor = QueueExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        var elements: [Int] = []
        var ends: [String] = []

        func subscribe(to source: Observable<Int>) -> Disposable {
            source.observe(on: self).subscribe(
                onNext: { self.elements.append($0) },
                onError: { self.ends.append("x(\($0))") },
                onCompleted: { self.ends.append("|") }
            )
        }
    }

    @MainActor
    private final class OnTheMainActor {
        var elements: [Int] = []
        var ends: [String] = []

        func subscribe(to source: Observable<Int>) -> Disposable {
            source.observe(on: MainActor.shared).subscribe(
                onNext: { self.elements.append($0) },
                onError: { self.ends.append("x(\($0))") },
                onCompleted: { self.ends.append("|") }
            )
        }
    }

    private func checkClosuresOfTheActor(_ counting: some Counting) async {
        let subject = PublishSubject<Int>()
        let subscription = await counting.subscribe(to: subject)
        for number in 0..<1_000 { subject.onNext(number) }
        subject.onCompleted()
        await waitForTasks { await !counting.ends.isEmpty }
        let (elements, ends) = await (counting.elements, counting.ends)
        XCTAssertEqual(elements, Array(0..<1_000))
        XCTAssertEqual(ends, ["|"])
        subscription.dispose()

        let failing = await counting.subscribe(to: .error(TestError("bad")))
        await waitForTasks { await counting.ends.count >= 2 }
        let all = await counting.ends
        XCTAssertEqual(all, ["|", "x(bad)"])
        failing.dispose()
    }

    func testClosuresOfAnActor() async {
        await checkClosuresOfTheActor(Plain())
    }

    func testClosuresOfAnActorWithItsOwnExecutor() async {
        await checkClosuresOfTheActor(OnAQueue())
    }

    func testClosuresOfTheMainActor() async {
        let model = await OnTheMainActor()
        let subject = PublishSubject<Int>()
        let subscription = await model.subscribe(to: subject)
        for number in 0..<1_000 { subject.onNext(number) }
        subject.onCompleted()
        await waitForTasks { await !model.ends.isEmpty }
        let elements = await model.elements
        XCTAssertEqual(elements, Array(0..<1_000))
        subscription.dispose()
    }

    func testAssumeIsolatedSucceedsInAPlainClosure() async throws {
        let (plain, queued) = (Plain(), OnAQueue())
        // Built from outside, so the closures belong to nobody.
        _ = try await Observable.of(1, 2).observe(on: plain)
            .map { number in plain.assumeIsolated { $0.elements.append(number) } }
            .toArray().value
        _ = try await Observable.of(1, 2).observe(on: queued, capacity: 4, overflow: .dropOldest)
            .map { number in queued.assumeIsolated { $0.elements.append(number) } }
            .toArray().value
        let sum = try await Observable.of(1, 2).observe(on: MainActor.shared)
            .map { number in MainActor.assumeIsolated { number } }
            .toArray().value
        let elements = await (plain.elements, queued.elements)
        XCTAssertEqual(elements.0, [1, 2])
        XCTAssertEqual(elements.1, [1, 2])
        XCTAssertEqual(sum, [1, 2])
    }

    func testTheTraits() async throws {
        let plain = Plain()
        let single = try await Single.just(1).observe(on: plain)
            .map { number in plain.assumeIsolated { _ in number + 1 } }
            .value
        XCTAssertEqual(single, 2)
        let maybe = try await Maybe.just(1).observe(on: MainActor.shared)
            .map { number in MainActor.assumeIsolated { number + 1 } }
            .value
        XCTAssertEqual(maybe, 2)
    }

    func testTheBoundCounts() async {
        let plain = Plain()
        let recorder = Recorder<Int>()
        let reports = Recorder<DroppedElement>()
        Hooks.droppedElementHandler = { reports.onNext($0) }
        defer { Hooks.droppedElementHandler = nil }
        let line: UInt = #line + 1
        let observed = Observable.of(1, 2, 3, 4).observe(on: plain, capacity: 2, overflow: .dropOldest)
        await emit(observed, to: recorder, on: plain)
        await waitForTasks { recorder.events.count >= 3 }
        XCTAssertEqual(recorder.marks, ["3", "4", "|"])
        XCTAssertEqual(reports.elements.map(\.count), [1, 2])
        XCTAssertEqual(reports.elements.first?.place, "MillraceTests/ObserveOnActorTests.swift:\(line)")
    }

    /// While the caller is on the actor, nothing else is.
    private func emit(_ source: Observable<Int>, to recorder: Recorder<Int>, on actor: isolated any Actor) {
        _ = source.subscribe(recorder)
        XCTAssertEqual(recorder.marks, [])
    }

    func testManyElementsOfAHopComeInBatches() async {
        let actor = CountingHops()
        let recorder = Recorder<Int>()
        let source = Observable.range(start: 0, count: 1_000).observe(on: actor)
        await actor.occupied { _ = source.subscribe(recorder) }
        await waitForTasks { recorder.events.count >= 1_001 }
        XCTAssertEqual(recorder.elements, Array(0..<1_000))
        // One hop for `occupied`, and one for each batch; on the way out of a full batch others get a turn.
        XCTAssertLessThan(actor.hops, 12)
    }

    func testDisposalDropsWhatWaits() async {
        let plain = Plain()
        let recorder = Recorder<Int>()
        await dispose(Observable.of(1, 2).observe(on: plain), recorder, on: plain)
        await emit(Observable.empty().observe(on: plain), to: recorder, on: plain)
        await waitForTasks { !recorder.marks.isEmpty }
        XCTAssertEqual(recorder.marks, ["|"])
    }

    private func dispose(_ source: Observable<Int>, _ recorder: Recorder<Int>, on actor: isolated any Actor) {
        source.subscribe(recorder).dispose()
    }

    func testADisposedSubscriptionReleasesTheActor() async {
        weak var released: Plain?
        let subject = PublishSubject<Int>()
        do {
            let plain = Plain()
            released = plain
            let subscription = await plain.subscribe(to: subject)
            subject.onNext(1)
            await waitForTasks { await !plain.elements.isEmpty }
            subscription.dispose()
        }
        await waitForTasks { released == nil }
    }

    func testNothingIsLeft() {
        let left = objectsLeft {
            let plain = Plain()
            let hasEnded = Moment()
            _ = Observable.range(start: 0, count: 1_000).observe(on: plain).subscribe(onDisposed: { hasEnded.set() })
            hasEnded.wait()
        }
        XCTAssertEqual(left, 0)
    }
}

private protocol Counting: Actor {
    var elements: [Int] { get }
    var ends: [String] { get }

    func subscribe(to source: Observable<Int>) -> Disposable
}

private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "QueueExecutor")
    let hops = Locked()

    final class Locked: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0
        var count: Int { lock.withLock { value } }
        func add() { lock.withLock { value += 1 } }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        hops.add()
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}

private actor CountingHops {
    private let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    nonisolated var hops: Int { executor.hops.count }

    func occupied(_ body: @Sendable () -> Void) { body() }
}
