import Millrace
import MillraceExplore
import MillraceOperators
import TestSupport
import XCTest

/// flatMap and its kin: an outer source on one thread, inner sources on others.
final class MergingTests: ExploreTestCase {
    /// The outer source sends two inner ones, which other threads feed.
    private func inner(
        most: Int = 2,
        random: Int = 10_000,
        disposes: Bool = false,
        line: UInt = #line,
        _ apply: @escaping (Observable<Observable<Int>>) -> Observable<Int>,
        check: @escaping (ExploreRun, Watch<Int>) -> Void
    ) {
        explored(most: most, random: random, line: line) { run in
            let outer = PublishSubject<Observable<Int>>()
            let (first, second) = (Source(), Source())
            let watch = Watch<Int>(run).watch(apply(outer))
            // The first inner source is there from the beginning.
            outer.onNext(first.observable)
            run.thread("outer") {
                outer.onNext(second.observable)
                outer.onCompleted()
            }
            run.thread("first") { first.subject.sendAll(1, 2) }
            if disposes { run.thread("disposes") { watch.dispose() } }
            run.check {
                second.subject.sendAll(11)
                check(run, watch)
                watch.expectReleased()
                first.expectDisposed(run)
                second.expectDisposed(run)
                run.expect(!outer.hasObservers)
            }
        }
    }

    func testFlatMap() {
        inner({ $0.flatMap { $0 } }) { run, watch in
            run.expect(watch.marks == "1 2 11 |", watch.marks)
        }
    }

    func testFlatMapDisposed() {
        inner(most: 1, disposes: true, { $0.flatMap { $0 } }) { run, watch in
            run.expect(watch.elements == Array([1, 2, 11].prefix(watch.elements.count)), watch.marks)
        }
    }

    func testFlatMapLatest() {
        inner({ $0.flatMapLatest { $0 } }) { run, watch in
            run.expect(watch, oneOf: ["11 |", "1 11 |", "1 2 11 |"])
        }
    }

    func testFlatMapLatestDisposed() {
        inner(most: 1, disposes: true, { $0.flatMapLatest { $0 } }) { run, watch in
            run.expect(
                watch,
                oneOf: ["", "1", "1 2", "11 |", "1 11 |", "1 2 11 |"]
            )
        }
    }

    func testSwitchLatest() {
        inner({ $0.switchLatest() }) { run, watch in
            run.expect(watch, oneOf: ["11 |", "1 11 |", "1 2 11 |"])
        }
    }

    /// The outer source's thread sends from the next inner source as well.
    func testNothingOfAFormerSourceComesAfterTheNext() {
        explored { run in
            let outer = PublishSubject<Observable<Int>>()
            let (first, second) = (Source(), Source())
            let watch = Watch<Int>(run).watch(outer.switchLatest())
            outer.onNext(first.observable)
            run.thread("outer") {
                outer.onNext(second.observable)
                second.subject.send(11, 12)
            }
            run.thread("first") { first.subject.sendAll(1, 2) }
            run.check {
                run.expect(watch, oneOf: ["11 12", "1 11 12", "1 2 11 12"])
                watch.expectReleased()
                first.expectDisposed(run)
                second.expectDisposed(run)
            }
        }
    }

    /// The outer source ends beside the latest inner one.
    func testSwitchLatestEnds() {
        explored { run in
            let outer = PublishSubject<Observable<Int>>()
            let first = Source()
            let watch = Watch<Int>(run).watch(outer.switchLatest())
            outer.onNext(first.observable)
            run.thread("outer") { outer.onCompleted() }
            run.thread("first") { first.subject.sendAll(1) }
            run.check {
                run.expect(watch.marks == "1 |", watch.marks)
                watch.expectReleased()
                first.expectDisposed(run)
            }
        }
    }

    func testFlatMapFirst() {
        inner({ $0.flatMapFirst { $0 } }) { run, watch in
            run.expect(watch, oneOf: ["1 2 |", "1 2 11 |"])
        }
    }

    func testConcatMap() {
        inner({ $0.concatMap { $0 } }) { run, watch in
            run.expect(watch.marks == "1 2 11 |", watch.marks)
        }
    }

    func testConcatMapDisposed() {
        inner(most: 1, disposes: true, { $0.concatMap { $0 } }) { run, watch in
            run.expect(watch.elements == Array([1, 2, 11].prefix(watch.elements.count)), watch.marks)
        }
    }

    func testMergeMaxConcurrent() {
        inner({ $0.merge(maxConcurrent: 1) }) { run, watch in
            run.expect(watch.marks == "1 2 11 |", watch.marks)
        }
    }

    func testConcatMapEager() {
        inner({ $0.concatMapEager(maxConcurrent: 2) { $0 } }) { run, watch in
            run.expect(watch.marks == "1 2 11 |", watch.marks)
        }
    }

    /// Two inner sources end on two threads, beside the outer one.
    func testTheLastOfThreeEnds() {
        explored(most: 1, random: 10_000) { run in
            let outer = PublishSubject<Observable<Int>>()
            let (first, second) = (Source(), Source())
            let watch = Watch<Int>(run).watch(outer.merge())
            outer.onNext(first.observable)
            outer.onNext(second.observable)
            run.thread("outer") { outer.onCompleted() }
            run.thread("first") { first.subject.onCompleted() }
            run.thread("second") { second.subject.onCompleted() }
            run.check {
                run.expect(watch.marks == "|", watch.marks)
                watch.expectReleased()
                first.expectDisposed(run)
                second.expectDisposed(run)
            }
        }
    }

    /// A limit of two: sources that wait begin when others end, on other threads.
    func testWaitingSourcesBegin() {
        explored(random: 4_000) { run in
            let sources = (0..<4).map { _ in Source() }
            let watch = Watch<Int>(run).watch(Observable.from(sources).flatMap(maxConcurrent: 2) { $0.observable })
            run.thread("a") { sources[0].subject.sendAll(0) }
            run.thread("b") { sources[1].subject.sendAll(1) }
            run.check {
                run.expect(sources[2].subscriptions == 1 && sources[3].subscriptions == 1, "one has not begun")
                sources[2].subject.sendAll(2)
                sources[3].subject.sendAll(3)
                run.expect(watch.elements.sorted() == [0, 1, 2, 3] && watch.hasEnded, watch.marks)
                watch.expectReleased()
                for source in sources { source.expectDisposed(run) }
            }
        }
    }

    func testGroupBy() {
        explored(random: 4_000) { run in
            let subject = PublishSubject<Int>()
            let groups = Watch<Int>(run)
            let watch = Watch<Int>(run)
            let subscriptions = CompositeDisposable()
            let grouped = subject.groupBy { $0 % 2 }.do(onNext: { group in
                if group.key == 1 { _ = subscriptions.insert(watch.watch(group.asObservable()).subscription) }
            }).map(\.key)
            groups.watch(grouped)
            subject.onNext(1)
            run.thread("source") { subject.sendAll(2, 3) }
            run.thread("leaves") { watch.dispose() }
            run.check {
                run.expect(groups, oneOf: ["1 0 |", "1 0 1 |"])
                run.expect(watch.elements.first == 1 || watch.elements.first == 3, watch.marks)
                groups.expectReleased()
                subscriptions.dispose()
                run.expect(!subject.hasObservers)
            }
        }
    }

    /// Two threads feed one source: a new group is there before the elements of either come.
    func testGroupByBesideTwoThreads() {
        explored(random: 4_000) { run in
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run, isSerial: false).watch(subject.groupBy { $0 % 2 }.flatMap { $0 })
            run.thread("a") { subject.send(1, 3) }
            run.thread("b") { subject.send(11, 12) }
            run.check {
                run.expect(watch.elements.sorted() == [1, 3, 11, 12], watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }

    func testGroupByDisposed() {
        explored(random: 4_000) { run in
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run).watch(subject.groupBy { $0 % 2 }.flatMap { $0 })
            run.thread("source") { subject.sendAll(1, 2, 3) }
            run.thread("disposes") { watch.dispose() }
            run.check {
                run.expect(watch.elements == Array([1, 2, 3].prefix(watch.elements.count)), watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }

    func testWindow() {
        explored(random: 4_000) { run in
            let scheduler = run.scheduler("timer")
            let subject = PublishSubject<Int>()
            let watch = Watch<Int>(run).watch(
                subject.window(timeSpan: .seconds(1), count: 2, scheduler: scheduler).take(4).merge()
            )
            run.thread("source") { subject.sendAll(1, 2, 3) }
            run.check {
                run.expect(watch.elements == Array([1, 2, 3].prefix(watch.elements.count)), watch.marks)
                run.expect(watch.hasEnded, watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }

    func testBuffer() {
        explored(random: 4_000) { run in
            let scheduler = run.scheduler("timer")
            let subject = PublishSubject<Int>()
            let watch = Watch<[Int]>(run).watch(
                subject.buffer(timeSpan: .seconds(1), count: 2, scheduler: scheduler).take(4)
            )
            run.thread("source") { subject.sendAll(1, 2, 3) }
            run.check {
                let all = watch.elements.flatMap { $0 }
                run.expect(all == Array([1, 2, 3].prefix(all.count)), watch.marks)
                run.expect(watch.elements.allSatisfy { $0.count <= 2 } && watch.hasEnded, watch.marks)
                watch.expectReleased()
                run.expect(!subject.hasObservers)
            }
        }
    }
}
