import Dispatch
import Millrace
import MillraceNATS
import RawNATS

/// A workload, done by libnats alone and by Millrace. Both return how many messages they did in a second.
struct Row {
    let name: String
    /// How many messages.
    let count: Int
    let raw: (BenchServer, Int) async throws -> Double
    let millrace: (BenchServer, Int) async throws -> Double

    static let size = 128
    static let inFlight = 1_024

    static func all(_ scale: Double) -> [Row] {
        let (core, publish, pull) = (Int(500_000 * scale), Int(100_000 * scale), Int(100_000 * scale))
        return [
            Row(
                name: "core",
                count: core,
                raw: { server, _ in rate(core, raw_core(server.url, Int32(core), Int32(size))) },
                millrace: { server, _ in try await coreRate(server, core) }
            ),
            Row(
                name: "publish",
                count: publish,
                raw: { server, run in
                    try await fresh(server, "RAW\(run)")
                    return rate(
                        publish,
                        raw_publish(
                            server.url,
                            "bench.RAW\(run)",
                            Int32(publish),
                            Int32(size),
                            Int32(inFlight),
                            "raw\(run)"
                        )
                    )
                },
                millrace: { server, run in try await publishRate(server, publish, run) }
            ),
            Row(
                name: "pull",
                count: pull,
                raw: { server, run in
                    try await filled(server, "PULL", pull)
                    return rate(pull, raw_pull(server.url, "PULL", "bench.PULL", "raw\(run)", Int32(pull), 512))
                },
                millrace: { server, run in try await pullRate(server, pull, run) }
            ),
        ]
    }

    private static func rate(_ count: Int, _ seconds: Double) -> Double { seconds > 0 ? Double(count) / seconds : 0 }

    private static func rate(_ count: Int, since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(count) / (Double(seconds) + Double(attoseconds) * 1e-18)
    }

    private static func fresh(_ server: BenchServer, _ name: String) async throws {
        let nats = try await NATS.connect(server.url)
        try await nats.stream(name, subjects: ["bench.\(name)"]).prepare()
        await nats.close()
    }

    private static func filled(_ server: BenchServer, _ name: String, _ count: Int) async throws {
        let nats = try await NATS.connect(server.url)
        let stream = nats.stream(name, subjects: ["bench.\(name)"])
        let payload = [UInt8](repeating: 0, count: size)
        let missing = count - (try await stream.prepare()).messages
        if missing > 0 {
            let coding = NATS.Coding<Int>(encode: { _ in payload }, decode: { _ in 0 })
            _ = try await Observable.from(0..<missing)
                .publish(to: stream, coding: coding, subject: { _ in "bench.\(name)" }, maxInFlight: inFlight)
                .toArray().value
        }
        await nats.close()
    }

    private static func coreRate(_ server: BenchServer, _ count: Int) async throws -> Double {
        let (output, input) = (try await NATS.connect(server.url), try await NATS.connect(server.url))
        let counter = AtomicCount()
        let received = input.subject("bench.core", coding: .bytes, pending: .init(messages: 2_000_000, bytes: 1 << 30))
        let subscription = received.subscribe(onNext: { _ in counter.add() })
        try await input.flush()
        let subject = output.subject("bench.core", coding: .bytes)
        let payload = [UInt8](repeating: 0, count: size)
        let start = ContinuousClock.now
        for _ in 0..<count { subject.onNext(payload) }
        try await output.flush()
        while counter.value < count, ContinuousClock.now - start < .seconds(120) {
            try await Task.sleep(for: .milliseconds(1))
        }
        let result = counter.value == count ? rate(count, since: start) : 0
        subscription.dispose()
        await input.close()
        await output.close()
        return result
    }

    private static func publishRate(_ server: BenchServer, _ count: Int, _ run: Int) async throws -> Double {
        let nats = try await NATS.connect(server.url)
        let stream = nats.stream("OWN\(run)", subjects: ["bench.OWN\(run)"])
        try await stream.prepare()
        let payload = [UInt8](repeating: 0, count: size)
        let subject = "bench.OWN\(run)"
        let coding = NATS.Coding<Int>(encode: { _ in payload }, decode: { _ in 0 })
        let start = ContinuousClock.now
        let last = try await Observable.from(0..<count)
            .publish(
                to: stream,
                coding: coding,
                subject: { _ in subject },
                maxInFlight: inFlight,
                id: { "own\(run)-\($0)" }
            )
            .reduce(0) { count, _ in count + 1 }
            .first().value
        let result = last == count ? rate(count, since: start) : 0
        await nats.close()
        return result
    }

    private static func pullRate(_ server: BenchServer, _ count: Int, _ run: Int) async throws -> Double {
        try await filled(server, "PULL", count)
        let nats = try await NATS.connect(server.url)
        let counter = AtomicCount(goal: count)
        let start = ContinuousClock.now
        let subscription = nats.stream("PULL")
            .consume(durable: "own\(run)", coding: .message, maxInFlight: 1_024)
            .subscribe(onNext: { delivery in
                delivery.ack()
                counter.add()
            })
        await counter.reachesGoal()
        try await nats.flush()
        let result = counter.value == count ? rate(count, since: start) : 0
        subscription.dispose()
        await nats.close()
        return result
    }
}

/// A number that one thread at a time raises and another one reads.
final class AtomicCount: @unchecked Sendable {
    private let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    private let goal: Int
    private let (reached, reachedContinuation) = AsyncStream.makeStream(of: Void.self)

    init(goal: Int = .max) {
        number.initialize(to: 0)
        self.goal = goal
    }

    deinit { number.deallocate() }

    func add() {
        number.pointee &+= 1
        if number.pointee == goal { reachedContinuation.finish() }
    }

    var value: Int { number.pointee }

    /// Waits without looking all the time, for two minutes at most.
    func reachesGoal() async {
        let limit = Task { [reachedContinuation] in
            try await Task.sleep(for: .seconds(120))
            reachedContinuation.finish()
        }
        for await _ in reached {}
        limit.cancel()
    }
}
