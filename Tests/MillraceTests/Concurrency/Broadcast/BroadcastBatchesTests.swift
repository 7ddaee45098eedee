import Foundation
import Millrace
import TestSupport
import XCTest

final class BroadcastBatchesTests: XCTestCase {
    func testASliceHasWhatHasCome() {
        let feed = Broadcast<String>(replay: 1, capacity: 5)
        feed.send("0")
        let task = Task { () -> [[String]] in
            var batches = feed.values.batches.makeAsyncIterator()
            var all: [[String]] = []
            for round in 1...4 {
                for number in 0..<4 { feed.send("\(round * 4 + number)") }
                if let batch = try await batches.next() { all.append(Array(batch)) }
            }
            feed.finish()
            let afterwards = try await batches.next()
            XCTAssertNil(afterwards)
            return all
        }
        let rounds = (1...4).map { round in (0..<4).map { "\(round * 4 + $0)" } }
        XCTAssertEqual(try outcome(task).get(), [["0"] + rounds[0]] + rounds.dropFirst())
    }

    func testSlicesAndElementsAreTheSame() {
        let feed = Broadcast<Int>(capacity: 1_000)
        let joined = Counter()
        let slices = Task { () -> [Int] in
            var batches = feed.values.batches.makeAsyncIterator()
            joined.add()
            var all: [Int] = []
            while let batch = try await batches.next() {
                XCTAssertFalse(batch.isEmpty)
                all += batch
            }
            return all
        }
        let elements = Task { () -> [Int] in
            var values = feed.values.makeAsyncIterator()
            joined.add()
            var all: [Int] = []
            while let number = try await values.next() { all.append(number) }
            return all
        }
        waitUntil { joined.value == 2 }
        let sender = Task {
            for number in 0..<20_000 { try await feed.sendWhenRoom(number) }
            feed.finish()
        }
        XCTAssertEqual(try outcome(slices).get(), Array(0..<20_000))
        XCTAssertEqual(try outcome(elements).get(), Array(0..<20_000))
        XCTAssertNoThrow(try outcome(sender).get())
    }

    func testElementsAreReleasedWithTheirSlices() {
        let tally = Token.Tally()
        let feed = Broadcast<Token>(capacity: 8)
        let task = Task { () -> [Int] in
            var batches = feed.values.batches.makeAsyncIterator()
            var second: BroadcastValues<Token>.Iterator? = feed.values.makeAsyncIterator()
            for _ in 0..<3 { feed.send(Token(tally)) }
            _ = try await second?.next()
            var counts: [Int] = []
            do {
                let batch = try await batches.next()
                counts.append(batch?.count ?? 0)
            }
            counts.append(tally.count)
            second = nil
            counts.append(tally.count)
            return counts
        }
        XCTAssertEqual(try outcome(task).get(), [3, 2, 0])
    }

    func testSkipsAndFailures() {
        let feed = Broadcast<Int>(capacity: 2)
        let missed = Box(0)
        let task = Task { () -> [String] in
            var skips = feed.values(onLag: .skip) { missed.value += $0 }.batches.makeAsyncIterator()
            var fails = feed.values(onLag: .fail).batches.makeAsyncIterator()
            for number in 1...5 { feed.send(number) }
            feed.finish(throwing: TestError("end"))
            var found: [String] = []
            found.append("\(try await skips.next() ?? [])")
            do { _ = try await skips.next() } catch { found.append("\(error)") }
            do { _ = try await fails.next() } catch { found.append("\((error as? LagError)?.missed ?? 0)") }
            return found
        }
        XCTAssertEqual(try outcome(task).get(), ["[4, 5]", "end", "3"])
        XCTAssertEqual(missed.value, 3)
    }

    func testCancellation() {
        let feed = Broadcast<Int>(capacity: 2)
        let task = Task { () -> Int in
            var count = 0
            for try await batch in feed.values.batches { count += batch.count }
            return count
        }
        waitUntil { feed.send(1) == .sent }
        task.cancel()
        XCTAssertEqual(mark(task), "x(cancelled)")
        XCTAssertEqual(feed.send(2), .noConsumers)
    }
}
