import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

// The recipes of OnAServer.md.

private struct Reading: Sendable, Equatable {
    let sensor: String
    let number: Int
    var value: Double
    var bytes: Int { 16 }
}

/// Stands for a database.
private actor Database {
    struct Rejected: Error {}

    private(set) var batches: [[Reading]] = []
    private var mayInsert: ReplaySubject<Void>?
    private(set) var underWay = 0
    private(set) var mostUnderWay = 0
    private var failures = 0

    func block(until moment: ReplaySubject<Void>) { mayInsert = moment }
    func reject(_ times: Int) { failures = times }

    func insert(_ readings: [Reading]) async throws {
        underWay += 1
        defer { underWay -= 1 }
        mostUnderWay = max(mostUnderWay, underWay)
        if failures > 0 {
            failures -= 1
            throw Rejected()
        }
        if let mayInsert { _ = try await mayInsert.first().value }
        batches.append(readings)
    }
}

private struct NotPlausible: Error {}

/// A step whose time differs from reading to reading.
private func calibrate(_ reading: Reading) async throws -> Reading {
    for _ in 0..<reading.number % 7 { await Task.yield() }
    if reading.value < 0 { throw NotPlausible() }
    var reading = reading
    reading.value += 0.5
    return reading
}

private func ingest(
    _ readings: Observable<Reading>,
    into database: Database,
    rejecting rejected: PublishSubject<FailedElement<Reading>>,
    scheduler: SchedulerType
) -> Observable<Int> {
    let patience = RetryPolicy(maxAttempts: 5, initialDelay: .milliseconds(100), maxDelay: .seconds(5))
    return
        readings
        .map(maxConcurrent: 16, orderedBy: { $0.sensor }, onFailure: .deadLetter(to: rejected)) { reading in
            try await calibrate(reading)
        }
        .batch(upTo: 500, weight: 1_000_000, of: { $0.bytes }, within: .milliseconds(200), scheduler: scheduler)
        .map(
            maxConcurrent: 1,
            onFailure: .retry(patience, scheduler: scheduler, then: .report { throw $0.error })
        ) { batch in
            try await database.insert(batch)
            return batch.count
        }
}

private struct Quote: Sendable, Equatable {
    let symbol: String
    let price: Int
}

private struct QuoteClient {
    /// One request to the service.
    let ask: (String) -> Single<Quote>
    let breaker: CircuitBreaker
    let scheduler: SchedulerType

    init(scheduler: SchedulerType, ask: @escaping (String) -> Single<Quote>) {
        self.ask = ask
        self.scheduler = scheduler
        breaker = CircuitBreaker(.consecutive(3), slowAfter: .never, openFor: .seconds(30), scheduler: scheduler)
    }

    func quotes(for symbols: Observable<String>) -> Observable<Result<Quote, Error>> {
        symbols
            .limit(Rate(100, per: .seconds(1), burst: 10), overflow: .suspend, scheduler: scheduler)
            .flatMap(maxConcurrent: 16) { symbol in
                ask(symbol)
                    .hedged(after: .milliseconds(200), scheduler: scheduler)
                    .timeout(.seconds(2), scheduler: scheduler)
                    .protected(by: breaker)
                    .asObservable()
                    .mapToResult()
            }
    }
}

private struct Message: Sendable, Equatable {
    let device: String
    let text: String
    var isGoodbye: Bool { text == "goodbye" }
}

/// Stands for a connection to a device.
private final class Connection: Disposable {
    private let device: String
    private let log: Box<[String]>

    init(to device: String, _ log: Box<[String]>) {
        self.device = device
        self.log = log
        log.value.append("open \(device)")
    }

    func send(_ text: String) { log.value.append("\(device): \(text)") }
    func dispose() { log.value.append("close \(device)") }
}

private func deliver(
    _ messages: Observable<Message>,
    scheduler: SchedulerType,
    open: @escaping (String) -> Connection
) -> Observable<Message> {
    messages
        .groupBy(
            { $0.device },
            idle: .seconds(60),
            until: { group in group.filter { $0.isGoodbye } },
            atMost: 10_000,
            scheduler: scheduler
        )
        .flatMap { group in
            Observable.using({ open(group.key) }) { connection in
                group.do(onNext: { connection.send($0.text) })
            }
        }
}

final class OnAServerPage: XCTestCase {
    // MARK: An ingest

    func testAnIngest() async throws {
        let database = Database()
        let rejected = PublishSubject<FailedElement<Reading>>()
        let letters = Recorder<FailedElement<Reading>>()
        _ = rejected.subscribe(letters)
        let readings = Observable.range(start: 0, count: 2_000).map { number in
            Reading(sensor: "s\(number % 50)", number: number, value: number == 777 ? -1 : 1)
        }
        // The first attempt to insert fails.
        await database.reject(1)
        var counts: [Int] = []
        for try await count in ingest(readings, into: database, rejecting: rejected, scheduler: ClockScheduler())
            .timeout(.seconds(60), scheduler: ClockScheduler()).values
        {
            counts.append(count)
        }
        let batches = await database.batches
        XCTAssertEqual(batches.map(\.count), counts)
        XCTAssertEqual(counts.reduce(0, +), 1_999)
        XCTAssertTrue(counts.allSatisfy { $0 <= 500 })
        let stored = batches.flatMap { $0 }
        XCTAssertTrue(stored.allSatisfy { $0.value == 1.5 })
        for sensor in 0..<50 {
            let numbers = stored.filter { $0.sensor == "s\(sensor)" }.map(\.number)
            XCTAssertEqual(numbers, numbers.sorted(), "s\(sensor)")
        }
        XCTAssertEqual(letters.elements.map(\.element.number), [777])
        XCTAssertTrue(letters.elements.first?.error is NotPlausible)
        let most = await database.mostUnderWay
        XCTAssertEqual(most, 1)
    }

    func testASlowDatabaseHoldsTheReadingsBack() async throws {
        let database = Database()
        let mayInsert = ReplaySubject<Void>.create(bufferSize: 1)
        await database.block(until: mayInsert)
        let sent = Counter()
        let readings = Observable.range(start: 0, count: 100_000)
            .do(onNext: { _ in sent.add() })
            .map { Reading(sensor: "s\($0 % 50)", number: $0, value: 1) }
        let rejected = PublishSubject<FailedElement<Reading>>()
        let counts = ingest(readings, into: database, rejecting: rejected, scheduler: ClockScheduler())
            .timeout(.seconds(60), scheduler: ClockScheduler()).values
        // Some batches wait, and what is on its way; not all 100,000 readings.
        await waitForTasks { sent.value >= 500 }
        for _ in 0..<10_000 { await Task.yield() }
        XCTAssertLessThan(sent.value, 5_000)
        mayInsert.onNext(())
        var sum = 0
        for try await count in counts { sum += count }
        XCTAssertEqual(sum, 100_000)
    }

    // MARK: A client

    private let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)

    func testAClientKeepsToTheRate() {
        let scheduler = scheduler
        var asked: [Int] = []
        let client = QuoteClient(scheduler: scheduler) { symbol in
            .deferred {
                asked.append(scheduler.clock)
                return Single.just(Quote(symbol: symbol, price: 1)).delay(.milliseconds(50), scheduler: scheduler)
            }
        }
        let recorder = Recorder<Result<Quote, Error>>()
        let subscription = client.quotes(for: .from((0..<1_000).map { "\($0)" })).subscribe(recorder)
        scheduler.advanceTo(20_000)
        XCTAssertEqual(recorder.elements.count, 1_000)
        XCTAssertEqual(recorder.events.last?.isStopEvent, true)
        XCTAssertEqual(asked, (0..<1_000).map { max(0, $0 - 9) * 10 })
        subscription.dispose()
    }

    func testASlowAnswerIsAskedForTwice() {
        let scheduler = scheduler
        var attempts = 0
        let client = QuoteClient(scheduler: scheduler) { symbol in
            .deferred {
                attempts += 1
                return Single.just(Quote(symbol: symbol, price: attempts))
                    .delay(.milliseconds(attempts == 1 ? 1_900 : 30), scheduler: scheduler)
            }
        }
        var answers: [String] = []
        let subscription = client.quotes(for: .just("a")).subscribe(onNext: {
            answers.append("\(scheduler.clock): \((try? $0.get())?.price ?? 0)")
        })
        scheduler.advanceTo(10_000)
        XCTAssertEqual(answers, ["230: 2"])
        XCTAssertEqual(attempts, 2)
        subscription.dispose()
    }

    /// A dependency that hangs: three calls end with their limit of time, then calls are rejected at once; after half a
    /// minute one trial hangs as well, which ends with its limit, too; a later one is answered.
    func testADependencyThatHangs() {
        let scheduler = scheduler
        var attempts = 0
        var hangs = true
        let client = QuoteClient(scheduler: scheduler) { symbol in
            .deferred {
                attempts += 1
                return hangs ? .never() : .just(Quote(symbol: symbol, price: 1))
            }
        }
        let symbols = Observable.of(0, 1, 2, 3_000, 32_010, 33_000, 50_000, 64_020, 64_030).concatMap { time in
            Observable.deferred {
                .just("a").delaySubscription(.milliseconds(time - scheduler.clock), scheduler: scheduler)
            }
        }
        var answers: [String] = []
        let subscription = client.quotes(for: symbols).subscribe(onNext: { result in
            switch result {
            case .success(let quote): answers.append("\(scheduler.clock): \(quote.price)")
            case .failure(is CircuitBreaker.Rejection): answers.append("\(scheduler.clock): rejected")
            case .failure(let error): answers.append("\(scheduler.clock): \(error)")
            }
        })
        scheduler.advanceTo(60_000)
        XCTAssertEqual(client.breaker.currentState, .open)
        hangs = false
        scheduler.advanceTo(70_000)
        XCTAssertEqual(
            answers,
            [
                "2000: Sequence timeout.", "2001: Sequence timeout.", "2002: Sequence timeout.", "3000: rejected",
                "33000: rejected", "34010: Sequence timeout.", "50000: rejected", "64020: 1", "64030: 1",
            ]
        )
        // Two for each call that hung, and one for each that was answered.
        XCTAssertEqual(attempts, 2 * 4 + 2)
        XCTAssertEqual(client.breaker.currentState, .closed)
        subscription.dispose()
    }

    // MARK: A fan-out

    func testAFanOutWithGroupsThatEnd() {
        let log = Box<[String]>([])
        let messages = PublishSubject<Message>()
        let subscription = deliver(messages, scheduler: scheduler) { Connection(to: $0, log) }.subscribe()
        for (second, device, text) in [
            (0, "a", "1"), (1, "b", "1"), (30, "a", "2"), (70, "b", "2"), (80, "b", "goodbye"), (100, "a", "3"),
        ] {
            scheduler.advanceTo(1_000 * second)
            messages.onNext(Message(device: device, text: text))
        }
        XCTAssertEqual(
            log.value,
            [
                "open a", "a: 1", "open b", "b: 1", "a: 2", "close b", "open b", "b: 2", "b: goodbye", "close b",
                "close a", "open a", "a: 3",
            ]
        )
        subscription.dispose()
        XCTAssertEqual(log.value.last, "close a")
        XCTAssertFalse(messages.hasObservers)
    }

    /// Ten thousand connections at most: the one that has waited longest for a message is closed for a new one.
    func testAFanOutIsBounded() {
        let log = Box<[String]>([])
        let messages = PublishSubject<Message>()
        let subscription = deliver(messages, scheduler: scheduler) { Connection(to: $0, log) }.subscribe()
        for number in 0..<10_002 { messages.onNext(Message(device: "\(number)", text: "1")) }
        let opened = log.value.filter { $0.hasPrefix("open") }.count
        let closed = log.value.filter { $0.hasPrefix("close") }
        XCTAssertEqual(opened, 10_002)
        XCTAssertEqual(closed, ["close 0", "close 1"])
        subscription.dispose()
        XCTAssertEqual(log.value.filter { $0.hasPrefix("close") }.count, 10_002)
    }
}
