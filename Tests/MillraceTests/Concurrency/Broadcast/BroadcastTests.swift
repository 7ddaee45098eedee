import Foundation
import Millrace
import TestSupport
import XCTest

final class BroadcastTests: XCTestCase {
    func testSendSaysWhatBecameOfTheElement() {
        let feed = Broadcast<Int>(capacity: 2)
        XCTAssertEqual(feed.send(0), .noConsumers)
        let values = feed.values.makeAsyncIterator()
        XCTAssertEqual([1, 2, 3].map { feed.send($0) }, [.sent, .sent, .full])
        withExtendedLifetime(values) {}
        feed.finish()
        XCTAssertEqual(feed.send(4), .ended)
    }

    func testAnElementForNobodyIsKeptForReplay() {
        let feed = Broadcast<Int>(replay: 2, capacity: 3)
        for number in 1...5 { XCTAssertEqual(feed.send(number), .noConsumers) }
        let task = Task { await marks(of: feed.values) }
        feed.finish()
        XCTAssertEqual(mark(task), #"["4", "5", "|"]"#)
    }

    func testAConsumerThatIsGoneHoldsNobodyBack() {
        let feed = Broadcast<Int>(capacity: 1)
        var values: BroadcastValues<Int>.Iterator? = feed.values.makeAsyncIterator()
        XCTAssertEqual([1, 2].map { feed.send($0) }, [.sent, .full])
        withExtendedLifetime(values) {}
        values = nil
        XCTAssertEqual(feed.send(3), .noConsumers)
    }

    func testOnlyTheFirstEndCounts() {
        let feed = Broadcast<Int>(replay: 1, capacity: 1)
        feed.send(1)
        feed.finish(throwing: TestError("first"))
        feed.finish()
        feed.finish(throwing: TestError("third"))
        XCTAssertEqual(mark(Task { await marks(of: feed.values) }), #"["1", "x(first)"]"#)
        XCTAssertEqual(mark(Task { await marks(of: feed.values) }), #"["1", "x(first)"]"#)
    }

    func testTheReleaseOfTheBroadcastEndsIterations() {
        var feed: Broadcast<Int>? = Broadcast(capacity: 2)
        let values = feed!.values
        let recorder = Recorder<Int>()
        let subscription = feed!.asObservable().subscribe(recorder)
        let heard = Moment()
        let iterator = values.makeAsyncIterator()
        let task = Task { [iterator = iterator] () -> [Int] in
            var (iterator, all) = (iterator, [Int]())
            while let number = try await iterator.next() {
                all.append(number)
                heard.set()
            }
            return all
        }
        feed!.send(1)
        heard.wait()
        feed = nil
        XCTAssertEqual(mark(task), "[1]")
        XCTAssertEqual(recorder.marks, ["1"])
        subscription.dispose()
    }

    // On one actor, each sender runs until it waits.
    @MainActor
    func testSendersThatWaitGoOnInTheirOrder() async throws {
        let feed = Broadcast<Int>(capacity: 1)
        var values = feed.values.makeAsyncIterator()
        feed.send(0)
        let order = Box<[Int]>([])
        let senders = (1...8).map { number in
            Task { @MainActor in
                order.value.append(number)
                return try await feed.sendWhenRoom(number)
            }
        }
        await waitForTasks { order.value.count >= 8 }
        XCTAssertEqual(feed.send(9), .full)
        var read: [Int?] = []
        for _ in 0...8 { read.append(try await values.next()) }
        XCTAssertEqual(read, [0] + order.value)
        for sender in senders {
            let result = try await sender.value
            XCTAssertEqual(result, .sent)
        }
    }

    func testASenderThatIsCancelledSendsNothing() throws {
        let feed = Broadcast<Int>(capacity: 1)
        let values = feed.values.makeAsyncIterator()
        feed.send(1)
        let sender = Task { try await feed.sendWhenRoom(2) }
        let next = Task { try await feed.sendWhenRoom(3) }
        sender.cancel()
        XCTAssertEqual(mark(sender), "x(cancelled)")
        next.cancel()
        XCTAssertEqual(mark(next), "x(cancelled)")
        feed.finish()
        let task = Task { [values = values] in
            var values = values
            return [try await values.next(), try await values.next()]
        }
        XCTAssertEqual(try outcome(task).get(), [1, nil])
    }

    /// Who cancels a consumer holds a lock of its task, so observers are not called there.
    func testAConsumerThatIsCancelledLeavesTheRestToItsTask() {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let feed = Broadcast<Int>(capacity: 1)
        let seen = Counter()
        let subscription = feed.asObservable().subscribe(onNext: { _ in seen.add() })
        let executor = HaltingExecutor()
        let reads = Counter()
        let consumer = Task(executorPreference: executor) {
            var values = feed.values.makeAsyncIterator()
            reads.add()
            while try await values.next() != nil { reads.add() }
        }
        waitUntil { reads.value == 1 }
        // It has begun to wait when what the executor had is done.
        executor.wait()
        executor.halt()
        feed.send(1)
        waitUntil { seen.value == 1 }
        let another = HaltingExecutor()
        let begins = Counter()
        let sender = Task(executorPreference: another) {
            begins.add()
            return try await feed.sendWhenRoom(2)
        }
        waitUntil { begins.value == 1 }
        another.wait()
        consumer.cancel()
        let seenInside = seen.value
        executor.goOn()
        XCTAssertEqual(mark(consumer), "x(cancelled)")
        XCTAssertEqual(mark(sender), "sent")
        waitUntil { seen.value == 2 }
        XCTAssertEqual(seenInside, 1)
        subscription.dispose()
    }

    func testACancelledTaskSendsNothing() {
        let feed = Broadcast<Int>(replay: 1, capacity: 1)
        let sender = Task {
            cancelMyself()
            return try await feed.sendWhenRoom(1)
        }
        XCTAssertEqual(mark(sender), "x(cancelled)")
        feed.finish()
        XCTAssertEqual(mark(Task { await marks(of: feed.values) }), #"["|"]"#)
    }

    func testSendersThatWaitAreToldOfTheEnd() {
        let feed = Broadcast<Int>(capacity: 1)
        let values = feed.values.makeAsyncIterator()
        feed.send(1)
        let began = Counter()
        let senders = (0..<3).map { number in
            Task {
                began.add()
                return try await feed.sendWhenRoom(number)
            }
        }
        waitUntil { began.value == 3 }
        feed.finish()
        XCTAssertEqual(senders.map { mark($0) }, ["ended", "ended", "ended"])
        withExtendedLifetime(values) {}
    }

    func testASenderGoesOnWhenTheConsumerThatHeldItBackIsGone() {
        let feed = Broadcast<Int>(replay: 1, capacity: 1)
        var values: BroadcastValues<Int>.Iterator? = feed.values.makeAsyncIterator()
        feed.send(1)
        let began = Moment()
        let sender = Task {
            began.set()
            return try await feed.sendWhenRoom(2)
        }
        began.wait()
        withExtendedLifetime(values) {}
        values = nil
        XCTAssertEqual(mark(sender), "noConsumers")
        feed.finish()
        XCTAssertEqual(mark(Task { await marks(of: feed.values) }), #"["2", "|"]"#)
    }

    func testEveryPolicyHasItsOwnConsumers() {
        let feed = Broadcast<Int>(capacity: 3)
        let missed = Box(0)
        let skips = feed.values(onLag: .skip) { missed.value += $0 }
        let task = Task {
            var suspends = feed.values(onLag: .suspend).makeAsyncIterator()
            var (skips, fails) = (skips.makeAsyncIterator(), feed.values(onLag: .fail).makeAsyncIterator())
            for number in 1...5 {
                feed.send(number)
                _ = try await suspends.next()
            }
            feed.finish()
            var found: [String] = []
            while let number = try await skips.next() { found.append("\(number)") }
            do { _ = try await fails.next() } catch { found.append("\(error)") }
            let afterwards = try await fails.next()
            XCTAssertNil(afterwards)
            return found
        }
        let lag =
            "a consumer of a Broadcast has missed 2 elements: it was slower than the sender, and the room was full"
        XCTAssertEqual(try outcome(task).get(), ["3", "4", "5", lag])
        XCTAssertEqual(missed.value, 2)
    }

    func testElementsAreReleasedAsSoonAsNobodyNeedsThem() {
        let tally = Token.Tally()
        let feed = Broadcast<Token>(replay: 1, capacity: 8)
        let task = Task { () -> [Int] in
            var counts: [Int] = []
            var first = feed.values.makeAsyncIterator()
            var second: BroadcastValues<Token>.Iterator? = feed.values.makeAsyncIterator()
            for _ in 0..<4 { feed.send(Token(tally)) }
            for _ in 0..<3 { _ = try await first.next() }
            counts.append(tally.count)
            for _ in 0..<2 { _ = try await second?.next() }
            counts.append(tally.count)
            second = nil
            counts.append(tally.count)
            feed.send(Token(tally))
            counts.append(tally.count)
            return counts
        }
        // The last element is kept for later consumers; `first` still has to read two, and the fifth.
        XCTAssertEqual(try outcome(task).get(), [4, 2, 1, 2])
        feed.finish()
        XCTAssertEqual(tally.count, 1)
    }

    func testAnElementWhoseDeinitSendsFindsNoLock() {
        let feed = Broadcast<Echo>(capacity: 1)
        var values: BroadcastValues<Echo>.Iterator? = feed.values(onLag: .skip).makeAsyncIterator()
        let sent = Counter()
        feed.send(Echo(feed, sent, left: 3))
        feed.send(Echo(feed, sent, left: 0))
        XCTAssertEqual(sent.value, 1)
        withExtendedLifetime(values) {}
        values = nil
        XCTAssertEqual(sent.value, 3)
    }

    /// Sends another one when it is released.
    private final class Echo: @unchecked Sendable {
        private weak var feed: Broadcast<Echo>?
        private let sent: Counter
        private let left: Int

        init(_ feed: Broadcast<Echo>, _ sent: Counter, left: Int) {
            (self.feed, self.sent, self.left) = (feed, sent, left)
        }

        deinit {
            guard left > 0, let feed else { return }
            sent.add()
            feed.send(Echo(feed, sent, left: left - 1))
        }
    }
}

/// A queue that runs tasks, and can be told to stand still.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class HaltingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "halting executor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    func wait() { queue.sync {} }
    func halt() { queue.suspend() }
    func goOn() { queue.resume() }
}
