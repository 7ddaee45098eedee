import Foundation
import Millrace
import TestSupport
import XCTest

/// Threads that meet in one operator: each source's order is kept, nothing is lost or comes twice, and downstream is
/// called by one thread at a time.
final class GateSequenceTests: StressTestCase {
    private let sources = 3
    private let count = TestMode.isLong ? 1_000_000 : TestMode.size(50_000, debug: 15_000, sanitized: 3_000)

    /// What an observer keeps without a lock of its own; the operator's gate is all that orders its calls.
    private final class Log: @unchecked Sendable {
        private let inside = Counter()
        let overlaps = Counter()
        var wrong = 0
        var heard = 0
        var ends = 0

        func hear(_ body: () -> Void) {
            if inside.add() != 1 { overlaps.add() }
            body()
            heard += 1
            inside.add(-1)
        }
    }

    /// Sends 0, 1, 2, … into each subject on a thread of its own, and completes it.
    private func emit(into subjects: [PublishSubject<Int>], completing: Bool = true) {
        concurrently(
            subjects.map { subject in
                { [count] in
                    for number in 0..<count { subject.onNext(number) }
                    if completing { subject.onCompleted() }
                }
            }
        )
    }

    private func assertClean(_ log: Log, heard: Int, _ name: String, file: StaticString = #filePath, line: UInt = #line)
    {
        XCTAssertEqual(log.overlaps.value, 0, "\(name): overlaps", file: file, line: line)
        XCTAssertEqual(log.wrong, 0, "\(name): gaps, duplicates or inversions", file: file, line: line)
        XCTAssertEqual(log.heard, heard, "\(name): elements", file: file, line: line)
        XCTAssertEqual(log.ends, 1, "\(name): ends", file: file, line: line)
    }

    func testMergesPassOnAllOfEachSourceInOrder() {
        typealias Merging = ([Observable<(Int, Int)>]) -> Observable<(Int, Int)>
        let merging: [(String, Merging)] = [
            ("merge(_:)", { Observable.merge($0) }),
            ("merge()", { Observable.from($0).merge() }),
            ("merge(maxConcurrent:)", { Observable.from($0).merge(maxConcurrent: $0.count) }),
            ("flatMap", { Observable.from($0).flatMap { $0 } }),
        ]
        for (name, apply) in merging {
            let subjects = (0..<sources).map { _ in PublishSubject<Int>() }
            let log = Log()
            let next = Box(Array(repeating: 0, count: sources))
            let subscription = apply(subjects.enumerated().map { index, subject in subject.map { (index, $0) } })
                .subscribe(
                    onNext: { index, number in
                        log.hear {
                            if next.value[index] != number { log.wrong += 1 }
                            next.value[index] = number + 1
                        }
                    },
                    onCompleted: { log.ends += 1 }
                )
            emit(into: subjects)
            assertClean(log, heard: sources * count, name)
            subscription.dispose()
        }
    }

    func testNothingIsLostOnTheWayThroughWhatPassesOnAll() {
        for operation in TwoSourceOperator.all where operation.passesAll {
            let subjects = (PublishSubject<Int>(), PublishSubject<Int>())
            let log = Log()
            let subscription = operation.apply(subjects.0, subjects.1).subscribe(onNext: { _ in log.hear {} })
            emit(into: [subjects.0, subjects.1])
            let (name, file, line) = (operation.name, operation.file, operation.line)
            XCTAssertEqual(log.overlaps.value, 0, "\(name): overlaps", file: file, line: line)
            XCTAssertEqual(log.heard, 2 * count, "\(name): elements", file: file, line: line)
            subscription.dispose()
        }
    }

    func testCombineLatestChangesOneValueAtATime() {
        for isCollection in [false, true] {
            let subjects = (0..<3).map { _ in PublishSubject<Int>() }
            let output =
                isCollection
                ? Observable.combineLatest(subjects) { $0 }
                : Observable.combineLatest(subjects[0], subjects[1], subjects[2]) { [$0, $1, $2] }
            let log = Log()
            let last = Box<[Int]>([-1, -1, -1])
            let subscription = output.subscribe(
                onNext: { values in
                    log.hear {
                        let steps = zip(values, last.value).map { $0 - $1 }
                        if steps.sorted() != [0, 0, 1] { log.wrong += 1 }
                        last.value = values
                    }
                },
                onCompleted: { log.ends += 1 }
            )
            // All have a value before the threads begin, so that each of theirs makes one.
            for subject in subjects.dropLast() { subject.onNext(-1) }
            last.value = [-1, -1, -2]
            subjects[2].onNext(-1)
            emit(into: subjects)
            assertClean(log, heard: 3 * count + 1, isCollection ? "collection" : "fixed")
            XCTAssertEqual(last.value, [count - 1, count - 1, count - 1])
            subscription.dispose()
        }
    }

    func testZipPutsThoseTogetherThatHaveTheSameNumber() {
        for isCollection in [false, true] {
            let subjects = (0..<3).map { _ in PublishSubject<Int>() }
            let output =
                isCollection
                ? Observable.zip(subjects) { $0 }
                : Observable.zip(subjects[0], subjects[1], subjects[2]) { [$0, $1, $2] }
            let log = Log()
            let next = Box(0)
            let subscription = output.subscribe(
                onNext: { values in
                    log.hear {
                        if values != [next.value, next.value, next.value] { log.wrong += 1 }
                        next.value += 1
                    }
                },
                onCompleted: { log.ends += 1 }
            )
            emit(into: subjects)
            assertClean(log, heard: count, isCollection ? "collection" : "fixed")
            subscription.dispose()
        }
    }

    func testWithLatestFromPassesOnAllOfTheFirst() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let log = Log()
        let last = Box((-1, -1))
        let subscription = first.withLatestFrom(second) { ($0, $1) }.subscribe(
            onNext: { number, latest in
                log.hear {
                    if number != last.value.0 + 1 || latest < last.value.1 { log.wrong += 1 }
                    last.value = (number, latest)
                }
            },
            onCompleted: { log.ends += 1 }
        )
        second.onNext(-1)
        emit(into: [first, second])
        assertClean(log, heard: count, "withLatestFrom")
        subscription.dispose()
    }

    func testSampleEmitsEachOnceInOrder() {
        let (source, sampler) = (PublishSubject<Int>(), PublishSubject<Int>())
        let log = Log()
        let last = Box(-1)
        let subscription = source.sample(sampler).subscribe(
            onNext: { number in
                log.hear {
                    if number <= last.value { log.wrong += 1 }
                    last.value = number
                }
            },
            onCompleted: { log.ends += 1 }
        )
        emit(into: [source, sampler], completing: false)
        source.onCompleted()
        sampler.onNext(0)
        XCTAssertEqual(last.value, count - 1)
        assertClean(log, heard: log.heard, "sample")
        XCTAssertGreaterThan(log.heard, 0)
        subscription.dispose()
    }

    func testSwitchLatestPassesOnEachSourceInOrderAndNoneThatHasBeenReplaced() {
        let rounds = TestMode.size(300, debug: 100, sanitized: 30)
        for _ in 0..<rounds {
            let outer = PublishSubject<Observable<(Int, Int)>>()
            let inner = (0..<3).map { _ in PublishSubject<Int>() }
            let log = Log()
            let last = Box((-1, -1))
            let subscription = outer.switchLatest().subscribe(
                onNext: { index, number in
                    log.hear {
                        let isNext = index == last.value.0 ? number == last.value.1 + 1 : index > last.value.0
                        if !isNext { log.wrong += 1 }
                        last.value = (index, number)
                    }
                },
                onCompleted: { log.ends += 1 }
            )
            concurrently(
                inner.map { subject in
                    {
                        for number in 0..<200 { subject.onNext(number) }
                        subject.onCompleted()
                    }
                } + [
                    {
                        for (index, subject) in inner.enumerated() { outer.onNext(subject.map { (index, $0) }) }
                        outer.onCompleted()
                    }
                ]
            )
            assertClean(log, heard: log.heard, "switchLatest")
            subscription.dispose()
        }
    }

    func testOneEndAndNothingAfterItWhenSourcesFailAndSubscriptionsAreDisposedMeanwhile() {
        for operation in TwoSourceOperator.all {
            for round in 0..<TestMode.size(300, debug: 80, sanitized: 40) {
                let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
                let tally = Token.Tally()
                let (ends, late) = (Counter(), Counter())
                func subscribe(_ token: Token) -> Disposable {
                    operation.apply(first, second).map { token.keep($0) }.subscribe(
                        onNext: { _ in
                            token.keep()
                            if ends.value > 0 && operation.serializes { late.add() }
                        },
                        onError: { _ in ends.add() },
                        onCompleted: { ends.add() }
                    )
                }
                let subscription = subscribe(Token(tally))
                concurrently(
                    {
                        for number in 0..<20 { first.onNext(number) }
                        if round % 3 == 0 { first.onError(TestError()) } else { first.onCompleted() }
                    },
                    {
                        for number in 0..<20 { second.onNext(number) }
                        if round % 3 == 1 { second.onError(TestError()) } else { second.onCompleted() }
                    },
                    { if round % 2 == 0 { subscription.dispose() } }
                )
                subscription.dispose()
                let (name, file, line) = (operation.name, operation.file, operation.line)
                XCTAssertLessThanOrEqual(ends.value, 1, name, file: file, line: line)
                XCTAssertEqual(late.value, 0, name, file: file, line: line)
                XCTAssertFalse(first.hasObservers || second.hasObservers, name, file: file, line: line)
                XCTAssertEqual(tally.count, 0, name, file: file, line: line)
            }
        }
    }

    /// A thread delivers what another thread has left, a callback sends, and then the thread's own element comes.
    func testWhatAThreadSendsFromACallbackComesAfterItsOwnElement() {
        let subject = PublishSubject<(mine: Bool, number: Int)>()
        let sender = Box<Thread?>(nil)
        // Touched by the sender alone, but for `last` and `wrong`, which the gate orders.
        let (next, left, last, wrong) = (Box(0), Box(0), Box(-1), Box(0))
        let subscription = subject.asSerialized().subscribe(onNext: { element in
            if element.mine {
                if element.number < last.value { wrong.value += 1 }
                last.value = element.number
            } else if Thread.current === sender.value, left.value > 0 {
                left.value -= 1
                next.value += 1
                subject.onNext((true, next.value))
            }
        })
        let count = count * 4
        let senderIsKnown = DispatchSemaphore(value: 0)
        concurrently([
            {
                sender.value = Thread.current
                senderIsKnown.signal()
                for _ in 0..<count {
                    left.value = 1
                    next.value += 1
                    subject.onNext((true, next.value))
                }
            },
            {
                senderIsKnown.wait()
                for number in 0..<count { subject.onNext((false, number)) }
            },
        ])
        XCTAssertEqual(wrong.value, 0)
        subscription.dispose()
    }
}
