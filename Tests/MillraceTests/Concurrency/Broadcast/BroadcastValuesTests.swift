import Foundation
import Millrace
import TestSupport
import XCTest

final class BroadcastValuesTests: XCTestCase {
    func testAConsumerJoinsWithTheCallOfValues() {
        let feed = Broadcast<Int>(capacity: 4)
        let values = feed.values
        XCTAssertEqual(feed.send(1), .sent)
        let iterators = [values.makeAsyncIterator(), values.makeAsyncIterator()]
        XCTAssertEqual(feed.send(2), .sent)
        feed.finish()
        for (iterator, expected) in zip(iterators, [[1, 2, nil], [2, nil, nil]]) {
            let task = Task { [iterator = iterator] in
                var iterator = iterator
                return [try await iterator.next(), try await iterator.next(), try await iterator.next()]
            }
            XCTAssertEqual(try outcome(task).get(), expected)
        }
    }

    /// Nobody waits until the tasks run: what is sent before is kept for them.
    func testTasksThatBeginLateMissNothing() {
        for round in 0..<100 {
            let feed = Broadcast<Int>(replay: 4, capacity: 16)
            let consumers = [feed.values, feed.values(onLag: .suspend)].map { values in
                Task {
                    var all: [Int] = []
                    for try await number in values { all.append(number) }
                    return all
                }
            }
            let batches = feed.values.batches
            let inSlices = Task {
                var all: [Int] = []
                for try await slice in batches { all += slice }
                return all
            }
            let sender = Task {
                for number in 0..<1_000 { try await feed.sendWhenRoom(number) }
                feed.finish()
            }
            for consumer in consumers + [inSlices] {
                XCTAssertEqual(try outcome(consumer).get(), Array(0..<1_000), "round \(round)")
            }
            XCTAssertNoThrow(try outcome(sender).get())
        }
    }

    func testAConsumerWithoutAnIterationHoldsSendersBackUntilItIsReleased() {
        let feed = Broadcast<Int>(capacity: 1)
        let values = Box<BroadcastValues<Int>?>(feed.values)
        XCTAssertEqual([feed.send(1), feed.send(2)], [.sent, .full])
        values.value = nil
        XCTAssertEqual(feed.send(3), .noConsumers)
    }

    func testNothingIsKeptBeyondTheRoom() {
        let feed = Broadcast<Int>(capacity: 2)
        let values = feed.values
        let iterator = values.makeAsyncIterator()
        XCTAssertEqual((1...3).map { feed.send($0) }, [.sent, .sent, .full])
        withExtendedLifetime(iterator) {}
    }

    func testElementsArriveWhileATaskWaits() {
        let feed = Broadcast<Int>(capacity: 1)
        let heard = [Moment(), Moment()]
        let task = Task { await marks(of: feed.values) { heard[Int($0)!].set() } }
        waitUntil { feed.send(0) == .sent }
        heard[0].wait()
        XCTAssertEqual(feed.send(1), .sent)
        heard[1].wait()
        feed.finish()
        XCTAssertEqual(mark(task), #"["0", "1", "|"]"#)
    }

    func testAllConsumersGetEverythingInOrder() {
        let feed = Broadcast<Int>(capacity: 7)
        let joined = Counter()
        let tasks = (0..<5).map { _ in
            Task { () -> [Int] in
                var values = feed.values.makeAsyncIterator()
                joined.add()
                var all: [Int] = []
                while let number = try await values.next() { all.append(number) }
                return all
            }
        }
        waitUntil { joined.value == 5 }
        let sender = Task {
            for number in 0..<10_000 { try await feed.sendWhenRoom(number) }
            feed.finish()
        }
        for task in tasks { XCTAssertEqual(try outcome(task).get(), Array(0..<10_000)) }
        XCTAssertNoThrow(try outcome(sender).get())
    }

    func testSkippedElementsAreCountedWhereTheyAreMissed() {
        let feed = Broadcast<Int>(capacity: 2)
        let found = Box<[String]>([])
        var values = feed.values(onLag: .skip) { found.value.append("-\($0)") }.makeAsyncIterator()
        let task = Task {
            for number in 1...3 { feed.send(number) }
            if let number = try await values.next() { found.value.append("\(number)") }
            for number in 4...7 { feed.send(number) }
            feed.finish()
            while let number = try await values.next() { found.value.append("\(number)") }
        }
        XCTAssertNoThrow(try outcome(task).get())
        XCTAssertEqual(found.value, ["-1", "2", "-3", "6", "7"])
    }

    func testATaskThatIsCancelledWhileItWaits() {
        let feed = Broadcast<Int>(capacity: 1)
        let heard = Moment()
        let task = Task { await marks(of: feed.values) { _ in heard.set() } }
        waitUntil { feed.send(1) == .sent }
        heard.wait()
        task.cancel()
        XCTAssertEqual(mark(task), #"["1", "x(cancelled)"]"#)
        XCTAssertEqual(feed.send(2), .noConsumers)
    }

    func testACancelledTaskGivesUpWhatWaits() {
        let tally = Token.Tally()
        let feed = Broadcast<Token>(capacity: 2)
        let task = Task { () -> [String] in
            var values = feed.values.makeAsyncIterator()
            feed.send(Token(tally))
            feed.send(Token(tally))
            cancelMyself()
            var found: [String] = []
            do { _ = try await values.next() } catch { found.append("\(error is CancellationError)") }
            let afterwards = try? await values.next()
            found.append("\(afterwards == nil)")
            found.append("\(tally.count)")
            return found
        }
        XCTAssertEqual(mark(task), #"["true", "true", "0"]"#)
    }

    func testABreakReleasesTheCursor() {
        let feed = Broadcast<Int>(replay: 1, capacity: 1)
        feed.send(1)
        let values = feed.values
        let task = Task {
            for try await number in values { return number }
            return 0
        }
        XCTAssertEqual(try outcome(task).get(), 1)
        XCTAssertEqual(feed.send(2), .noConsumers)
        XCTAssertEqual(feed.send(3), .noConsumers)
    }

    func testAnIterationStaysOnItsActor() {
        let feed = Broadcast<Int>(capacity: 4)
        let task = Task { @MainActor in
            var sum = 0
            for try await number in feed.values {
                MainActor.assertIsolated()
                sum += number
            }
            return sum
        }
        let isOver = expectation(description: "the iteration has ended")
        Task {
            await waitForTasks { feed.send(1) != .noConsumers }
            for number in 2...10 { try await feed.sendWhenRoom(number) }
            feed.finish()
            let sum = try await task.value
            XCTAssertEqual(sum, 55)
            isOver.fulfill()
        }
        wait(for: [isOver], timeout: 60)
    }
}
