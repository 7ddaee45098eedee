import MallocMeter
import TestSupport
import XCTest

// What a buffer does under its subject's lock is seen from inside alone.
#if DEBUG
    @testable import Millrace

    final class ReplayBufferTests: XCTestCase {
        /// Adds an element as a subject does.
        private func append<Element>(_ element: Element, to buffer: inout ReplayBuffer<Element>) {
            var garbage = ReplayBuffer<Element>.Garbage()
            while !buffer.append(element, &garbage) {
                buffer.add(spare: ReplayBuffer<Element>.makeChunk(limit: buffer.limit, isTimed: false))
            }
            garbage.drop()
        }

        private func makeBuffer(limit: Int, _ elements: Range<Int>) -> ReplayBuffer<Int> {
            var buffer = ReplayBuffer<Int>(limit: limit, isChained: true)
            for element in elements { append(element, to: &buffer) }
            return buffer
        }

        private func elements<Element>(of snapshot: ReplayBuffer<Element>.Snapshot) -> [Element] {
            var elements: [Element] = []
            var (index, number) = (snapshot.start, 0)
            var chunk = snapshot.chunk
            while elements.count < snapshot.count, let current = chunk {
                let count = min(current.capacity - index, snapshot.count - elements.count)
                current.read(index..<index + count) {
                    elements.append($0)
                    return true
                }
                (index, number) = (0, number + 1)
                if elements.count < snapshot.count { chunk = snapshot.chunk(number, after: current) }
            }
            return elements
        }

        func testNothingIsAllocatedUnderTheLock() throws {
            try XCTSkipUnless(malloc_meter_available(), "allocations cannot be counted here")
            let scheduler = HistoricalScheduler()
            let subjects: [(String, ReplaySubject<Int>)] = [
                ("1", .create(bufferSize: 1)),
                ("100", .create(bufferSize: 100)),
                ("10,000", .create(bufferSize: 10_000)),
                ("unbounded", .createUnbounded()),
                ("window", .create(window: .seconds(3_600), scheduler: scheduler)),
            ]
            for (name, subject) in subjects {
                // What is made once.
                subject.subscribe(onNext: { _ in }).dispose()
                let word = UnsafeRawPointer(subject.lock.address).assumingMemoryBound(to: UInt32.self)
                // What is allocated under the lock is counted.
                malloc_meter_start_while(word)
                subject.lock.acquire()
                withExtendedLifetime(NSObject()) {}
                subject.lock.release()
                XCTAssertGreaterThan(malloc_meter_stop().own, 0, name)
                malloc_meter_start_while(word)
                for number in 0..<25_000 {
                    subject.onNext(number)
                    if number.isMultiple(of: 5_000) { subject.subscribe(onNext: { _ in }).dispose() }
                }
                XCTAssertEqual(malloc_meter_stop().own, 0, name)
            }
        }

        func testASubscriberHoldsTwoChunksUnderTheLockAndTheOthersAfterwards() {
            var buffer = makeBuffer(limit: 100_000, 0..<130_000)
            func heldByOthers() -> Int {
                var held = 0
                var chunk = buffer.first
                while let current = chunk {
                    if current.next != nil, !isKnownUniquelyReferenced(&current.next) { held += 1 }
                    chunk = current.next
                }
                return held
            }
            XCTAssertEqual(heldByOthers(), 0)
            var snapshot = ReplayBuffer<Int>.Snapshot()
            buffer.snapshot(into: &snapshot)
            XCTAssertTrue(snapshot.collects)
            XCTAssertTrue(snapshot.others.isEmpty)
            XCTAssertEqual(heldByOthers(), 1, "the second; the first has no link to it")
            snapshot.collect()
            XCTAssertNil(buffer.endCollection())
            XCTAssertGreaterThan(heldByOthers(), 1_500)
            XCTAssertEqual(elements(of: snapshot), Array(30_000..<130_000))
        }

        func testASnapshotIsCompleteHoweverManyElementsLeaveBeforeItIsCollected() {
            for more in [1, 63, 64, 65, 200, 300, 301, 1_000] {
                var buffer = makeBuffer(limit: 300, 0..<350)
                var snapshot = ReplayBuffer<Int>.Snapshot()
                buffer.snapshot(into: &snapshot)
                for element in 350..<350 + more { append(element, to: &buffer) }
                var later = ReplayBuffer<Int>.Snapshot()
                buffer.snapshot(into: &later)
                snapshot.collect()
                XCTAssertNil(buffer.endCollection(), "another subscriber is still collecting")
                for element in 350 + more..<450 + more { append(element, to: &buffer) }
                later.collect()
                XCTAssertNotNil(buffer.endCollection())
                XCTAssertEqual(elements(of: snapshot), Array(50..<350))
                XCTAssertEqual(elements(of: later), Array(50 + more..<350 + more))
            }
        }

        func testElementsMayAllLeaveWhileASubscriberCollects() {
            let tally = Token.Tally()
            var buffer = ReplayBuffer<Token>(limit: .max, isChained: true)
            for _ in 0..<192 { append(Token(tally), to: &buffer) }
            var snapshot = ReplayBuffer<Token>.Snapshot()
            buffer.snapshot(into: &snapshot)
            // As elements do that have become too old.
            for _ in 0..<2 {
                while buffer.count > 0 {
                    var garbage = ReplayBuffer<Token>.Garbage()
                    buffer.removeOldest(&garbage)
                    garbage.drop()
                }
                for _ in 0..<128 { append(Token(tally), to: &buffer) }
            }
            snapshot.collect()
            XCTAssertEqual(elements(of: snapshot).count, 192)
            ReplayBuffer.drop(buffer.endCollection())
            XCTAssertEqual(tally.count, 192 + 128)
            snapshot = .init()
            XCTAssertEqual(tally.count, 128)
        }

        func testASnapshotKeepsNoChunkThatCameLater() {
            let tally = Token.Tally()
            var buffer = ReplayBuffer<Token>(limit: 300, isChained: true)
            for _ in 0..<300 { append(Token(tally), to: &buffer) }
            var snapshot = ReplayBuffer<Token>.Snapshot()
            buffer.snapshot(into: &snapshot)
            for _ in 0..<10_000 { append(Token(tally), to: &buffer) }
            snapshot.collect()
            ReplayBuffer.drop(buffer.endCollection())
            XCTAssertLessThanOrEqual(tally.count, 2 * 300 + 2 * 64)
            XCTAssertEqual(elements(of: snapshot).count, 300)
        }
    }
#endif
