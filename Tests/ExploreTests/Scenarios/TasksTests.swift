import Millrace
import MillraceExplore
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// Streams and tasks: tasks that read, and operators whose closures are asynchronous.
final class TasksTests: ExploreTestCase {
    /// A task reads with room for one element, while a thread sends three.
    private func reads(
        _ overflow: OverflowStrategy,
        line: UInt = #line,
        isFine: @escaping (_ seen: [Int], _ dropped: Int, _ error: Error?) -> Bool
    ) {
        explored(random: 4_000, line: line) { run in
            let subject = PublishSubject<Int>()
            let (seen, drops, errors) = (Log<Int>(), Log<Int>(), Log<Error>())
            let values = subject.values(capacity: 1, overflow: overflow) { drops.add($0) }
            run.thread("sends") { subject.sendAll(1, 2, 3) }
            run.task("reads") {
                do {
                    for try await element in values { seen.add(element) }
                } catch { errors.add(error) }
            }
            run.check {
                let dropped = drops.entries.last ?? 0
                run.expect(
                    isFine(seen.entries, dropped, errors.entries.first),
                    "\(seen.entries), \(dropped) dropped, \(errors.entries)"
                )
                run.expect(!subject.hasObservers, "an observer is left")
            }
        }
    }

    func testValuesBuffer() {
        reads(.buffer) { seen, dropped, error in seen == [1, 2, 3] && dropped == 0 && error == nil }
    }

    func testValuesDropTheOldest() {
        reads(.dropOldest) { seen, dropped, error in
            seen.count + dropped == 3 && seen.last == 3 && seen == seen.sorted() && error == nil
        }
    }

    func testValuesDropTheNewest() {
        reads(.dropNewest) { seen, dropped, error in
            seen.count + dropped == 3 && seen.first == 1 && seen == seen.sorted() && error == nil
        }
    }

    func testValuesFail() {
        reads(.error) { seen, dropped, error in
            let isPart = seen == Array([1, 2, 3].prefix(seen.count)) && !seen.isEmpty && dropped == 0
            return isPart && (error == nil) == (seen.count == 3) && (error == nil || error is OverflowError)
        }
    }

    /// Nothing comes that would wake the task once more.
    func testATaskReadsWhatIsThere() {
        explored(random: 4_000) { run in
            let subject = PublishSubject<Int>()
            let seen = Log<Int>()
            let values = subject.values(capacity: 2, overflow: .buffer)
            run.thread("sends") { subject.send(1, 2) }
            run.task("reads") {
                var iterator = values.makeAsyncIterator()
                for _ in 0..<2 { if let element = try await iterator.next() { seen.add(element) } }
            }
            run.check { run.expect(seen.entries == [1, 2], "\(seen.entries)") }
        }
    }

    func testValuesHoldTheirSourceBack() {
        explored(random: 4_000) { run in
            let broadcast = Broadcast<Int>(capacity: 4)
            let seen = Log<Int>()
            let values = broadcast.asObservable().values(capacity: 1, overflow: .suspend)
            run.thread("sends") {
                for element in 1...3 { run.expect(broadcast.send(element) == .sent) }
                broadcast.finish()
            }
            run.task("reads") { for try await element in values { seen.add(element) } }
            run.check { run.expect(seen.entries == [1, 2, 3], "\(seen.entries)") }
        }
    }

    func testForEach() {
        explored(random: 4_000) { run in
            let broadcast = Broadcast<Int>(replay: 4, capacity: 4)
            let seen = Log<Int>()
            run.thread("sends") {
                for element in 1...3 { broadcast.send(element) }
                broadcast.finish()
            }
            run.task("reads") {
                try await broadcast.asObservable().forEach(capacity: 1) { element in
                    await Task.yield()
                    seen.add(element)
                }
            }
            run.check { run.expect(Array([1, 2, 3].suffix(seen.entries.count)) == seen.entries, "\(seen.entries)") }
        }
    }

    /// The end comes while the task finds nothing, and is about to wait.
    func testTheEndComesWhileATaskBeginsToWait() {
        explored(random: 4_000) { run in
            let broadcast = Broadcast<Int>(replay: 4, capacity: 4)
            let seen = Log<Int>()
            broadcast.send(1)
            run.thread("ends") { broadcast.finish() }
            run.task("reads") {
                try await broadcast.asObservable().forEach(capacity: 1) { seen.add($0) }
            }
            run.check { run.expect([[], [1]].contains(seen.entries), "\(seen.entries)") }
        }
    }

    /// The task that reads is cancelled.
    func testTheReaderIsCancelled() {
        explored(random: 4_000) { run in
            let subject = PublishSubject<Int>()
            let (seen, ends) = (Log<Int>(), Log<String>())
            let values = subject.values(capacity: 1, overflow: .dropOldest)
            let reader = Task {
                do {
                    for try await element in values { seen.add(element) }
                    ends.add("|")
                } catch { ends.add("\(error is CancellationError)") }
            }
            run.thread("sends") { subject.send(1, 2) }
            run.thread("cancels") { reader.cancel() }
            run.task("waits") { await reader.value }
            run.check {
                run.expect(ends.entries == ["true"], "\(ends.entries)")
                run.expect(seen.entries == seen.entries.sorted(), "\(seen.entries)")
                run.expect(!subject.hasObservers, "an observer is left")
            }
        }
    }

    /// A task that begins to wait for a value is cancelled.
    func testATaskThatAwaitsAValueIsCancelled() {
        explored(random: 4_000) { run in
            let ends = Log<String>()
            let subject = PublishSubject<Int>()
            let reader = Task {
                do {
                    ends.add("\(try await subject.asSingle().value)")
                } catch { ends.add("\(error is CancellationError)") }
            }
            run.thread("cancels") { reader.cancel() }
            run.task("waits") { await reader.value }
            run.check {
                run.expect(ends.entries == ["true"], "\(ends.entries)")
                run.expect(!subject.hasObservers, "an observer is left")
            }
        }
    }

    /// Two workers run the closures of an operator, whose source ends on a thread of its own.
    private func maps(
        line: UInt = #line,
        isOrdered: Bool,
        _ apply: @escaping (Observable<Int>, @escaping @Sendable (Int) async -> Int) -> Observable<Int>
    ) {
        for disposes in [false, true] {
            explored(most: 1, short: disposes ? 0 : 1, random: 10_000, races: false, line: line) { run in
                run.workers(2)
                let subject = PublishSubject<Int>()
                let watch = Watch<Int>(run)
                watch.watch(
                    apply(subject) { element in
                        await Task.yield()
                        return element
                    }
                )
                run.thread("sends") { subject.sendAll(1, 2, 3) }
                if disposes { run.thread("disposes") { watch.dispose() } }
                run.check {
                    if disposes {
                        run.expect(Set(watch.elements).count == watch.elements.count, watch.marks)
                    } else {
                        run.expect(watch.elements.sorted() == [1, 2, 3] && watch.hasEnded, watch.marks)
                    }
                    run.expect(!isOrdered || watch.elements == watch.elements.sorted(), watch.marks)
                    watch.expectReleased()
                    run.expect(!subject.hasObservers, "an observer is left")
                }
            }
        }
    }

    /// The worker finds nothing to do, beside the next element.
    func testAWorkerComesToRest() {
        explored(random: 4_000, races: false) { run in
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run).watch(subject.map(maxConcurrent: 1) { element async -> Int in element })
            subject.onNext(1)
            run.thread("sends") { subject.sendAll(2) }
            run.check {
                run.expect(watch.marks == "1 2 |", watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }

    /// The worker that could not deliver finds nothing to do, beside the consumer that makes room.
    func testAWorkerComesToRestBesideRoom() {
        explored(random: 4_000, races: false) { run in
            let broadcast = Broadcast<Int>(capacity: 4)
            let watch = Watch<Int>(run).watch(
                broadcast.asObservable().map(maxConcurrent: 1) { element async -> Int in element }
                    .observe(on: run.scheduler("consumer"), capacity: 1, overflow: .suspend)
            )
            for element in 1...3 { run.expect(broadcast.send(element) == .sent) }
            broadcast.finish()
            run.check {
                run.expect(watch.marks == "1 2 3 |", watch.marks)
                watch.expectReleased()
            }
        }
    }

    func testMapMaxConcurrent() {
        maps(isOrdered: false) { source, work in source.map(maxConcurrent: 2) { await work($0) } }
    }

    func testMapMaxConcurrentInOrder() {
        maps(isOrdered: true) { source, work in source.map(maxConcurrent: 2, ordered: true) { await work($0) } }
    }

    func testMapOneAtATime() {
        maps(isOrdered: true) { source, work in source.map(maxConcurrent: 1) { await work($0) } }
    }

    func testMapOrderedByKey() {
        maps(isOrdered: true) { source, work in
            source.map(maxConcurrent: 2, orderedBy: { _ in 0 }) { await work($0) }
        }
    }

    func testMapOnFailure() {
        maps(isOrdered: true) { source, work in
            source.startWith(0).map(maxConcurrent: 2, ordered: true, onFailure: .skip) { element -> Int in
                let number = await work(element)
                if number == 0 { throw CancellationError() }
                return number
            }
        }
    }

    func testMapOrderedByTwoKeys() {
        explored(most: 1, random: 10_000, races: false) { run in
            run.workers(2)
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run).watch(
                subject.map(maxConcurrent: 2, orderedBy: { $0 % 2 }) { element in
                    await Task.yield()
                    return element
                }
            )
            run.thread("sends") { subject.sendAll(1, 2, 3, 4) }
            run.check {
                run.expect(watch.elements.filter { $0 % 2 == 1 } == [1, 3], watch.marks)
                run.expect(watch.elements.filter { $0 % 2 == 0 } == [2, 4] && watch.hasEnded, watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }

    /// When `withSubscriptions` returns, no closure runs, and none is called any more.
    func testWithSubscriptions() {
        explored(short: 2, random: 4_000) { run in
            let subject = PublishSubject<Int>()
            let (inside, late) = (Log<Int>(), Log<Int>())
            let isOver = Log<Bool>()
            run.thread("sends") { subject.send(1, 2) }
            run.task("scope") {
                // A timer of the system's would take the schedules elsewhere.
                await withSubscriptions(scheduler: TestScheduler(initialClock: 0)) { scope in
                    subject.subscribe(
                        in: scope,
                        onNext: { element in
                            if !isOver.entries.isEmpty { late.add(element) }
                            Explore.point()
                            if !isOver.entries.isEmpty { late.add(element) }
                            inside.add(element)
                        }
                    )
                    await Task.yield()
                }
                isOver.add(true)
            }
            run.check {
                run.expect(late.entries == [], "called after the scope: \(late.entries)")
                run.expect(inside.entries == inside.entries.sorted())
                run.expect(!subject.hasObservers, "an observer is left")
            }
        }
    }
}
