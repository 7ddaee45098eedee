import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class MapOrderedByTests: XCTestCase {
    private let subject = PublishSubject<String>()
    private let closures = AsyncClosures()
    private let recorder = Recorder<String>()
    private let isOver = Moment()

    /// An element is a key, which is its first character, and a number.
    private func mapped(_ limit: Int) -> Observable<String> {
        let closures = closures
        return subject.map(maxConcurrent: limit, orderedBy: { $0.first! }) { element in
            await closures.run(element)
            if element.hasSuffix("!") { throw TestError(element) }
            return element
        }
    }

    private func subscribe(_ result: Observable<String>) -> Disposable {
        let isOver = isOver
        return result.do(onDispose: { isOver.set() }).subscribe(recorder)
    }

    private func send(_ elements: String...) { for element in elements { subject.onNext(element) } }

    private func begin(_ elements: Set<String>, line: UInt = #line) {
        waitUntil(within: 30) { Set(closures.begun) == elements }
        XCTAssertEqual(Set(closures.begun), elements, line: line)
    }

    private func expect(_ marks: [String], line: UInt = #line) {
        waitUntil(within: 30) { recorder.marks == marks }
        XCTAssertEqual(recorder.marks, marks, line: line)
    }

    func testElementsOfAKeyRunOneAtATimeAndInOrder() {
        let subscription = subscribe(mapped(4))
        send("a1", "a2", "b1", "a3", "b2")
        begin(["a1", "b1"])
        closures.open("a2", "a3", "b2")
        closures.open("b1")
        expect(["b1", "b2"])
        begin(["a1", "b1", "b2"])
        closures.open("a1")
        expect(["b1", "b2", "a1", "a2", "a3"])
        subject.onCompleted()
        isOver.wait()
        XCTAssertEqual(recorder.marks.last, "|")
        subscription.dispose()
    }

    func testNoMoreClosuresRunThanAreAllowed() {
        let subscription = subscribe(mapped(2))
        send("a1", "b1", "c1", "a2")
        begin(["a1", "b1"])
        closures.open("a1")
        begin(["a1", "b1", "c1"])
        closures.open("b1", "c1", "a2")
        waitUntil(within: 30) { recorder.elements.count == 4 }
        XCTAssertEqual(recorder.elements.filter { $0.hasPrefix("a") }, ["a1", "a2"])
        subscription.dispose()
    }

    func testKeysTakeTurns() {
        let subscription = subscribe(mapped(1))
        // While the first element runs, the others come.
        send("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        begin(["a1"])
        closures.open("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        subject.onCompleted()
        isOver.wait()
        XCTAssertEqual(recorder.elements, ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
        subscription.dispose()
    }

    func testCompletionComesAfterAllResults() {
        let subscription = subscribe(mapped(3))
        send("a1", "a2")
        subject.onCompleted()
        closures.open("a1", "a2")
        expect(["a1", "a2", "|"])
        subscription.dispose()
    }

    func testAnErrorEndsTheStreamAtOnceAndCancelsTheOthers() {
        let subscription = subscribe(mapped(3))
        send("a!", "a2", "b1")
        begin(["a!", "b1"])
        closures.open("a!")
        expect(["x(a!)"])
        waitUntil(within: 30) { closures.cancelled == ["b1"] }
        XCTAssertEqual(closures.cancelled, ["b1"])
        XCTAssertFalse(closures.begun.contains("a2"))
        XCTAssertFalse(subject.hasObservers)
        subscription.dispose()
    }

    func testAnErrorOfTheKeySelectorEndsTheStream() {
        let closures = closures
        let subscription = subscribe(
            subject.map(maxConcurrent: 2, orderedBy: { if $0 == "?" { throw TestError() } else { $0 } }) { element in
                await closures.run(element)
                return element
            }
        )
        send("a", "?", "b")
        expect(["x(error)"])
        waitUntil(within: 30) { Set(closures.begun) == closures.cancelled }
        XCTAssertFalse(closures.begun.contains("b"))
        XCTAssertFalse(subject.hasObservers)
        subscription.dispose()
    }

    func testDisposalCancelsAndReleases() {
        let (elements, captures) = (Token.Tally(), Token.Tally())
        let closures = closures
        let subject = PublishSubject<Token>()
        func subscribe(_ token: Token) -> Disposable {
            subject.map(maxConcurrent: 2, orderedBy: { _ in token.keep(1) }) { _ in
                token.keep()
                await closures.run("a")
            }
            .subscribe(onNext: { token.keep() })
        }
        let subscription = subscribe(Token(captures))
        for _ in 0..<3 { subject.onNext(Token(elements)) }
        begin(["a"])
        subscription.dispose()
        XCTAssertLessThanOrEqual(elements.count, 1, "the one whose closure runs")
        waitUntil(within: 30) { elements.count == 0 && captures.count == 0 }
        XCTAssertEqual(elements.count, 0)
        XCTAssertEqual(captures.count, 0)
        XCTAssertEqual(closures.begun, ["a"])
        XCTAssertEqual(closures.cancelled, ["a"])
    }

    // MARK: Keys

    /// A key that is an object.
    private final class Key: Hashable, @unchecked Sendable {
        let name: String
        private let token: Token
        private let hashes: Bool
        private let onUse: () -> Void

        init(_ name: String, _ tally: Token.Tally, hashes: Bool = true, onUse: @escaping () -> Void = {}) {
            self.name = name
            self.hashes = hashes
            self.onUse = onUse
            token = Token(tally)
        }

        static func == (one: Key, other: Key) -> Bool {
            one.onUse()
            return one.name == other.name
        }

        func hash(into hasher: inout Hasher) {
            onUse()
            if hashes { hasher.combine(name) }
        }
    }

    func testAKeyGoesWhenNothingOfItWaits() {
        let keys = Token.Tally()
        let closures = closures
        let subscription = subscribe(
            subject.map(maxConcurrent: 8, orderedBy: { Key(String($0.first!), keys) }) { element in
                await closures.run(element)
                return element
            }
        )
        send("a1", "a2", "b1")
        begin(["a1", "b1"])
        XCTAssertEqual(keys.count, 2)
        closures.open("b1")
        waitUntil(within: 30) { keys.count == 1 }
        XCTAssertEqual(keys.count, 1, "without a further element of the source")
        closures.open("a1", "a2")
        waitUntil(within: 30) { keys.count == 0 }
        XCTAssertEqual(keys.count, 0)
        XCTAssertEqual(recorder.elements, ["b1", "a1", "a2"])
        subscription.dispose()
    }

    func testKeysWithTheSameHash() {
        let keys = Token.Tally()
        let count = 600
        let running = (0..<10).map { _ in Counter() }
        let tooMany = Counter()
        let result = Observable.range(start: 0, count: count)
            .map(maxConcurrent: 4, orderedBy: { Key("\($0 % 10)", keys, hashes: false) }) { number in
                if running[number % 10].add() > 1 { tooMany.add() }
                await Task.yield()
                running[number % 10].add(-1)
                return number
            }
        let received = Box<[Int]>([])
        let isOver = isOver
        _ = result.do(onDispose: { isOver.set() }).subscribe(onNext: { received.value.append($0) })
        isOver.wait()
        XCTAssertEqual(tooMany.value, 0)
        for key in 0..<10 {
            XCTAssertEqual(received.value.filter { $0 % 10 == key }, Array(stride(from: key, to: count, by: 10)))
        }
        waitUntil(within: 30) { keys.count == 0 }
        XCTAssertEqual(keys.count, 0)
    }

    func testAKeyMayCallIntoTheStream() {
        // Hashing and comparing run outside of the operator's lock: they may emit and dispose.
        let keys = Token.Tally()
        let closures = closures
        let subject = subject
        let nested = Counter()
        let subscription = subscribe(
            subject.map(
                maxConcurrent: 4,
                orderedBy: { element in
                    Key(String(element.first!), keys) { if nested.add() < 5 { subject.onNext("z\(nested.value)") } }
                }
            ) { element in
                await closures.run(element)
                return element
            }
        )
        send("a1", "a2")
        XCTAssertGreaterThan(nested.value, 5)
        closures.open("a1", "a2", "z1", "z2", "z3", "z4")
        waitUntil(within: 30) { recorder.elements.count == 6 }
        XCTAssertEqual(Set(recorder.elements), ["a1", "a2", "z1", "z2", "z3", "z4"])
        subscription.dispose()
    }

    // MARK: A bound

    /// What comes of some elements, of which a1 is on its way while the others come.
    private func arrivals(_ overflow: OverflowStrategy, capacity: Int, _ elements: [String]) -> [String] {
        let closures = AsyncClosures()
        let recorder = Recorder<String>()
        let isOver = Moment()
        let subject = PublishSubject<String>()
        let subscription = subject.map(
            maxConcurrent: 1,
            orderedBy: { $0.first! },
            capacity: capacity,
            overflow: overflow
        ) { element in
            await closures.run(element)
            return element
        }
        .do(onDispose: { isOver.set() })
        .subscribe(recorder)
        subject.onNext("a1")
        for element in elements { subject.onNext(element) }
        subject.onCompleted()
        for element in ["a1"] + elements { closures.open(element) }
        isOver.wait()
        subscription.dispose()
        return recorder.marks
    }

    func testWhatIsDroppedWithoutRoom() {
        let elements = ["a2", "b1", "a3", "c1", "b2"]
        XCTAssertEqual(arrivals(.dropNewest, capacity: 2, elements), ["a1", "b1", "a2", "|"])
        // The oldest of all, of whichever key.
        XCTAssertEqual(arrivals(.dropOldest, capacity: 2, elements), ["a1", "c1", "b2", "|"])
        XCTAssertEqual(arrivals(.dropOldest, capacity: 1, elements), ["a1", "b2", "|"])
        // The turn of its key stays.
        XCTAssertEqual(arrivals(.dropOldest, capacity: 3, elements), ["a1", "b2", "c1", "a3", "|"])
        XCTAssertEqual(arrivals(.buffer, capacity: 1, elements), ["a1", "b1", "c1", "a2", "b2", "a3", "|"])
    }

    func testAnElementWithoutRoomIsAnError() {
        let marks = arrivals(.error, capacity: 2, ["a2", "b1", "a3", "c1"])
        XCTAssertEqual(marks.dropLast(), ["a1", "b1", "a2"])
        XCTAssertTrue(marks.last!.contains("an element came while 2 waited"), "\(marks)")
        XCTAssertTrue(marks.last!.contains("map(maxConcurrent:orderedBy:capacity:overflow:onFailure:_:)"), "\(marks)")
    }

    func testDroppedElementsAreCounted() {
        let reports = Box<[DroppedElement]>([])
        let former = Hooks.droppedElementHandler
        Hooks.droppedElementHandler = { reports.value.append($0) }
        defer { Hooks.droppedElementHandler = former }
        _ = arrivals(.dropOldest, capacity: 1, ["a2", "b1", "a3"])
        XCTAssertEqual(reports.value.map(\.count), [1, 2])
        XCTAssertEqual(reports.value.first?.capacity, 1)
    }

    func testElementsThatWaitHoldTheSourceBack() async throws {
        for isBounded in [false, true] {
            let emitted = Counter()
            let mayEnd = ReplaySubject<Void>.create(bufferSize: 1)
            let source = Observable.range(start: 0, count: 1_000).do(onNext: { _ in emitted.add() })
            // All of one key: one runs.
            let transform: @Sendable (Int) async throws -> Int = { number in
                _ = try await mayEnd.first().value
                return number
            }
            let results =
                isBounded
                ? source.map(
                    maxConcurrent: 4,
                    orderedBy: { _ in 1 },
                    capacity: 7,
                    overflow: .suspend,
                    transform
                ).values
                : source.map(maxConcurrent: 4, orderedBy: { _ in 1 }, transform).values
            let most = isBounded ? 11 : 8
            await waitForTasks { emitted.value >= most }
            XCTAssertEqual(emitted.value, most)
            mayEnd.onNext(())
            var received: [Int] = []
            for try await number in results { received.append(number) }
            XCTAssertEqual(received, Array(0..<1_000))
        }
    }

    func testAFullQueueBelowHoldsTheResultsBack() async throws {
        let (emitted, delivered) = (Counter(), Counter())
        let results = Observable.range(start: 0, count: 10_000).do(onNext: { _ in emitted.add() })
            .map(maxConcurrent: 4, orderedBy: { $0 % 3 }) { $0 }
            .do(onNext: { _ in delivered.add() })
            .values(capacity: 8, overflow: .suspend)
        await waitForTasks { delivered.value >= 8 }
        var received: [Int] = []
        for try await number in results {
            received.append(number)
            XCTAssertLessThanOrEqual(delivered.value, received.count + 9)
            XCTAssertLessThanOrEqual(emitted.value, received.count + 8 + 9)
        }
        XCTAssertEqual(received.count, 10_000)
        for key in 0..<3 {
            XCTAssertEqual(received.filter { $0 % 3 == key }, Array(stride(from: key, to: 10_000, by: 3)))
        }
    }

    // MARK: A hot key

    /// A hot key beside 999 cold ones, whose closure lasts until the test says so: the elements of the others pass it.
    func testAHotKeyDoesNotHoldUpOthersThatHaveCome() {
        let closures = closures
        let cold = Counter()
        let subject = PublishSubject<Int>()
        let result = subject.map(maxConcurrent: 8, orderedBy: { $0 % 1_000 }) { number in
            if number % 1_000 == 0 { await closures.run("hot \(number)") } else { cold.add() }
            return number
        }
        let isOver = isOver
        let subscription = result.do(onDispose: { isOver.set() }).subscribe()
        // Every second element is the hot key's.
        for number in 1..<1_000 {
            subject.onNext(1_000 * number)
            subject.onNext(number)
        }
        waitUntil(within: 60) { cold.value == 999 }
        XCTAssertEqual(cold.value, 999)
        XCTAssertEqual(closures.begun, ["hot 1000"])
        for number in 1..<1_000 { closures.open("hot \(1_000 * number)") }
        subject.onCompleted()
        isOver.wait()
        XCTAssertEqual(closures.begun, (1..<1_000).map { "hot \(1_000 * $0)" })
        subscription.dispose()
    }

    /// The source sends elements of the hot key until it is held back. The next one is of another key, and waits until
    /// half of the room is free again.
    func testOthersThatHaveNotComeWaitForHalfOfTheRoomAtMost() {
        for (limit, capacity, most) in [(8, nil, 4), (7, nil, 4), (8, 10, 5), (3, 11, 6)] as [(Int, Int?, Int)] {
            let closures = AsyncClosures()
            let taken = limit + (capacity ?? limit)
            let source = Observable.range(start: 0, count: taken + 1)
            let keySelector = { (number: Int) in number == taken ? "cold" : "hot" }
            let transform: @Sendable (Int) async throws -> Int = { number in
                await closures.run(number == taken ? "cold" : "hot \(number)")
                return number
            }
            let result =
                capacity.map {
                    source.map(
                        maxConcurrent: limit,
                        orderedBy: keySelector,
                        capacity: $0,
                        overflow: .suspend,
                        transform
                    )
                } ?? source.map(maxConcurrent: limit, orderedBy: keySelector, transform)
            let subscription = result.subscribe()
            for number in 0..<most {
                waitUntil(within: 30) { closures.begun == (0...number).map { "hot \($0)" } }
                XCTAssertEqual(closures.begun, (0...number).map { "hot \($0)" })
                closures.open("hot \(number)")
            }
            waitUntil(within: 30) { closures.begun.contains("cold") }
            XCTAssertTrue(closures.begun.contains("cold"), "after \(most) closures")
            subscription.dispose()
        }
    }
}
