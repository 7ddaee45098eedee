import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class BoundedValuesTests: XCTestCase {
    private let reports = Locker<[DroppedElement]>([])

    override func setUp() {
        let reports = reports
        Hooks.droppedElementHandler = { report in reports.change { $0.append(report) } }
    }

    override func tearDown() {
        Hooks.droppedElementHandler = nil
    }

    /// What an iteration finds of elements that have all come before it begins, and the counts of those that were
    /// dropped.
    private func found(_ elements: Range<Int>, _ capacity: Int, _ overflow: OverflowStrategy) -> [String] {
        let subject = PublishSubject<Int>()
        let counts = Locker<[Int]>([])
        let values = subject.values(capacity: capacity, overflow: overflow) { count in
            counts.change { $0.append(count) }
        }
        for element in elements { subject.onNext(element) }
        subject.onCompleted()
        XCTAssertEqual(counts.value, reports.change { exchange(&$0).map(\.count) })
        let dropped = counts.value.count
        XCTAssertEqual(counts.value, Array(0..<dropped).map { $0 + 1 })
        return outcomes(Task { await marks(of: values) }) + (dropped == 0 ? [] : ["dropped \(dropped)"])
    }

    private func outcomes(_ task: Task<[String], Never>) -> [String] { outcome(task).get() }

    func testDropOldestKeepsTheLast() {
        XCTAssertEqual(found(1..<7, 2, .dropOldest), ["5", "6", "|", "dropped 4"])
        XCTAssertEqual(found(1..<7, 1, .dropOldest), ["6", "|", "dropped 5"])
        XCTAssertEqual(found(1..<7, 6, .dropOldest), ["1", "2", "3", "4", "5", "6", "|"])
        // Places wrap around at a power of two, which 100 is not.
        XCTAssertEqual(found(0..<1_000, 100, .dropOldest), (900..<1_000).map(String.init) + ["|", "dropped 900"])
    }

    func testDropNewestKeepsTheFirst() {
        XCTAssertEqual(found(1..<7, 2, .dropNewest), ["1", "2", "|", "dropped 4"])
        XCTAssertEqual(found(1..<7, 6, .dropNewest), ["1", "2", "3", "4", "5", "6", "|"])
        XCTAssertEqual(found(0..<1_000, 100, .dropNewest), (0..<100).map(String.init) + ["|", "dropped 900"])
    }

    func testBufferKeepsAll() {
        XCTAssertEqual(found(0..<10_000, 1, .buffer), (0..<10_000).map(String.init) + ["|"])
    }

    func testErrorFailsAfterWhatWaits() {
        let subject = PublishSubject<Int>()
        let (values, line) = (subject.values(capacity: 2, overflow: .error), #line)
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(3)
        XCTAssertFalse(subject.hasObservers)
        let task = Task {
            var found: [Int] = []
            do {
                for try await element in values { found.append(element) }
                return (found, OverflowError?.none)
            } catch {
                return (found, error as? OverflowError)
            }
        }
        let (found, error) = outcome(task).get()
        XCTAssertEqual(found, [1, 2])
        let place = "MillraceTests/BoundedValuesTests.swift:\(line)"
        XCTAssertEqual(error?.place, place)
        XCTAssertEqual(error?.capacity, 2)
        XCTAssertEqual(
            error?.description,
            "values(capacity:overflow:onDrop:) at \(place): an element came while 2 waited, as many as there is room for"
        )
        XCTAssertEqual(reports.value, [])
    }

    func testAReportSaysWhereTheOperatorWasApplied() {
        let subject = PublishSubject<Int>()
        let (values, line) = (subject.values(capacity: 3, overflow: .dropOldest), #line)
        for element in 0..<4 { subject.onNext(element) }
        withExtendedLifetime(values) {}
        let report = reports.value.first
        XCTAssertEqual(report?.place, "MillraceTests/BoundedValuesTests.swift:\(line)")
        XCTAssertEqual(report?.strategy, .dropOldest)
        XCTAssertEqual(report?.capacity, 3)
        XCTAssertEqual(report?.count, 1)
        XCTAssertEqual(reports.value.count, 1)
    }

    func testWhatIsTakenMakesRoom() {
        let subject = PublishSubject<Int>()
        let values = subject.values(capacity: 2, overflow: .dropNewest)
        let task = Task {
            var iterator = values.makeAsyncIterator()
            var found: [Int?] = []
            for element in 1...3 { subject.onNext(element) }
            found.append(try await iterator.next())
            for element in 4...5 { subject.onNext(element) }
            subject.onCompleted()
            for _ in 0..<4 { found.append(try await iterator.next()) }
            return found
        }
        XCTAssertEqual(try outcome(task).get(), [1, 2, 4, nil, nil])
    }

    func testAnErrorIsThrownAfterWhatWaits() {
        let source = Observable.of(1, 2).concat(Observable.error(TestError()))
        let task = Task { await marks(of: source.values(capacity: 2, overflow: .error)) }
        XCTAssertEqual(mark(task), #"["1", "2", "x(error)"]"#)
    }

    func testAnIterationEndsOnce() {
        let values = Observable<Int>.error(TestError()).values(capacity: 2, overflow: .buffer)
        let task = Task { [await marks(of: values), await marks(of: values)] }
        XCTAssertEqual(mark(task), #"[["x(error)"], ["|"]]"#)
    }

    func testTheCallSubscribes() {
        let subject = PublishSubject<Int>()
        subject.onNext(0)
        let values = subject.values(capacity: 2, overflow: .dropOldest)
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertFalse(subject.hasObservers)
        XCTAssertEqual(mark(Task { await marks(of: values) }), #"["1", "|"]"#)
    }

    func testElementsArriveWhileATaskWaits() {
        let subject = PublishSubject<Int>()
        let heard = [Moment(), Moment()]
        let task = Task {
            await marks(of: subject.values(capacity: 1, overflow: .error)) { heard[Int($0)!].set() }
        }
        waitUntil { subject.hasObservers }
        subject.onNext(0)
        heard[0].wait()
        subject.onNext(1)
        heard[1].wait()
        subject.onCompleted()
        XCTAssertEqual(mark(task), #"["0", "1", "|"]"#)
    }

    func testAnEndWakesATaskThatWaits() {
        for ending in [Event<Int>.completed, .error(TestError())] {
            let subject = PublishSubject<Int>()
            let heard = Moment()
            let task = Task {
                await marks(of: subject.values(capacity: 1, overflow: .buffer)) { _ in heard.set() }
            }
            waitUntil { subject.hasObservers }
            subject.onNext(0)
            heard.wait()
            subject.on(ending)
            XCTAssertEqual(mark(task), ending.isCompleted ? #"["0", "|"]"# : #"["0", "x(error)"]"#)
        }
    }

    // MARK: - Leaving and cancelling

    func testASequenceThatNobodyHoldsIsNotSubscribed() {
        let subject = PublishSubject<Int>()
        let tally = Token.Tally()
        var values: AsyncValues<Token, any Error>?
        var batches: AsyncValues<Token, any Error>.Batches?
        var iterator: AsyncValues<Token, any Error>.Batches.Iterator?
        do {
            let token = Token(tally)
            let source = subject.map { _ in token.keep(Token(tally)) }
            values = source.values(capacity: 3, overflow: .dropOldest) { _ in token.keep() }
        }
        for element in 0..<5 { subject.onNext(element) }
        XCTAssertEqual(tally.count, 4)
        batches = values?.batches
        values = nil
        XCTAssertTrue(subject.hasObservers)
        iterator = batches?.makeAsyncIterator()
        batches = nil
        withExtendedLifetime(iterator) { XCTAssertTrue(subject.hasObservers) }
        iterator = nil
        XCTAssertFalse(subject.hasObservers)
        XCTAssertEqual(tally.count, 0)
    }

    func testABreakEndsTheSubscriptionUnlessTheSequenceIsKept() {
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        subject.onNext(1)
        let task = Task {
            for try await _ in subject.values(capacity: 1, overflow: .error) { break }
            let afterBreak = subject.hasObservers
            var values: AsyncValues<Int, any Error>? = subject.values(capacity: 1, overflow: .error)
            for try await _ in values! { break }
            let kept = withExtendedLifetime(values) { subject.hasObservers }
            values = nil
            return [afterBreak, kept, subject.hasObservers]
        }
        XCTAssertEqual(try outcome(task).get(), [false, true, false])
    }

    func testCancellationWhileTheTaskWaits() {
        let subject = PublishSubject<Int>()
        let heard = Moment()
        let tally = Token.Tally()
        func iterate(_ token: Token) -> Task<[String], Never> {
            Task {
                let values = subject.map { token.keep($0) }.values(capacity: 1, overflow: .error)
                return await marks(of: values) { _ in heard.set() }
            }
        }
        let task = iterate(Token(tally))
        waitUntil { subject.hasObservers }
        subject.onNext(1)
        heard.wait()
        task.cancel()
        XCTAssertEqual(mark(task), #"["1", "x(cancelled)"]"#)
        XCTAssertFalse(subject.hasObservers)
        XCTAssertEqual(tally.count, 0)
    }

    func testCancellationWhileTheTaskIsBusyDropsWhatWaits() {
        let subject = PublishSubject<Int>()
        let tally = Token.Tally()
        let values = subject.map { _ in Token(tally) }.values(capacity: 9, overflow: .error)
        for element in 0..<5 { subject.onNext(element) }
        let task = Task {
            var found = 0
            do {
                for try await _ in values {
                    found += 1
                    if found == 2 { cancelMyself() }
                    // Not before the task asks for the next element.
                    XCTAssertTrue(subject.hasObservers)
                }
                return "\(found) |"
            } catch {
                return "\(found) \(error is CancellationError) \(subject.hasObservers) \(tally.count)"
            }
        }
        XCTAssertEqual(mark(task), "2 true false 0")
        withExtendedLifetime(values) {}
    }

    func testCancellationBeforeTheIteration() {
        let subject = PublishSubject<Int>()
        let task = Task {
            cancelMyself()
            let values = subject.values(capacity: 2, overflow: .error)
            subject.onNext(1)
            return [await marks(of: values), await marks(of: values), ["\(subject.hasObservers)"]]
        }
        XCTAssertEqual(mark(task), #"[["x(cancelled)"], ["|"], ["false"]]"#)
    }

    func testCancellationComesBeforeAnEndThatWaits() {
        let values = Observable.of(1, 2).values(capacity: 2, overflow: .error)
        let task = Task { await marks(of: values) { _ in cancelMyself() } }
        XCTAssertEqual(mark(task), #"["1", "x(cancelled)"]"#)
    }

    func testCancellationAfterTheEndChangesNothing() {
        let values = Observable.of(1, 2).values(capacity: 2, overflow: .error)
        let task = Task {
            let found = await marks(of: values)
            cancelMyself()
            return [found, await marks(of: values)]
        }
        XCTAssertEqual(mark(task), #"[["1", "2", "|"], ["|"]]"#)
    }

    func testCapturesAreReleasedWithTheEnd() {
        let tally = Token.Tally()
        func read(_ source: Observable<Int>, _ token: Token) -> AsyncValues<Int, any Error> {
            source.map { token.keep($0) }.values(capacity: 1, overflow: .dropOldest) { _ in token.keep() }
        }
        let (ends, fails) = (PublishSubject<Int>(), PublishSubject<Int>())
        let sequences = [read(ends, Token(tally)), read(fails, Token(tally))]
        XCTAssertEqual(tally.count, 2)
        ends.onCompleted()
        XCTAssertEqual(tally.count, 1)
        fails.onError(TestError())
        withExtendedLifetime(sequences) { XCTAssertEqual(tally.count, 0) }
    }

    /// An element's `deinit` may send to the subject that the element comes from, and dispose.
    func testElementsThatAreDroppedMayCallBack() {
        for overflow in [OverflowStrategy.dropOldest, .dropNewest] {
            let subject = PublishSubject<Int>()
            let released = Counter()
            let tally = Token.Tally { if released.add() < 5 { subject.onNext(9) } }
            var values: AsyncValues<Token, any Error>? =
                subject
                .map { _ in Token(tally) }
                .values(capacity: 2, overflow: overflow)
            for element in 0..<3 { subject.onNext(element) }
            XCTAssertEqual(tally.count, 2, "\(overflow)")
            XCTAssertGreaterThanOrEqual(released.value, 5, "\(overflow)")
            withExtendedLifetime(values) {}
            values = nil
            XCTAssertEqual(tally.count, 0, "\(overflow)")
        }
    }

    func testElementsThatAreNotSendable() {
        final class Reference {
            let number = 3
        }
        let task = Task {
            var sum = 0
            let source = Observable.of(Reference(), Reference())
            for try await reference in source.values(capacity: 2, overflow: .suspend) { sum += reference.number }
            for try await references in source.values(capacity: 2, overflow: .suspend).batches {
                for reference in references { sum += reference.number }
            }
            return sum
        }
        XCTAssertEqual(mark(task), "12")
    }

    // MARK: - Several threads

    func testDropsOfSeveralThreadsAreCountedExactly() {
        for overflow in [OverflowStrategy.dropOldest, .dropNewest] {
            let subject = PublishSubject<Int>()
            let counts = Locker<[Int]>([])
            let values = subject.values(capacity: 16, overflow: overflow) { count in counts.change { $0.append(count) }
            }
            let received = Task {
                var received = 0
                for try await _ in values { received += 1 }
                return received
            }
            let (threads, each) = (3, TestMode.size(20_000, debug: 5_000, sanitized: 2_000))
            let emit = { for element in 0..<each { subject.onNext(element) } }
            concurrently(Array(repeating: emit, count: threads))
            subject.onCompleted()
            let found = try? outcome(received).get()
            XCTAssertEqual(found.map { $0 + counts.value.count }, threads * each, "\(overflow)")
            XCTAssertEqual(counts.value.sorted(), Array(0..<counts.value.count).map { $0 + 1 }, "\(overflow)")
            XCTAssertEqual(reports.change { exchange(&$0).map(\.count).sorted() }, counts.value.sorted(), "\(overflow)")
        }
    }
}
