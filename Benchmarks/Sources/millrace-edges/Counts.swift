import Dispatch
import Foundation
import Millrace
import StressSupport

/// What was counted, and whether it is what it has to be.
struct Count {
    let text: String
    let holds: Bool
}

/// A number that several threads change.
final class SharedNumber: @unchecked Sendable {
    private let number = UnsafeMutablePointer<Int64>.allocate(capacity: 1)

    init() { number.initialize(to: 0) }
    deinit { number.deallocate() }

    var value: Int { Int(stress_load_ordered(number)) }
    @discardableResult func add(_ amount: Int) -> Int { Int(stress_add_ordered(number, Int64(amount))) }
}

/// Ten million events from a producer ten times faster than its consumer.
func countEverything() async throws -> [Count] {
    [
        try await suspended(10_000_000), try await dropped(10_000_000, .dropOldest),
        try await dropped(10_000_000, .dropNewest),
    ]
}

private func suspended(_ events: Int) async throws -> Count {
    let capacity = 64
    let (sent, received) = (SharedNumber(), SharedNumber())
    var most = 0
    let before = stress_resident_bytes()
    var expected = 0
    let source = Observable.range(start: 0, count: events).do(onNext: { _ in sent.add(1) })
    for try await element in source.values(capacity: capacity, overflow: .suspend) {
        if element != expected { throw Lost() }
        expected += 1
        most = max(most, sent.value - received.add(1) + 1)
    }
    let grown = max(0, stress_resident_bytes() - before) / 1024
    return Count(
        text:
            "suspend: \(events) sent, \(events - expected) lost, at most \(most) on their way [\(capacity + 1)], \(grown) KiB more",
        holds: expected == events && most <= capacity + 1 && grown < 4_096
    )
}

private func dropped(_ events: Int, _ overflow: OverflowStrategy) async throws -> Count {
    let subject = PublishSubject<Int>()
    let drops = SharedNumber()
    let values = subject.values(capacity: 64, overflow: overflow, onDrop: { _ in drops.add(1) })
    let producer = Thread {
        for element in 0..<events { subject.onNext(element) }
        subject.onCompleted()
    }
    producer.start()
    var received = 0
    var waste = 0
    for try await element in values {
        received += 1
        // Slower than the producer.
        for round in 0..<200 { waste &+= round &* element }
    }
    if waste == 1 { print("") }
    return Count(
        text: "\(overflow): \(events) sent = \(received) received + \(drops.value) dropped",
        holds: received + drops.value == events
    )
}

/// Sends to a consumer that takes one element and stops; memory must not grow after the first second.
func runSoak(seconds: Int) async throws {
    struct Target: Sendable {
        let name: String
        let send: @Sendable (Int) -> Void
    }
    let buffered = PublishSubject<[Int]>()
    let strategies: [(String, OverflowStrategy)] = [("dropOldest", .dropOldest), ("dropNewest", .dropNewest)]
    var iterators = strategies.map { ($0.0, buffered.values(capacity: 1_024, overflow: $0.1).makeAsyncIterator()) }
    let scheduler = SerialDispatchQueueScheduler(qos: .default)
    let stopped = DispatchSemaphore(value: 0)
    let held = buffered.observe(on: scheduler, capacity: 1_024, overflow: .dropOldest)
        .observe(on: scheduler, capacity: 16, overflow: .suspend)
        .subscribe(onNext: { _ in stopped.wait() })
    var suspendedValues = Observable.repeatElement(Array(0..<64)).values(capacity: 1_024, overflow: .suspend)
        .makeAsyncIterator()
    let feed = Broadcast<[Int]>(replay: 16, capacity: 1_024)
    var skipping = feed.values(onLag: .skip).makeAsyncIterator()
    var failing = feed.values(onLag: .fail).makeAsyncIterator()
    let waiting = Broadcast<[Int]>(capacity: 1_024)
    var waitingValues = waiting.values(onLag: .suspend).makeAsyncIterator()
    buffered.onNext([0])
    feed.send([0])
    waiting.send([0])
    for index in iterators.indices { _ = try await iterators[index].1.next() }
    _ = try await (suspendedValues.next(), skipping.next(), failing.next(), waitingValues.next())
    let clock = ContinuousClock()
    let start = clock.now
    var (sent, full) = (0, 0)
    var first: Int64 = 0
    var second = 0
    while clock.now - start < .seconds(seconds) {
        for _ in 0..<1_000 {
            let element = Array(sent..<sent + 64)
            buffered.onNext(element)
            feed.send(element)
            if waiting.send(element) == .full { full += 1 }
            sent += 1
        }
        let now = Int((clock.now - start) / .seconds(1))
        if now > second {
            second = now
            if first == 0 { first = stress_resident_bytes() }
            if second.isMultiple(of: max(1, seconds / 10)) {
                print("\(second) s: \(sent) sent, \(stress_resident_bytes() / 1024) KiB resident")
            }
        }
    }
    let last = stress_resident_bytes()
    print("\(sent) arrays of 64 sent to six stopped consumers; one queue was full \(full) times")
    print("resident: \(first / 1024) KiB after a second, \(last / 1024) KiB after \(seconds) s")
    held.dispose()
    stopped.signal()
    withExtendedLifetime((iterators, suspendedValues, skipping, failing, waitingValues)) {}
    if last > first + (8 << 20) { throw Lost() }
}
