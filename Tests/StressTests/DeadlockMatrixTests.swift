import Foundation
import Millrace
import TestSupport
import XCTest

/// Every operator with several sources × whatever a callback may do, each cell with a watchdog.
final class DeadlockMatrixTests: StressTestCase {
    /// Two sources, the operator on them, an observer whose first element runs the callback, and a second observer.
    private final class Cell: @unchecked Sendable {
        let first = PublishSubject<Int>()
        let second = PublishSubject<Int>()
        let output: Observable<Int>
        let subscription = SerialDisposable()
        let other = SerialDisposable()
        let acts = Counter()
        let overlaps = Counter()
        let ends = Counter()
        private let lock = NSLock()
        private var owner: UInt?
        private var depth = 0

        init(_ operation: TwoSourceOperator) {
            output = operation.apply(first, second)
        }

        /// Subscribes, sends a few elements, and runs `callback` in the first delivery.
        func run(_ callback: @escaping (Cell) -> Void) {
            other.disposable = output.subscribe { _ in }
            subscription.disposable = output.subscribe { [self] event in
                let entered = enter()
                if event.isStopEvent { ends.add() } else if acts.add() == 1 { callback(self) }
                if entered { leave() }
            }
            send()
            finish()
        }

        /// Elements for both sources; every operator makes at least one of them.
        func send() {
            for element in 1...3 {
                second.onNext(element)
                first.onNext(element)
            }
        }

        func finish() {
            first.onCompleted()
            second.onCompleted()
        }

        private func enter() -> Bool {
            lock.withLock {
                let thread = TestThread.currentID
                if let owner, owner != thread {
                    overlaps.add()
                    return false
                }
                owner = thread
                depth += 1
                return true
            }
        }

        private func leave() {
            lock.withLock {
                depth -= 1
                if depth == 0 { owner = nil }
            }
        }
    }

    /// Runs `callback` for each operator.
    private func check(_ callback: @escaping (Cell) -> Void) {
        for operation in TwoSourceOperator.all {
            let (file, line) = (operation.file, operation.line)
            let cell = Cell(operation)
            let thread = TestThread { cell.run(callback) }
            guard thread.join(timeout: 60) else {
                XCTFail("\(operation.name) did not return in 60 s", file: file, line: line)
                continue
            }
            XCTAssertGreaterThan(cell.acts.value, 0, "\(operation.name) made no element", file: file, line: line)
            XCTAssertLessThanOrEqual(cell.ends.value, 1, "\(operation.name) ended twice", file: file, line: line)
            if operation.serializes {
                XCTAssertEqual(cell.overlaps.value, 0, "\(operation.name) overlapped", file: file, line: line)
            }
            cell.subscription.dispose()
            cell.other.dispose()
            XCTAssertFalse(cell.first.hasObservers, operation.name, file: file, line: line)
            XCTAssertFalse(cell.second.hasObservers, operation.name, file: file, line: line)
        }
    }

    func testACallbackThatSubscribes() {
        check { cell in
            cell.other.disposable = cell.output.subscribe { _ in }
            cell.output.subscribe { _ in }.dispose()
        }
    }

    func testACallbackThatDisposesItself() {
        check { $0.subscription.dispose() }
    }

    func testACallbackThatDisposesAnother() {
        check { $0.other.dispose() }
    }

    func testACallbackThatEmitsIntoEachSource() {
        check { cell in
            cell.first.onNext(10)
            cell.second.onNext(10)
        }
    }

    func testACallbackThatCompletes() {
        check { $0.finish() }
    }

    func testACallbackThatFails() {
        check { cell in
            cell.second.onError(TestError())
            cell.first.onError(TestError())
        }
    }

    /// The callback wants a lock that another thread holds while it does something to the stream.
    private func checkForeignLock(_ work: @escaping (Cell) -> Void) {
        check { cell in
            let foreign = NSLock()
            let isHeld = Moment()
            let isWanted = Moment()
            let holder = TestThread {
                foreign.lock()
                isHeld.set()
                isWanted.wait()
                work(cell)
                foreign.unlock()
            }
            isHeld.wait()
            isWanted.set()
            foreign.lock()
            foreign.unlock()
            holder.join()
        }
    }

    func testACallbackThatWantsALockOfAThreadThatEmits() {
        checkForeignLock { $0.send() }
    }

    func testACallbackThatWantsALockOfAThreadThatDisposes() {
        checkForeignLock { $0.subscription.dispose() }
    }

    func testACallbackThatWantsALockOfAThreadThatSubscribes() {
        checkForeignLock { $0.output.subscribe { _ in }.dispose() }
    }

    func testACallbackThatWantsALockOfAThreadThatCompletes() {
        checkForeignLock { $0.finish() }
    }

    /// The callback does not return before another thread has done something to the stream.
    private func checkBlocked(_ work: @escaping (Cell) -> Void) {
        check { cell in TestThread { work(cell) }.join() }
    }

    func testACallbackThatWaitsForAThreadThatEmits() {
        checkBlocked { $0.send() }
    }

    func testACallbackThatWaitsForAThreadThatDisposes() {
        checkBlocked { $0.subscription.dispose() }
    }

    func testACallbackThatWaitsForAThreadThatDisposesAnother() {
        checkBlocked { $0.other.dispose() }
    }

    func testACallbackThatWaitsForAThreadThatSubscribes() {
        checkBlocked { cell in cell.other.disposable = cell.output.subscribe { _ in } }
    }

    func testACallbackThatWaitsForAThreadThatCompletes() {
        checkBlocked { $0.finish() }
    }

    func testACallbackThatWaitsForAThreadThatFails() {
        checkBlocked { cell in
            cell.second.onError(TestError())
            cell.first.onError(TestError())
        }
    }

    /// A merge that holds a lock during callbacks must be found out.
    func testTheWatchdogFindsALock() {
        let locked = TwoSourceOperator.locked
        let cell = Cell(locked)
        let isInside = Moment()
        let (hasSent, isFound) = (Counter(), Counter())
        let thread = TestThread {
            cell.run { cell in
                let sender = TestThread {
                    cell.send()
                    hasSent.setOrdered(1)
                }
                isInside.set()
                _ = waitUntil(within: 60) { hasSent.value == 1 || isFound.value == 1 }
                withExtendedLifetime(sender) {}
            }
        }
        isInside.wait()
        XCTAssertFalse(thread.join(timeout: 0.1), "a callback under a lock was not found")
        XCTAssertEqual(cell.acts.value, 1)
        // Two threads call the observer now, which later tests must not see.
        isFound.setOrdered(1)
        XCTAssertTrue(thread.join(timeout: 60))
        XCTAssertTrue(waitUntil(within: 60) { hasSent.value == 1 })
    }

    func testACallbackThatWaitsForAThreadThatEmitsWhileAThirdOneDisposes() {
        checkBlocked { cell in concurrently({ cell.send() }, { cell.subscription.dispose() }) }
    }
}

/// Two operators that feed each other from two threads: with a lock in each, they would be taken in both orders.
final class LockInversionTests: StressTestCase {
    func testTwoOperatorsThatFeedEachOther() {
        for operation in TwoSourceOperator.gates {
            assertReturns(within: 60) { [self] in
                for _ in 0..<TestMode.size(100, debug: 40, sanitized: 20) { feedEachOther(operation) }
            }
        }
    }

    private func feedEachOther(_ operation: TwoSourceOperator) {
        let subjects = (0..<4).map { _ in PublishSubject<Int>() }
        let heard = Counter()
        // What has been passed on once is not passed on again.
        let there = operation.apply(subjects[0], subjects[1]).subscribe(onNext: {
            heard.add()
            if $0 < 100 { subjects[2].onNext($0 + 100) }
        })
        let back = operation.apply(subjects[2], subjects[3]).subscribe(onNext: {
            heard.add()
            if $0 < 100 { subjects[0].onNext($0 + 100) }
        })
        for element in 1...2 { for subject in subjects { subject.onNext(element) } }
        concurrently(
            { for element in 1...20 { subjects[element % 2].onNext(element) } },
            { for element in 1...20 { subjects[2 + element % 2].onNext(element) } }
        )
        there.dispose()
        back.dispose()
        XCTAssertGreaterThan(heard.value, 0, operation.name, file: operation.file, line: operation.line)
        XCTAssertFalse(
            subjects.contains { $0.hasObservers },
            operation.name,
            file: operation.file,
            line: operation.line
        )
    }

    /// An operator's callback disposes a subscription that another thread is being called by.
    func testTwoSubscriptionsThatDisposeEachOther() {
        for operation in TwoSourceOperator.all {
            assertReturns(within: 60) {
                for _ in 0..<TestMode.size(200, debug: 50, sanitized: 30) {
                    let subjects = (0..<4).map { _ in PublishSubject<Int>() }
                    let (there, back) = (SerialDisposable(), SerialDisposable())
                    there.disposable = operation.apply(subjects[0], subjects[1]).subscribe { _ in back.dispose() }
                    back.disposable = operation.apply(subjects[2], subjects[3]).subscribe { _ in there.dispose() }
                    concurrently(
                        {
                            for element in 1...3 {
                                subjects[1].onNext(element)
                                subjects[0].onNext(element)
                            }
                        },
                        {
                            for element in 1...3 {
                                subjects[3].onNext(element)
                                subjects[2].onNext(element)
                            }
                        }
                    )
                    there.dispose()
                    back.dispose()
                    XCTAssertFalse(
                        subjects.contains { $0.hasObservers },
                        operation.name,
                        file: operation.file,
                        line: operation.line
                    )
                }
            }
        }
    }
}
