import Foundation
import Millrace
import TestSupport
import XCTest

final class AsyncMapTests: XCTestCase {
    @TaskLocal private static var name = "none"

    /// Closures that each wait at a gate of their own, and what they did.
    private final class Closures: @unchecked Sendable {
        private let lock = NSLock()
        private var gates: [Int: Gate] = [:]
        private var log: [Int] = []
        private var ended = 0
        private var cancelledOnes: Set<Int> = []

        private func gate(_ number: Int) -> Gate {
            lock.withLock {
                if gates[number] == nil { gates[number] = Gate() }
                return gates[number]!
            }
        }

        func open(_ number: Int) { gate(number).open() }

        /// The elements whose closures have begun.
        var begun: [Int] { lock.withLock { log.sorted() } }

        var endedCount: Int { lock.withLock { ended } }

        var cancelled: Set<Int> { lock.withLock { cancelledOnes } }

        /// Waits at the gate, or until it is cancelled.
        func run(_ number: Int, waitsForCancellation: Bool = true) async {
            let gate = gate(number)
            lock.withLock { log.append(number) }
            if waitsForCancellation { await gate.passWhenCancelled() } else { await gate.pass() }
            lock.withLock {
                ended += 1
                if Task.isCancelled { cancelledOnes.insert(number) }
            }
        }
    }

    private let subject = PublishSubject<Int>()
    private let closures = Closures()
    private let recorder = Recorder<Int>()
    private let isOver = Moment()

    private func begin(_ numbers: [Int], line: UInt = #line) {
        waitUntil(within: 30) { closures.begun == numbers }
        XCTAssertEqual(closures.begun, numbers, line: line)
    }

    private func expect(_ marks: [String], line: UInt = #line) {
        waitUntil(within: 30) { recorder.marks == marks }
        XCTAssertEqual(recorder.marks, marks, line: line)
    }

    private func subscribe(_ results: Observable<Int>) -> Disposable {
        let isOver = isOver
        return results.do(onDispose: { isOver.set() }).subscribe(recorder)
    }

    private func doubled(_ limit: Int, ordered: Bool) -> Observable<Int> {
        let closures = closures
        return subject.map(maxConcurrent: limit, ordered: ordered) { number in
            await closures.run(number)
            if number < 0 { throw TestError("\(number)") }
            return 2 * number
        }
    }

    func testResultsComeAsTheClosuresEnd() {
        let subscription = subscribe(doubled(3, ordered: false))
        for number in 1...3 { subject.onNext(number) }
        subject.onCompleted()
        begin([1, 2, 3])
        closures.open(2)
        expect(["4"])
        closures.open(3)
        expect(["4", "6"])
        closures.open(1)
        expect(["4", "6", "2", "|"])
        subscription.dispose()
    }

    func testOrderedResultsComeInTheOrderOfTheElements() {
        let subscription = subscribe(doubled(3, ordered: true))
        for number in 1...3 { subject.onNext(number) }
        subject.onCompleted()
        begin([1, 2, 3])
        closures.open(2)
        closures.open(3)
        waitUntil { closures.endedCount == 2 }
        XCTAssertEqual(recorder.marks, [])
        closures.open(1)
        expect(["2", "4", "6", "|"])
        subscription.dispose()
    }

    func testNoMoreClosuresRunThanAreAllowed() {
        for ordered in [false, true] {
            let running = Counter()
            let tooMany = Counter()
            let results = Observable.range(start: 0, count: 500).map(maxConcurrent: 3, ordered: ordered) { number in
                if running.add() > 3 { tooMany.add() }
                await Task.yield()
                running.add(-1)
                return number
            }
            let recorder = Recorder<Int>()
            let isOver = Moment()
            _ = results.do(onDispose: { isOver.set() }).subscribe(recorder)
            isOver.wait()
            XCTAssertEqual(tooMany.value, 0)
            XCTAssertEqual(ordered ? recorder.elements : recorder.elements.sorted(), Array(0..<500))
            XCTAssertEqual(recorder.marks.last, "|")
        }
    }

    func testAnOrderedResultThatIsAwaitedHoldsPlaces() {
        let subscription = subscribe(doubled(3, ordered: true))
        for number in 1...5 { subject.onNext(number) }
        begin([1, 2, 3])
        closures.open(2)
        closures.open(3)
        waitUntil { closures.endedCount == 2 }
        XCTAssertEqual(closures.begun, [1, 2, 3])
        closures.open(1)
        begin([1, 2, 3, 4, 5])
        expect(["2", "4", "6"])
        subscription.dispose()
        waitUntil { closures.cancelled == [4, 5] }
    }

    func testAnErrorEndsTheStreamAtOnceAndCancelsTheOthers() {
        let subscription = subscribe(doubled(3, ordered: false))
        for number in [1, 2, -3, 4] { subject.onNext(number) }
        begin([-3, 1, 2])
        closures.open(-3)
        expect(["x(-3)"])
        waitUntil { closures.endedCount == 3 }
        XCTAssertEqual(closures.cancelled, [1, 2])
        XCTAssertEqual(closures.begun, [-3, 1, 2])
        XCTAssertFalse(subject.hasObservers)
        subscription.dispose()
    }

    func testAnOrderedErrorTakesItsElementsPlace() {
        let subscription = subscribe(doubled(3, ordered: true))
        for number in [1, -2, 3, 4] { subject.onNext(number) }
        begin([-2, 1, 3])
        closures.open(-2)
        waitUntil { !subject.hasObservers }
        XCTAssertEqual(recorder.marks, [])
        closures.open(1)
        expect(["2", "x(-2)"])
        waitUntil { closures.endedCount == 3 }
        XCTAssertEqual(closures.cancelled, [3])
        XCTAssertEqual(closures.begun, [-2, 1, 3], "nothing begins once an error has come")
        subscription.dispose()
    }

    func testAnErrorOfTheSourceEndsTheStreamAtOnce() {
        for ordered in [false, true] {
            let subject = PublishSubject<Int>()
            let closures = Closures()
            let recorder = Recorder<Int>()
            let results = subject.map(maxConcurrent: 2, ordered: ordered) { number in
                await closures.run(number)
                return number
            }
            let subscription = results.subscribe(recorder)
            for number in 1...3 { subject.onNext(number) }
            waitUntil { closures.begun == [1, 2] }
            subject.onError(TestError("bad"))
            XCTAssertEqual(recorder.marks, ["x(bad)"])
            waitUntil { closures.cancelled == [1, 2] }
            subscription.dispose()
        }
    }

    func testAFailureOfTheSourceCancelsTheClosuresWhileAnObserverIsCalled() {
        let (entered, mayLeave) = (Moment(), Moment())
        let recorder = recorder
        let subscription = doubled(3, ordered: false).subscribe { event in
            recorder.on(event)
            if case .next = event {
                entered.set()
                mayLeave.wait()
            }
        }
        for number in 1...4 { subject.onNext(number) }
        begin([1, 2, 3])
        closures.open(1)
        entered.wait()
        subject.onError(TestError("bad"))
        waitUntil(within: 30) { closures.cancelled == [2, 3] }
        XCTAssertEqual(closures.cancelled, [2, 3])
        XCTAssertEqual(recorder.marks, ["2"], "one event at a time")
        mayLeave.set()
        expect(["2", "x(bad)"])
        XCTAssertEqual(closures.begun, [1, 2, 3], "nothing begins after the failure")
        subscription.dispose()
    }

    func testASourceWithoutElementsCompletesAtOnce() {
        let results = Observable<Int>.empty().map(maxConcurrent: 2) { $0 }
        _ = results.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
    }

    func testDisposalCancelsAndNothingIsDelivered() {
        for ordered in [false, true] {
            let closures = Closures()
            let recorder = Recorder<Int>()
            let subject = PublishSubject<Int>()
            let results = subject.map(maxConcurrent: 2, ordered: ordered) { number in
                await closures.run(number)
                return number
            }
            let subscription = results.subscribe(recorder)
            for number in 1...3 { subject.onNext(number) }
            waitUntil { closures.begun == [1, 2] }
            subscription.dispose()
            waitUntil { closures.endedCount == 2 }
            XCTAssertEqual(closures.cancelled, [1, 2])
            XCTAssertFalse(subject.hasObservers)
            XCTAssertEqual(recorder.marks, [])
            XCTAssertEqual(closures.begun, [1, 2])
        }
    }

    func testDisposalReleasesTheObserverAndWhatWaitsAlthoughAClosureGoesOn() {
        let observer = Token.Tally()
        let elements = Token.Tally()
        let closure = Token.Tally()
        let closures = closures
        let subject = PublishSubject<Token>()
        func subscribe(_ token: Token, _ mine: Token) -> Disposable {
            subject.map(maxConcurrent: 1) { _ -> Int in
                mine.keep()
                await closures.run(1, waitsForCancellation: false)
                return 1
            }
            .subscribe(onNext: { _ in token.keep() })
        }
        let subscription = subscribe(Token(observer), Token(closure))
        subject.onNext(Token(elements))
        begin([1])
        subject.onNext(Token(elements))
        XCTAssertEqual(elements.count, 2)
        subscription.dispose()
        XCTAssertEqual(observer.count, 0)
        XCTAssertEqual(elements.count, 1, "the element of the closure that runs")
        XCTAssertEqual(closure.count, 1)
        closures.open(1)
        waitUntil { elements.count == 0 && closure.count == 0 }
    }

    func testDisposalInsideACallbackEndsTheStreamThere() {
        let subscription = SingleAssignmentDisposable()
        let seen = Recorder<Int>()
        subscription.setDisposable(
            doubled(2, ordered: true).subscribe(onNext: { element in
                seen.onNext(element)
                subscription.dispose()
            })
        )
        for number in 1...2 { subject.onNext(number) }
        // An element whose closure has not begun is dropped by the disposal.
        begin([1, 2])
        closures.open(1)
        closures.open(2)
        waitUntil { !subject.hasObservers && closures.endedCount == 2 }
        XCTAssertEqual(seen.marks, ["2"])
    }

    func testElementsOfACallbackAreTakenUp() {
        let subject = subject
        let results = subject.map(maxConcurrent: 1) { $0 }
        let recorder = recorder
        let subscription = results.subscribe(onNext: { element in
            recorder.onNext(element)
            if element < 3 { subject.onNext(element + 1) }
        })
        subject.onNext(1)
        expect(["1", "2", "3"])
        subscription.dispose()
    }

    func testTheTasksHaveTheLocalValuesOfTheTaskThatSubscribes() async {
        let subject = PublishSubject<Int>()
        let names = await Self.$name.withValue("mine") {
            let names = subject.map(maxConcurrent: 2) { _ in Self.name }.values
            Self.$name.withValue("the source's") {
                subject.onNext(1)
                subject.onNext(2)
            }
            subject.onCompleted()
            return await marks(of: names)
        }
        XCTAssertEqual(names, ["mine", "mine", "|"])
    }

    func testWithoutATaskTheTasksHaveNoLocalValues() {
        let found = Recorder<String>()
        let isOver = isOver
        let subject = subject
        TestThread {
            Self.$name.withValue("the thread's") {
                _ = subject.map(maxConcurrent: 2) { _ in Self.name }.do(onDispose: { isOver.set() }).subscribe(found)
                subject.onNext(1)
                subject.onCompleted()
            }
        }.join()
        isOver.wait()
        XCTAssertEqual(found.marks, ["none", "|"])
    }

    func testTheTasksHaveThePriorityOfTheCodeThatSubscribes() {
        let priorities = Recorder<Bool>()
        let isOver = isOver
        Task(priority: .background) {
            _ = Observable.of(1, 2).map(maxConcurrent: 2) { _ in Task.basePriority == .background }
                .do(onDispose: { isOver.set() })
                .subscribe(priorities)
        }
        isOver.wait()
        XCTAssertEqual(priorities.marks, ["true", "true", "|"])
    }

    func testTasksAreUsedAgain() {
        let lock = NSLock()
        let tasks = Box<Set<Int>>([])
        let results = Observable.range(start: 0, count: 1_000).map(maxConcurrent: 4) { number in
            lock.withLock { _ = tasks.value.insert(withUnsafeCurrentTask { $0.hashValue }) }
            return number
        }
        _ = subscribe(results)
        isOver.wait()
        XCTAssertEqual(recorder.elements.count, 1_000)
        XCTAssertLessThanOrEqual(tasks.value.count, 4)
    }

    func testASourceThatGoesAwayLeavesItsResults() {
        let observer = Token.Tally()
        let closures = closures
        let recorder = recorder
        func subscribe(_ token: Token) -> Disposable {
            let source = PublishSubject<Int>()
            let results = source.map(maxConcurrent: 2) { number -> Int in
                await closures.run(number)
                return number
            }
            let subscription = results.subscribe(onNext: { number in
                token.keep()
                recorder.onNext(number)
            })
            source.onNext(1)
            return subscription
        }
        let subscription = subscribe(Token(observer))
        begin([1])
        closures.open(1)
        expect(["1"])
        waitUntil { observer.count == 0 }
        subscription.dispose()
    }

    func testSubscriptionsShareNothing() {
        let results = Observable.of(1, 2, 3).map(maxConcurrent: 2, ordered: true) { $0 }
        for _ in 0..<2 {
            let recorder = Recorder<Int>()
            let isOver = Moment()
            _ = results.do(onDispose: { isOver.set() }).subscribe(recorder)
            isOver.wait()
            XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"])
        }
    }

    func testAResultMayBeNil() {
        let results = Observable.of(1, 2).map(maxConcurrent: 1) { $0 == 1 ? nil : $0 }
        let recorder = Recorder<Int?>()
        let isOver = isOver
        _ = results.do(onDispose: { isOver.set() }).subscribe(recorder)
        isOver.wait()
        XCTAssertEqual(recorder.elements, [nil, 2])
    }

    // MARK: With a capacity

    /// What comes of 1 to 6, of which 1 is on its way while the others come.
    private func arrivals(_ overflow: OverflowStrategy, capacity: Int) -> [String] {
        let gate = Gate()
        let recorder = Recorder<Int>()
        let isOver = Moment()
        let subject = PublishSubject<Int>()
        let results = subject.map(maxConcurrent: 1, capacity: capacity, overflow: overflow) { number in
            await gate.pass()
            return number
        }
        _ = results.do(onDispose: { isOver.set() }).subscribe(recorder)
        for number in 1...6 { subject.onNext(number) }
        subject.onCompleted()
        gate.open()
        isOver.wait()
        return recorder.marks
    }

    func testElementsThatFindNoRoom() {
        let reports = Box<[DroppedElement]>([])
        Hooks.droppedElementHandler = { reports.value.append($0) }
        defer { Hooks.droppedElementHandler = nil }
        XCTAssertEqual(arrivals(.buffer, capacity: 1), ["1", "2", "3", "4", "5", "6", "|"])
        XCTAssertEqual(reports.value, [])
        XCTAssertEqual(arrivals(.dropOldest, capacity: 2), ["1", "5", "6", "|"])
        XCTAssertEqual(reports.value.map(\.count), [1, 2, 3])
        XCTAssertEqual(Set(reports.value.map(\.operation)), ["map(maxConcurrent:ordered:capacity:overflow:_:)"])
        XCTAssertEqual(Set(reports.value.map(\.capacity)), [2])
        XCTAssertEqual(arrivals(.dropNewest, capacity: 2), ["1", "2", "3", "|"])
        XCTAssertEqual(reports.value.map(\.count), [1, 2, 3, 1, 2, 3])
        let marks = arrivals(.error, capacity: 2)
        XCTAssertEqual(Array(marks.prefix(3)), ["1", "2", "3"])
        XCTAssertEqual(marks.count, 4)
        XCTAssertTrue(
            marks[3].hasPrefix(
                "x(map(maxConcurrent:ordered:capacity:overflow:_:) at MillraceTests/AsyncMapTests.swift:"
            )
        )
        XCTAssertTrue(marks[3].hasSuffix(": an element came while 2 waited, as many as there is room for)"))
    }

    func testAnOverflowDisposesTheSourceAtOnce() {
        let closures = closures
        let results = subject.map(maxConcurrent: 1, capacity: 1, overflow: .error) { number in
            await closures.run(number)
            return number
        }
        let subscription = subscribe(results)
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(3)
        XCTAssertFalse(subject.hasObservers)
        XCTAssertEqual(recorder.marks, [])
        subscription.dispose()
    }
}
