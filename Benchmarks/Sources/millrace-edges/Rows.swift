import AsyncAlgorithms
import BenchmarkLimits
import Millrace

private let clock = ContinuousClock()

/// Nanoseconds that `body` takes, divided by `count`.
private func time(_ count: Int, _ body: () async throws -> Void) async rethrows -> Double {
    let start = clock.now
    try await body()
    return (clock.now - start) / .nanoseconds(1) / Double(count)
}

private let burst = 1_024
private let bursts = 64

func measure(_ figures: inout Figures) async throws {
    try await oneByOne(&figures)
    try await slices(&figures)
    try await full(&figures)
    try await tenConsumers(&figures)
    try await stoppedConsumer(&figures)
}

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
            limit: .nanoseconds(60)
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
    // The clock itself is a part of each slice's time.
    let empty = clock.now
    for _ in 0..<rounds { sum &+= clock.now < empty ? 1 : 0 }
    let reading = clock.now - empty
    let all = Double(slice * rounds)
    figures.add(
        "take in slices of 64: values(capacity:).batches",
        (taken - reading) / .nanoseconds(1) / all,
        limit: .nanoseconds(1.5)
    )
    figures.add("take in slices of 64: Broadcast", (read - reading) / .nanoseconds(1) / all, limit: .nanoseconds(5))
    _ = bench_opaque(sum)
}

/// Sends to a consumer that has stopped.
private func full(_ figures: inout Figures) async throws {
    let count = 20_000
    for (name, overflow) in [("dropOldest", OverflowStrategy.dropOldest), ("dropNewest", .dropNewest)] {
        let subject = PublishSubject<Int>()
        let values = subject.values(capacity: 64, overflow: overflow)
        let each = await time(count) { for element in 0..<count { subject.onNext(element) } }
        figures.add("send to a full one: values(capacity:), \(name)", each, limit: .nanoseconds(100))
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
private func broadcast(_ count: Int, consumers: Int, inSlices: Bool, stopped: Int = 0) async throws -> Double {
    let feed = Broadcast<Int>(capacity: 1_024)
    let idle = (0..<stopped).map { _ in feed.values(onLag: .skip).makeAsyncIterator() }
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
    withExtendedLifetime(idle) {}
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
        limit: .nanoseconds(5)
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

private func stoppedConsumer(_ figures: inout Figures) async throws {
    let alone = try await broadcast(100_000, consumers: 4, inSlices: true)
    let beside = try await broadcast(100_000, consumers: 4, inSlices: true, stopped: 1)
    figures.add("an event to four: Broadcast, in slices", alone)
    figures.add(
        "the same beside one that has stopped",
        beside,
        limit: .times(1.05, "an event to four: Broadcast, in slices")
    )
}
