import Dispatch
import Foundation
import Millrace
import MillraceNATS

/// Publishes for some time while consumers have stopped, and prints what is in memory.
func soak(_ seconds: Int) async throws {
    let server = try BenchServer()
    defer { server.stop() }
    let nats = try await NATS.connect(server.url)
    var configuration = NATS.StreamConfiguration(subjects: ["soak"])
    configuration.maxBytes = 256 << 20
    let stream = nats.stream("SOAK", configuration)
    try await stream.prepare()
    let payload = [UInt8](repeating: 7, count: 1_000)
    let coding = NATS.Coding<Int>(encode: { _ in payload }, decode: { _ in 0 })
    let stopped = DispatchSemaphore(value: 0)
    let queues = (0..<3).map { SerialDispatchQueueScheduler(internalSerialQueueName: "soak.\($0)") }
    // The observer of each stops at its first element.
    let subscriptions: [any Disposable] = [
        stream.replay(coding: .bytes, maxInFlight: 256)
            .observe(on: queues[0], capacity: 64, overflow: .suspend)
            .subscribe(onNext: { _ in stopped.wait() }),
        stream.consume(durable: "soak", coding: .bytes, maxInFlight: 256)
            .observe(on: queues[1], capacity: 64, overflow: .suspend)
            .subscribe(onNext: { _ in stopped.wait() }),
        nats.subject("soak", coding: .bytes, pending: .init(messages: 1_000))
            .observe(on: queues[2], capacity: 64, overflow: .dropOldest)
            .subscribe(onNext: { _ in stopped.wait() }),
    ]
    let published = AtomicCount()
    let publishing = Observable<Int>.interval(
        .microseconds(100),
        scheduler: SerialDispatchQueueScheduler(qos: .default)
    )
    .publish(to: stream, coding: coding, subject: { _ in "soak" }, maxInFlight: 256)
    .subscribe(onNext: { _ in published.add() }, onError: { print("publishing failed: \($0)") })
    let start = ContinuousClock.now
    try await Task.sleep(for: .seconds(min(10, seconds / 4)))
    let first = residentKiB()
    var highest = first
    print("   0 s: \(first) KiB, \(published.value) published")
    while ContinuousClock.now - start < .seconds(seconds) {
        try await Task.sleep(for: .seconds(min(30, max(1, seconds / 5))))
        let now = residentKiB()
        highest = max(highest, now)
        let passed = Int((ContinuousClock.now - start).components.seconds)
        print("\(String(format: "%4d", passed)) s: \(now) KiB, \(published.value) published")
    }
    print("the most: \(highest - first) KiB more than at the beginning; counts: \(nats.counts)")
    for _ in 0..<3 { stopped.signal() }
    publishing.dispose()
    subscriptions.forEach { $0.dispose() }
    for _ in 0..<1_000 { stopped.signal() }
    await nats.close()
}
