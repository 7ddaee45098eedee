import Foundation
import Millrace
import MillraceExplore
import TestSupport
import XCTest

/// Scenarios in which the threads of an operator meet.
///
/// In the gate, each is explored with few preemptions and some random schedules; with `MILLRACE_LONG` in the environment,
/// with as many as fit. `MILLRACE_PREEMPTIONS` and `MILLRACE_RANDOM` are other bounds, for all scenarios. In a build without
/// MILLRACE_EXPLORE=1, the threads of a scenario race for some rounds.
class ExploreTestCase: XCTestCase {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isLong = !(environment["MILLRACE_LONG"] ?? "").isEmpty
    private static let preemptions = environment["MILLRACE_PREEMPTIONS"].flatMap(Int.init)
    private static let random = environment["MILLRACE_RANDOM"].flatMap(Int.init)

    override func setUp() {
        super.setUp()
        overlapHandler = Hooks.overlapHandler
        Hooks.overlapHandler = { _, _, _ in }
    }

    override func tearDown() {
        if let overlapHandler { Hooks.overlapHandler = overlapHandler }
        super.tearDown()
    }

    private var overlapHandler: Hooks.OverlapHandler?

    /// Explores a scenario, and fails with the schedule in which something does not hold.
    ///
    /// - Parameters:
    ///   - most: how many preemptions the long form has.
    ///   - short: how many the gate has.
    ///   - random: how many random schedules the long form has; the gate has a tenth.
    ///   - races: false if a race would not know when the tasks have ended that the code under test makes.
    func explored(
        most: Int = 2,
        short: Int = 1,
        random: Int = 2_000,
        races: Bool = true,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: (ExploreRun) throws -> Void
    ) {
        guard Explore.isExplored || races else { return }
        let isLong = ExploreTestCase.isLong
        do {
            let begin = Date()
            let report = try explore(
                preemptions: ExploreTestCase.preemptions ?? (isLong ? most : short),
                random: Explore.isExplored ? ExploreTestCase.random ?? (isLong ? random : random / 10) : 50,
                seed: 1,
                limit: 1_000_000,
                body
            )
            let seconds = Date().timeIntervalSince(begin)
            if Explore.isExplored {
                print("\(name): \(report), \(String(format: "%.2f", seconds)) s")
                // A schedule that leads elsewhere is no failure, but many of them would hide some.
                XCTAssertLessThan(report.divergences, 1 + report.schedules / 20, "divergences", file: file, line: line)
            }
        } catch {
            XCTFail("\(error)", file: file, line: line)
        }
    }
}

/// What an observer sees, and the rules of every observer: one event at a time, at most one end, and nothing after it.
final class Watch<Element>: @unchecked Sendable {
    private let run: ExploreRun
    private let isSerial: Bool
    private let lock = NSLock()
    private var inside = 0
    private var seen: [Event<Element>] = []
    private weak var capture: AnyObject?
    private(set) var subscription: Disposable = Disposables.create()

    /// - Parameter isSerial: whether the operator calls from one thread at a time, whatever its sources do.
    init(_ run: ExploreRun, isSerial: Bool = true) {
        self.run = run
        self.isSerial = isSerial
    }

    /// Subscribes.
    @discardableResult
    func watch(_ source: Observable<Element>) -> Watch {
        let capture = Capture()
        self.capture = capture
        subscription = source.subscribe { [self] event in
            capture.keep()
            on(event)
        }
        return self
    }

    /// An object that only the subscription holds.
    private final class Capture: @unchecked Sendable {
        @inline(never)
        func keep() {}
    }

    private func on(_ event: Event<Element>) {
        if isSerial {
            locked { inside += 1 }
            Explore.point()
            run.expect(locked { inside } == 1, "two threads call the observer at once: \(marks)")
        }
        let comesLate = locked { () -> Bool in
            defer { seen.append(event) }
            return seen.last?.isStopEvent == true
        }
        if isSerial {
            run.expect(!comesLate, "an event after the end: \(marks)")
            locked { inside -= 1 }
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        #if MILLRACE_EXPLORE
            return body()
        #else
            return lock.withLock(body)
        #endif
    }

    var events: [Event<Element>] { locked { seen } }

    var elements: [Element] { events.compactMap(\.element) }

    /// Whether it has seen the end.
    var hasEnded: Bool { events.last?.isStopEvent == true }

    var marks: String {
        events.map { event in
            switch event {
            case .next(let element): "\(element)"
            case .error(let error): "x(\(error))"
            case .completed: "|"
            }
        }.joined(separator: " ")
    }

    func dispose() {
        subscription.dispose()
    }

    /// At the end: disposes, and expects that what the subscription captured is gone.
    func expectReleased() {
        dispose()
        subscription = Disposables.create()
        run.expect(capture == nil, "captures are left after the disposal: \(marks)")
    }
}

/// A source whose subscriptions are counted.
final class Source: @unchecked Sendable {
    let subject = PublishSubject<Int>()
    private let counts = Counter()
    private let ends = Counter()

    var observable: Observable<Int> {
        Observable.create { [self] observer in
            counts.add()
            let subscription = subject.subscribe(observer)
            return Disposables.create { [self] in
                ends.add()
                subscription.dispose()
            }
        }
    }

    var subscriptions: Int { counts.value }
    var disposals: Int { ends.value }

    /// Each subscription has been disposed once.
    func expectDisposed(_ run: ExploreRun, file: StaticString = #fileID, line: UInt = #line) {
        run.expect(
            disposals == subscriptions,
            "\(subscriptions) subscriptions, \(disposals) disposals",
            file: file,
            line: line
        )
        run.expect(!subject.hasObservers, "an observer is left", file: file, line: line)
    }
}

extension ExploreTestCase {
    /// A source and a timer, whose actions a thread runs; a second time, another thread disposes.
    func timed<Output>(
        line: UInt = #line,
        random: Int = 4_000,
        source send: @escaping (PublishSubject<Int>) -> Void = { $0.sendAll(1, 2) },
        _ apply: @escaping (Observable<Int>, ExploreScheduler) -> Observable<Output>,
        isFine: @escaping (Watch<Output>) -> Bool
    ) {
        for disposes in [false, true] {
            explored(most: disposes ? 1 : 2, random: disposes ? 10_000 : random, line: line) { run in
                let subject = PublishSubject<Int>()
                let scheduler = run.scheduler("timer")
                let watch = Watch<Output>(run).watch(apply(subject, scheduler))
                run.thread("source") { send(subject) }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    run.expect(disposes || isFine(watch), watch.marks)
                    watch.expectReleased()
                    run.expect(!subject.hasObservers, "an observer is left")
                }
            }
        }
    }
}

extension PublishSubject where Element == Int {
    /// Sends the numbers, then completes.
    func sendAll(_ elements: Int...) {
        for element in elements { onNext(element) }
        onCompleted()
    }

    /// Sends the numbers.
    func send(_ elements: Int...) {
        for element in elements { onNext(element) }
    }
}

extension ExploreRun {
    /// Two sources, an operator and what comes out. Threads `a` and `b` send, and `c` disposes if it is asked to.
    func pair<Output>(
        disposes: Bool = false,
        isSerial: Bool = true,
        _ apply: (Observable<Int>, Observable<Int>) -> Observable<Output>,
        a: @escaping (PublishSubject<Int>) -> Void = { $0.sendAll(1, 2) },
        b: @escaping (PublishSubject<Int>) -> Void = { $0.sendAll(11, 12) },
        check: @escaping (Watch<Output>) -> Void
    ) {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let watch = Watch<Output>(self, isSerial: isSerial).watch(apply(first, second))
        thread("a") { a(first) }
        thread("b") { b(second) }
        if disposes { thread("c") { watch.dispose() } }
        self.check { [self] in
            check(watch)
            watch.expectReleased()
            expect(!first.hasObservers && !second.hasObservers, "a source still has an observer: \(watch.marks)")
        }
    }

    /// What comes out is one of the given outcomes.
    func expect<Output>(
        _ watch: Watch<Output>,
        oneOf outcomes: Set<String>,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        expect(outcomes.contains(watch.marks), watch.marks, file: file, line: line)
    }
}
