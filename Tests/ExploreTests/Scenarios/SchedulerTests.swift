import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// Schedulers: the queue of actions that tasks run, actions that wait for their time, and actions that run again.
final class SchedulerTests: ExploreTestCase {
    /// A clock that stands still. To sleep takes no time, eight times: a schedule that leaves a timer running while no other
    /// thread goes on has to end.
    private struct StillClock: Clock {
        let now = ContinuousClock.now
        let minimumResolution = Duration.zero
        private let sleeps = Log<Duration>()

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            sleeps.add(now.duration(to: deadline))
            if sleeps.entries.count > 8 { throw CancellationError() }
        }
    }

    /// Hands its actions to two schedulers in turn, and knows which of them wait.
    private final class InTurn: SchedulerType, @unchecked Sendable {
        private let schedulers: [ExploreScheduler]
        private let scheduled = Log<Int>()
        /// What has begun or has been disposed.
        private let left = Log<Int>()

        init(_ schedulers: ExploreScheduler...) {
            self.schedulers = schedulers
        }

        var now: RxTime { schedulers[0].now }

        var waits: Bool { Set(left.entries).count < scheduled.entries.count }

        private func add() -> Int {
            scheduled.add(0)
            return scheduled.entries.count
        }

        func schedule<State>(_ state: State, action: @escaping @Sendable (State) -> Disposable) -> Disposable {
            scheduleRelative(state, dueTime: .seconds(0), action: action)
        }

        func scheduleRelative<State>(
            _ state: State,
            dueTime: RxTimeInterval,
            action: @escaping @Sendable (State) -> Disposable
        ) -> Disposable {
            let number = add()
            let scheduled = schedulers[number % schedulers.count].scheduleRelative(state, dueTime: dueTime) { [left] in
                left.add(number)
                return action($0)
            }
            return Disposables.create { [left] in
                left.add(number)
                scheduled.dispose()
            }
        }
    }

    /// Notes the beginning and the end of each action.
    private func note(_ number: Int, _ seen: Log<Int>) -> Disposable {
        seen.add(number)
        Explore.point()
        seen.add(number)
        return Disposables.create()
    }

    /// The numbers of the actions, each of which has begun and ended before the next; `nil` if two overlap.
    private func actions(_ seen: Log<Int>) -> [Int]? {
        let entries = seen.entries
        let pairs = stride(from: 0, to: entries.count - 1, by: 2).map { entries[$0...($0 + 1)] }
        return entries.count % 2 == 0 && pairs.allSatisfy { Set($0).count == 1 } ? pairs.compactMap(\.first) : nil
    }

    // MARK: The queue that a task empties

    /// Two threads add actions while the task comes to rest.
    func testATaskComesToRestBesideTwoThreads() {
        explored(most: 1, random: 10_000, races: false) { run in
            let scheduler = ClockScheduler()
            let seen = Log<Int>()
            let schedule: (Int) -> Void = { number in
                _ = scheduler.schedule(number) { [self] in note($0, seen) }
            }
            schedule(0)
            run.thread("a") {
                schedule(1); schedule(2)
            }
            run.thread("b") { schedule(11) }
            run.check {
                let actions = self.actions(seen) ?? []
                run.expect(actions.filter { $0 < 10 } == [0, 1, 2] && actions.count == 4, "\(seen.entries)")
            }
        }
    }

    /// Actions whose times come at once, and wake two tasks, run in the order of their times.
    func testTwoActionsAreDue() {
        explored(random: 4_000, races: false) { run in
            run.workers(2)
            let scheduler = ClockScheduler(StillClock())
            let seen = Log<Int>()
            for number in 1...2 {
                _ = scheduler.scheduleRelative(number, dueTime: .seconds(number)) { [self] in note($0, seen) }
            }
            run.check { run.expect(self.actions(seen) == [1, 2], "\(seen.entries)") }
        }
    }

    /// An action that is due is disposed.
    func testADueActionIsDisposed() {
        explored(random: 4_000, races: false) { run in
            let scheduler = ClockScheduler(StillClock())
            let seen = Log<Int>()
            let subscription = SingleAssignmentDisposable()
            run.thread("schedules") {
                subscription.setDisposable(
                    scheduler.scheduleRelative(1, dueTime: .seconds(1)) { [self] in note($0, seen) }
                )
                _ = scheduler.scheduleRelative(2, dueTime: .seconds(2)) { [self] in note($0, seen) }
            }
            run.thread("disposes") { subscription.dispose() }
            run.check { run.expect([[1, 2], [2]].contains(self.actions(seen)), "\(seen.entries)") }
        }
    }

    // MARK: Several elements in one action

    /// The action that delivers comes to its end beside the next element, or beside the end.
    func testAnActionEndsBesideTheNextElement() {
        explored(short: 2, random: 4_000, races: false) { run in
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run).watch(subject.observe(on: ClockScheduler()))
            subject.onNext(1)
            run.thread("source") { subject.sendAll(2) }
            run.check {
                run.expect(watch.marks == "1 2 |", watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }

    /// A queue that nobody empties is below another one. Elements come to the upper one while an action delivers its
    /// elements, and waits a moment for more.
    func testAQueueBelowAnotherOneKeepsItsBound() {
        let capacity = 1
        explored(random: 4_000, races: false) { run in
            let broadcast = Broadcast<Int>(capacity: 8)
            let passed = Log<Int>()
            let values = broadcast.asObservable()
                .observe(on: ClockScheduler(), capacity: 4, overflow: .suspend)
                .do(onNext: { passed.add($0) })
                .values(capacity: capacity, overflow: .suspend)
            let iterator = values.makeAsyncIterator()
            run.expect(broadcast.send(1) == .sent)
            run.thread("source") {
                for element in 2...3 { run.expect(broadcast.send(element) == .sent) }
            }
            run.check {
                run.expect(passed.entries == [1], "\(passed.entries) are in a queue for \(capacity)")
                withExtendedLifetime(iterator) {}
            }
        }
    }

    // MARK: Actions that run again

    /// Elements come while the thread that subscribes stores what it has scheduled.
    func testAPeriodThatTasksRun() {
        for disposes in [false, true] {
            explored(most: 1, random: 10_000, races: false) { run in
                let watch = Watch<Int>(run)
                run.thread("subscribes") {
                    let scheduler = ClockScheduler(StillClock())
                    watch.watch(Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(3))
                }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    run.expect(disposes || watch.marks == "0 1 2 |", watch.marks)
                    run.expect(watch.elements == Array([0, 1, 2].prefix(watch.elements.count)), watch.marks)
                    watch.expectReleased()
                }
            }
        }
    }

    /// A run of a period meets its disposal: what the run has taken out is released.
    func testAPeriodIsDisposedBesideARun() {
        explored(random: 4_000, races: false) { run in
            let watch = Watch<Int>(run)
            watch.watch(Observable<Int>.interval(.seconds(1), scheduler: ClockScheduler(StillClock())).take(3))
            run.thread("disposes") { watch.dispose() }
            run.check {
                run.expect(watch.elements == Array([0, 1, 2].prefix(watch.elements.count)), watch.marks)
                watch.expectReleased()
            }
        }
    }

    /// A tick comes on another thread while the work of the tick before is under way, on a scheduler that has no periods
    /// of its own.
    func testTicksMeet() {
        for disposes in [false, true] {
            explored(most: disposes ? 1 : 2, random: 4_000, races: false) { run in
                let scheduler = InTurn(run.scheduler("odd"), run.scheduler("even"))
                let watch = Watch<Int>(run).watch(
                    Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(3)
                )
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    run.expect(disposes || watch.marks == "0 1 2 |", watch.marks)
                    run.expect(watch.elements == Array([0, 1, 2].prefix(watch.elements.count)), watch.marks)
                    watch.expectReleased()
                    run.expect(!scheduler.waits, "an action waits after the disposal: \(watch.marks)")
                }
            }
        }
    }
}
