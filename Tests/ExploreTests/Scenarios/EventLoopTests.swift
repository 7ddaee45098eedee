import Millrace
import MillraceExplore
import MillraceTest
import TestSupport
import XCTest

/// The scheduler of MillraceNIO's event loops, whose files are also in this target: work of a loop meets the thread that
/// has scheduled it, and the thread that disposes it.
final class EventLoopTests: ExploreTestCase {
    /// The first run comes while the thread that subscribes stores the timer.
    func testAPeriodOfALoop() {
        for disposes in [false, true] {
            explored(most: disposes ? 1 : 2, random: 4_000, races: false) { run in
                let loop = ExploredLoop(run.scheduler("loop"))
                let watch = Watch<Int>(run)
                run.thread("subscribes") {
                    watch.watch(Observable<Int>.interval(.seconds(1), scheduler: EventLoopScheduler(loop)).take(3))
                }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    run.expect(disposes || watch.marks == "0 1 2 |", watch.marks)
                    run.expect(watch.elements == Array([0, 1, 2].prefix(watch.elements.count)), watch.marks)
                    watch.expectReleased()
                    run.expect(loop.waiting == 0, "\(loop.waiting) timers wait after the disposal: \(watch.marks)")
                }
            }
        }
    }

    /// A run meets the disposal of its period: what the run has taken out is released, and the next run does not come.
    func testAPeriodOfALoopIsDisposedBesideARun() {
        explored(random: 4_000, races: false) { run in
            let loop = ExploredLoop(run.scheduler("loop"))
            let watch = Watch<Int>(run)
            watch.watch(Observable<Int>.interval(.seconds(1), scheduler: EventLoopScheduler(loop)).take(3))
            run.thread("disposes") { watch.dispose() }
            run.check {
                run.expect(watch.elements == Array([0, 1, 2].prefix(watch.elements.count)), watch.marks)
                watch.expectReleased()
                run.expect(loop.waiting == 0, "\(loop.waiting) timers wait after the disposal: \(watch.marks)")
            }
        }
    }

    /// One thread has an action run on a loop, and another one disposes it: when both have returned, and the loop does
    /// nothing, no timer is left.
    private func areDisposed(
        line: UInt = #line,
        _ make: @escaping (_ loop: ExploredLoop) -> (begin: () -> Void, work: Disposable),
        check: @escaping (ExploreRun) -> Void = { _ in }
    ) {
        explored(random: 4_000, races: false, line: line) { run in
            let loop = ExploredLoop(run.scheduler("loop"))
            let (begin, work) = make(loop)
            let returned = Counter()
            let returns = {
                if returned.add() == 2, !loop.isInside {
                    run.expect(loop.waiting == 0, "\(loop.waiting) timers are left after the disposal")
                }
            }
            run.thread("begins") {
                begin()
                returns()
            }
            run.thread("disposes") {
                work.dispose()
                returns()
            }
            run.check { check(run) }
        }
    }

    func testAnActionOfALoopIsDisposed() {
        let counts = Log<(runs: Counter, disposals: Counter)>()
        areDisposed { loop in
            let (runs, disposals) = (Counter(), Counter())
            counts.add((runs, disposals))
            let work = LoopWork(runs) { runs in
                runs.add()
                return Disposables.create { disposals.add() }
            }
            return ({ work.wait(until: loop.now + .minutes(1), on: loop) }, work)
        } check: { run in
            guard let (runs, disposals) = counts.entries.last else { return }
            run.expect(runs.value == disposals.value, "\(runs.value) runs, \(disposals.value) disposals")
        }
    }

    func testThePeriodOfALoopIsDisposed() {
        areDisposed { loop in
            let work = LoopPeriod((), { $0 }, on: loop, from: loop.now + .minutes(1), every: .minutes(1))
            return ({ work.wait() }, work)
        }
    }

    /// A run of a period meets a disposal that waits for no other thread.
    func testARunIsDisposed() {
        explored(random: 4_000, races: false) { run in
            let loop = ExploredLoop(run.scheduler("loop"))
            let seen = Log<Int>()
            var state: Counter? = Counter()
            weak let kept = state
            let work = LoopPeriod(
                state,
                { state in
                    seen.add(1)
                    return state
                },
                on: loop,
                from: loop.now,
                every: .minutes(1)
            )
            state = nil
            work.wait()
            run.thread("disposes") { work.dispose() }
            run.check {
                run.expect(kept == nil, "the state is left after the disposal, and \(seen.entries.count) runs")
                run.expect(loop.waiting == 0, "\(loop.waiting) timers wait after the disposal")
            }
        }
    }

    /// Two threads send, one of them on the loop.
    func testObserveOnALoop() {
        explored(most: 1, random: 10_000, races: false) { run in
            let loop = ExploredLoop(run.scheduler("loop"))
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run).watch(subject.observe(on: EventLoopScheduler(loop)))
            loop.execute { subject.send(1, 2) }
            run.thread("source") { subject.send(11, 12) }
            run.check {
                run.expect(watch.elements.filter { $0 < 10 } == [1, 2], watch.marks)
                run.expect(watch.elements.filter { $0 > 10 } == [11, 12], watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }
}
