import AsyncAlgorithms
import BenchmarkLimits
import Millrace
import StressSupport

private let clock = ContinuousClock()

/// What one reading of the clock takes, which is a part of each slice's time. The shortest of many: a thread that loses
/// its processor meanwhile would make all slices look shorter.
private let readingOfClock: Duration = {
    let (rounds, turns) = (64, 1_024)
    let times = (0..<rounds).map { _ in
        let start = clock.now
        for _ in 1..<turns { _ = bench_opaque(clock.now < start ? 1 : 0) }
        return clock.now - start
    }
    return times.min()! / turns
}()

/// Nanoseconds that `body` takes, divided by `count`.
private func time(_ count: Int, _ body: () async throws -> Void) async rethrows -> Double {
    let start = clock.now
    try await body()
    return (clock.now - start) / .nanoseconds(1) / Double(count)
}

private let burst = 1_024
private let bursts = 64

/// The rows, by what they are about.
let groups: [(name: String, measure: @Sendable (inout Figures) async throws -> Void)] = [
    ("one", oneByOne), ("slices", slices), ("full", full), ("ten", tenConsumers), ("stopped", stoppedConsumer),
]

/// One task sends a burst and then takes it out, so that no figure has the price of waking a task. The loops are written
/// out: an iterator in a closure would be in a box.
private func oneByOne(_ figures: inout Figures) async throws {
    var sum = 0
    do {
        let subject = PublishSubject<Int>()
        var iterator = subject.values(capacity: burst, overflow: .dropOldest).makeAsyncIterator()
        var (sent, taken) = (Duration.zero, Duration.zero)
        for _ in 0..<bursts {
            let start = clock.now
            for element in 0..<burst { subject.onNext(element) }
            let middle = clock.now
            for _ in 0..<burst { sum &+= try await iterator.next(isolation: nil) ?? 0 }
            taken += clock.now - middle
            sent += middle - start
        }
        figures.add("send one: values(capacity:)", sent / .nanoseconds(1) / Double(burst * bursts))
        figures.add(
            "take one: values(capacity:)",
            taken / .nanoseconds(1) / Double(burst * bursts),
            limit: .value(60)
        )
    }
    do {
        let subject = PublishSubject<Int>()
        var iterator = subject.values.makeAsyncIterator()
        var (sent, taken) = (Duration.zero, Duration.zero)
        for _ in 0..<bursts {
            let start = clock.now
            for element in 0..<burst { subject.onNext(element) }
            let middle = clock.now
            for _ in 0..<burst { sum &+= try await iterator.next(isolation: nil) ?? 0 }
            taken += clock.now - middle
            sent += middle - start
        }
        figures.add("send one: values", sent / .nanoseconds(1) / Double(burst * bursts))
        figures.add("take one: values", taken / .nanoseconds(1) / Double(burst * bursts))
    }
    do {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        var iterator = stream.makeAsyncIterator()
        var (sent, taken) = (Duration.zero, Duration.zero)
        for _ in 0..<bursts {
            let start = clock.now
            for element in 0..<burst { continuation.yield(element) }
            let middle = clock.now
            for _ in 0..<burst { sum &+= await iterator.next(isolation: nil) ?? 0 }
            taken += clock.now - middle
            sent += middle - start
        }
        figures.add("send one: AsyncStream", sent / .nanoseconds(1) / Double(burst * bursts))
        figures.add("take one: AsyncStream", taken / .nanoseconds(1) / Double(burst * bursts))
    }
    do {
        let feed = Broadcast<Int>(capacity: burst)
        var iterator = feed.values(onLag: .suspend).makeAsyncIterator()
        var (sent, taken) = (Duration.zero, Duration.zero)
        for _ in 0..<bursts {
            let start = clock.now
            for element in 0..<burst { feed.send(element) }
            let middle = clock.now
            for _ in 0..<burst { sum &+= try await iterator.next(isolation: nil) ?? 0 }
            taken += clock.now - middle
            sent += middle - start
        }
        figures.add("send one: Broadcast", sent / .nanoseconds(1) / Double(burst * bursts))
        figures.add("take one: Broadcast", taken / .nanoseconds(1) / Double(burst * bursts))
    }
    do {
        let ring = bench_ring_create()!
        defer { bench_ring_destroy(ring) }
        var (sent, taken) = (Duration.zero, Duration.zero)
        for _ in 0..<bursts {
            let start = clock.now
            for element in 0..<burst { _ = bench_ring_push(ring, element) }
            let middle = clock.now
            var word = 0
            while bench_ring_pop(ring, &word) { sum &+= word }
            taken += clock.now - middle
            sent += middle - start
        }
        figures.add("send one: ring in C", sent / .nanoseconds(1) / Double(burst * bursts))
        figures.add("take one: ring in C", taken / .nanoseconds(1) / Double(burst * bursts))
    }
    do {
        // A channel has no room: its sender waits for the consumer.
        let channel = AsyncChannel<Int>()
        let count = 2_000
        let total = await time(count) {
            async let received: Int = {
                var sum = 0
                for await element in channel { sum += element }
                return sum
            }()
            for element in 0..<count { await channel.send(element) }
            channel.finish()
            sum &+= await received
        }
        figures.add("send and take one: AsyncChannel", total)
    }
    _ = bench_opaque(sum)
}

private func slices(_ figures: inout Figures) async throws {
    let (slice, rounds) = (64, 4_096)
    var sum = 0
    let subject = PublishSubject<Int>()
    var iterator = subject.values(capacity: slice, overflow: .dropOldest).batches.makeAsyncIterator()
    let feed = Broadcast<Int>(capacity: slice)
    var consumer = feed.values(onLag: .suspend).batches.makeAsyncIterator()
    var (taken, read) = (Duration.zero, Duration.zero)
    for _ in 0..<rounds {
        for element in 0..<slice { subject.onNext(element) }
        let start = clock.now
        if let elements = try await iterator.next(isolation: nil) { for element in elements { sum &+= element } }
        taken += clock.now - start
        for element in 0..<slice { feed.send(element) }
        let next = clock.now
        if let elements = try await consumer.next(isolation: nil) { for element in elements { sum &+= element } }
        read += clock.now - next
    }
    let reading = readingOfClock * rounds
    let all = Double(slice * rounds)
    figures.add(
        "take in slices of 64: values(capacity:).batches",
        (taken - reading) / .nanoseconds(1) / all,
        limit: .value(1.5)
    )
    figures.add("take in slices of 64: Broadcast", (read - reading) / .nanoseconds(1) / all, limit: .value(5))
    _ = bench_opaque(sum)
}

/// Sends to a consumer that has stopped.
private func full(_ figures: inout Figures) async throws {
    let count = 20_000
    for (name, overflow) in [("dropOldest", OverflowStrategy.dropOldest), ("dropNewest", .dropNewest)] {
        let subject = PublishSubject<Int>()
        let values = subject.values(capacity: 64, overflow: overflow)
        let each = await time(count) { for element in 0..<count { subject.onNext(element) } }
        figures.add("send to a full one: values(capacity:), \(name)", each, limit: .value(100))
        withExtendedLifetime(values) {}
    }
    for (name, policy) in [
        ("bufferingNewest", AsyncStream<Int>.Continuation.BufferingPolicy.bufferingNewest(64)),
        ("bufferingOldest", .bufferingOldest(64)),
    ] {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
        let each = await time(count) { for element in 0..<count { continuation.yield(element) } }
        figures.add("send to a full one: AsyncStream, \(name)", each)
        withExtendedLifetime(stream) {}
    }
}

/// Sends to `consumers` tasks, each of which gets everything; an event costs so much in all.
private func broadcast(_ count: Int, consumers: Int, inSlices: Bool) async throws -> Double {
    let feed = Broadcast<Int>(capacity: 1_024)
    let each = try await time(count) {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<consumers {
                // Joins before the first element is sent.
                if inSlices {
                    nonisolated(unsafe) var iterator = feed.values(onLag: .suspend).batches.makeAsyncIterator()
                    group.addTask {
                        var sum = 0
                        while let elements = try await iterator.next() { for element in elements { sum &+= element } }
                        return sum
                    }
                } else {
                    nonisolated(unsafe) var iterator = feed.values(onLag: .suspend).makeAsyncIterator()
                    group.addTask {
                        var sum = 0
                        while let element = try await iterator.next() { sum &+= element }
                        return sum
                    }
                }
            }
            for element in 0..<count { try await feed.sendWhenRoom(element) }
            feed.finish()
            for try await sum in group where sum != count * (count - 1) / 2 { throw Lost() }
        }
    }
    return each
}

struct Lost: Error {}

private func tenConsumers(_ figures: inout Figures) async throws {
    let consumers = 10
    if #available(macOS 15, *) {
        let count = 500
        let (source, continuation) = AsyncStream.makeStream(of: Int.self)
        let shared = source.share()
        let each = await time(count) {
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<consumers {
                    group.addTask {
                        var sum = 0
                        for await element in shared { sum &+= element }
                        return sum
                    }
                }
                for element in 0..<count { continuation.yield(element) }
                continuation.finish()
                for await _ in group {}
            }
        }
        figures.add("an event to ten: share", each)
    }
    do {
        let count = 5_000
        let streams = (0..<consumers).map { _ in AsyncStream.makeStream(of: Int.self) }
        let each = await time(count) {
            await withTaskGroup(of: Int.self) { group in
                for (stream, _) in streams {
                    group.addTask {
                        var sum = 0
                        for await element in stream { sum &+= element }
                        return sum
                    }
                }
                for element in 0..<count { for (_, continuation) in streams { continuation.yield(element) } }
                for (_, continuation) in streams { continuation.finish() }
                for await _ in group {}
            }
        }
        figures.add("an event to ten: ten AsyncStreams", each)
    }
    let single = try await broadcast(20_000, consumers: consumers, inSlices: false)
    figures.add("an event to ten: Broadcast", single, limit: .times(1 / 20, "an event to ten: share"))
    let sliced = try await broadcast(100_000, consumers: consumers, inSlices: true)
    figures.add("an event to ten, which wait again and again: Broadcast, in slices", sliced)
    figures.add(
        "a delivery to one of ten, of what has come: Broadcast, in slices",
        try await catchUp(consumers),
        limit: .value(5)
    )
}

/// Ten consumers, each of which takes in slices what has come. Sending is not counted.
private func catchUp(_ consumers: Int) async throws -> Double {
    let (count, rounds) = (1_024, 64)
    let feed = Broadcast<Int>(capacity: count)
    var iterators = (0..<consumers).map { _ in feed.values(onLag: .suspend).batches.makeAsyncIterator() }
    var taken = Duration.zero
    var sum = 0
    for _ in 0..<rounds {
        for element in 0..<count { feed.send(element) }
        let start = clock.now
        for index in iterators.indices {
            var left = count
            while left > 0, let elements = try await iterators[index].next(isolation: nil) {
                for element in elements { sum &+= element }
                left -= elements.count
            }
        }
        taken += clock.now - start
    }
    _ = bench_opaque(sum)
    return taken / .nanoseconds(1) / Double(count * rounds * consumers)
}

/// What a consumer that has stopped costs the sender, and the sender with four consumers that go on.
///
/// One thread sends and takes, so no figure has the price of waking a task. Runs with and without the stopped consumer
/// alternate, on one processor: the two runs of a pair meet the same speed of the machine.
private func stoppedConsumer(_ figures: inout Figures) async throws {
    for pair in 0..<20 {
        stress_pin()
        defer { stress_unpin() }
        var (alone, beside) = (Cost(), Cost())
        if pair.isMultiple(of: 2) {
            alone = try await sendAndTake(stopped: 0)
            beside = try await sendAndTake(stopped: 1)
        } else {
            beside = try await sendAndTake(stopped: 1)
            alone = try await sendAndTake(stopped: 0)
        }
        figures.add("send one to four: Broadcast", alone.sending)
        figures.addPair(
            "send one, beside a .skip consumer that has stopped",
            beside.sending / alone.sending,
            limit: 1.05
        )
        figures.addPair(
            "send one, and take it four times, beside one that has stopped",
            beside.all / alone.all,
            limit: 1.05
        )
    }
}

/// Nanoseconds for an event.
private struct Cost {
    var sending = 0.0
    var all = 0.0
}

private func sendAndTake(stopped: Int) async throws -> Cost {
    let (count, rounds) = (1_024, 8)
    let feed = Broadcast<Int>(capacity: count)
    let idle = (0..<stopped).map { _ in feed.values(onLag: .skip).makeAsyncIterator() }
    var iterators = (0..<4).map { _ in feed.values(onLag: .suspend).batches.makeAsyncIterator() }
    var (sent, taken) = (Duration.zero, Duration.zero)
    var sum = 0
    // The first rounds fill the ring, and bring its memory in.
    for round in -2..<rounds {
        let start = clock.now
        for element in 0..<count { feed.send(element) }
        let middle = clock.now
        for index in iterators.indices {
            var left = count
            while left > 0, let elements = try await iterators[index].next(isolation: nil) {
                for element in elements { sum &+= element }
                left -= elements.count
            }
        }
        if round < 0 { continue }
        taken += clock.now - middle
        sent += middle - start
    }
    withExtendedLifetime(idle) {}
    _ = bench_opaque(sum)
    let all = Double(count * rounds)
    return Cost(sending: sent / .nanoseconds(1) / all, all: (sent + taken) / .nanoseconds(1) / all)
}
