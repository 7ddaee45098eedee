import Foundation
import Millrace
import XCTest

// The code of AsyncAwait.md.

private actor Report {
    var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
}

private actor Socket {
    nonisolated let messages = AsyncStream<Int> { continuation in
        for message in 1...40 { continuation.yield(message) }
        continuation.finish()
    }
    private(set) var sent: [String] = []

    func send(_ answer: String) { sent.append(answer) }
}

private actor Database {
    private(set) var batches: [[Int]] = []

    func insert(_ rows: ArraySlice<Int>) { batches.append(Array(rows)) }
}

/// One task at a time uses it.
private final class Client: @unchecked Sendable {
    var missed = 0
    private(set) var text = ""

    func write(_ text: String) async { self.text += text }
}

/// Prices may be drawn on the thread that makes room.
private final class Drawing: @unchecked Sendable {
    private let lock = NSLock()
    private var drawn: [String] = []
    var lines: [String] { lock.withLock { drawn } }

    func add(_ line: String) { lock.withLock { drawn.append(line) } }
}

private final class File: @unchecked Sendable {
    private(set) var lines: [String] = []
    private(set) var isClosed = false

    func write(_ line: String) { lines.append(line) }
    func close() { isClosed = true }
}

func loadName(_ id: Int) -> Single<String> {
    Single.create { "name \(id)" }
}

final class AsyncAwaitTests: XCTestCase {
    func testTheLatest() async throws {
        let prices = Observable.of(1.5, 1.6, 2.5)
        let shown = Report()
        @Sendable func show(_ price: Double) async { await shown.add("\(price)") }

        for try await price in prices.values(capacity: 1, overflow: .dropOldest) {
            await show(price)
        }

        let lines = await shown.lines
        XCTAssertEqual(lines, ["2.5"])
    }

    func testServerSentEvents() async throws {
        let feed = Broadcast<String>(replay: 20, capacity: 1_024)

        @Sendable func serve(_ client: Client) async throws {
            for try await lines in feed.values(onLag: .skip, onSkip: { client.missed += $0 }).batches {
                await client.write(lines.map { "data: \($0)\n\n" }.joined())
            }
        }

        feed.send("one")
        feed.send("two")
        feed.finish()
        let client = Client()
        try await serve(client)
        XCTAssertEqual(client.text, "data: one\n\ndata: two\n\n")
        XCTAssertEqual(client.missed, 0)
    }

    func testAWebSocket() async throws {
        let socket = Socket()
        @Sendable func answer(_ message: Int) async -> String { "re: \(message)" }

        try await socket.messages.asObservable()
            .map(maxConcurrent: 16, ordered: true) { await answer($0) }
            .forEach(capacity: 16) { await socket.send($0) }

        let sent = await socket.sent
        XCTAssertEqual(sent, (1...40).map { "re: \($0)" })
    }

    func testBatches() async throws {
        let database = Database()
        let rowsOfTheDay = Observable.range(start: 0, count: 2_000)

        for try await rows in rowsOfTheDay.values(capacity: 500, overflow: .suspend).batches {
            await database.insert(rows)
        }

        let batches = await database.batches
        XCTAssertEqual(batches.flatMap { $0 }, Array(0..<2_000))
        XCTAssertLessThanOrEqual(batches.map(\.count).max() ?? 0, 501)
    }

    /// Often, since whether the tasks begin before the first price is sent is the system's decision.
    func testFanOut() async throws {
        for round in 1...50 { try await checkFanOut(round) }
    }

    private func checkFanOut(_ round: Int) async throws {
        let (stored, traded, drawn) = (Report(), Report(), Drawing())
        @Sendable func store(_ price: Int) async { await stored.add("\(price)") }
        @Sendable func trade(_ price: Int) async { await traded.add("\(price)") }
        func draw(_ text: String) { drawn.add(text) }
        typealias Price = Int
        let upstream = AsyncStream<Price> { continuation in
            for price in 1...500 { continuation.yield(price) }
            continuation.finish()
        }

        let prices = Broadcast<Price>(replay: 100, capacity: 4_096)
        let all = prices.values(onLag: .suspend)
        let current = prices.values(onLag: .fail)
        let chart = prices.asObservable().map { "\($0) €" }.subscribe(onNext: { draw($0) })

        let storing = Task {
            for try await price in all { await store(price) }
        }
        let trading = Task {
            for try await price in current { await trade(price) }
        }
        for try await price in upstream {
            try await prices.sendWhenRoom(price)
        }
        prices.finish()
        try await storing.value

        try await trading.value
        chart.dispose()
        let expected = (1...500).map { "\($0)" }
        let lines = await (stored.lines, traded.lines)
        XCTAssertEqual(lines.0, expected, "round \(round)")
        XCTAssertEqual(lines.1, expected, "round \(round)")
        XCTAssertEqual(drawn.lines, expected.map { "\($0) €" }, "round \(round)")
    }

    func testWaiting() async throws {
        let saved = Report()
        func loadNickname(_ id: Int) -> Maybe<String> { .empty() }
        func save(_ name: String) -> Completable {
            Single.create { await saved.add(name) }.asCompletable()
        }

        let name = try await loadName(7).value
        let nickname = try await loadNickname(7).value ?? name
        try await save(nickname).value

        let lines = await saved.lines
        XCTAssertEqual(lines, ["name 7"])
    }

    func testAFileThatIsClosed() async {
        let file = File()
        let lines = PublishSubject<String>()

        let subscription = lines.subscribeWaitable(onNext: { file.write($0) })

        lines.onNext("one")

        await subscription.disposeAndWait()
        file.close()

        lines.onNext("two")
        XCTAssertEqual(file.lines, ["one"])
        XCTAssertTrue(file.isClosed)
    }
}
