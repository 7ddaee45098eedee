import Dispatch
import Foundation
import Millrace
import MillraceOperators

private let keyCount = 1_000
private let maxConcurrent = 100

/// A number that looks random, and is the same in each run.
private func scattered(_ number: Int) -> Int {
    var word = UInt64(truncatingIfNeeded: number) &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) >> 1)
}

/// The key of an element.
private func key(_ number: Int) -> Int { scattered(number) % keyCount }

/// How long the asynchronous work for an element takes: 0 to 2 ms.
private func work(_ number: Int) -> Duration { .microseconds(scattered(number &+ (1 << 40)) % 2_001) }

/// Maps so many elements of 1,000 keys, with and without an order for each key, in slices that take turns: work of 0 to
/// 2 ms, and no work, so that only what the operator does itself is measured. Then a hot key. Returns what is wrong.
func runKeys(elements: Int, slices: Int) async throws -> [String] {
    var figures = Figures()
    let slice = max(1, elements / slices)
    for round in 0..<slices {
        for (works, name, limit) in [(true, "work of 0 to 2 ms", 1 / 0.9), (false, "no work", nil)] {
            var (keyed, unordered) = (Cost(), Cost())
            for isKeyed in round.isMultiple(of: 2) ? [false, true] : [true, false] {
                let cost = try await pass(round * slice..<(round + 1) * slice, works: works, isKeyed: isKeyed)
                if isKeyed { keyed = cost } else { unordered = cost }
            }
            figures.addPair(
                "\(name): time, in order for each key ÷ unordered",
                keyed.time / unordered.time,
                limit: limit
            )
            figures.addPair(
                "\(name): processor time, in order for each key ÷ unordered",
                keyed.processorTime / unordered.processorTime,
                limit: nil
            )
            figures.add("\(name): an element, unordered", unordered.time / Double(slice))
            figures.add("\(name): an element, in order for each key", keyed.time / Double(slice))
        }
    }
    print("\(slice * slices) elements in \(slices) slices, at most \(maxConcurrent) at a time:")
    figures.print()
    return figures.misses + (try await besideHotKey(elements: slice * slices / 50))
}

/// In nanoseconds, and in the unit of `clock()`.
private struct Cost {
    var time = 0.0
    var processorTime = 0.0
}

private func pass(_ numbers: Range<Int>, works: Bool, isKeyed: Bool) async throws -> Cost {
    let transform: @Sendable (Int) async throws -> Int = { number in
        if works { try await Task.sleep(for: work(number)) }
        return number
    }
    let source = Observable.range(start: numbers.lowerBound, count: numbers.count)
    let results =
        isKeyed
        ? source.map(maxConcurrent: maxConcurrent, orderedBy: key, transform)
        : source.map(maxConcurrent: maxConcurrent, transform)
    let start = (ContinuousClock.now, clock())
    let received = await received(results)
    let cost = Cost(
        time: (ContinuousClock.now - start.0) / .nanoseconds(1),
        processorTime: Double(clock() - start.1)
    )
    if received.count != numbers.count || isKeyed && !received.isOrdered { throw Lost() }
    return cost
}

/// Subscribes and waits for the end. The result is written by one thread at a time, which the operator sees to.
private func received(_ results: Observable<Int>) async -> (count: Int, isOrdered: Bool) {
    final class Received: @unchecked Sendable {
        var latest = [Int](repeating: -1, count: keyCount)
        var (count, isOrdered) = (0, true)
    }
    let all = Received()
    return await withCheckedContinuation { continuation in
        _ = results.subscribe(
            onNext: { number in
                let key = key(number)
                if number < all.latest[key] { all.isOrdered = false }
                all.latest[key] = number
                all.count += 1
            },
            onDisposed: { continuation.resume(returning: (all.count, all.isOrdered)) }
        )
    }
}

// MARK: A hot key

/// What the elements beside a hot key wait for. Changed under a lock, since closures run on several threads.
private final class Waits: @unchecked Sendable {
    private let lock = DispatchSemaphore(value: 1)
    /// How many closures of the hot key have ended, and how many had when the source sent the latest element.
    private var (ended, endedAtSource) = (0, 0)
    private var sent = ContinuousClock.now
    /// Since when the source could have sent an element, had it not been held back.
    private var since: [Int: ContinuousClock.Instant] = [:]
    private var onTheirWay = [Int](repeating: 0, count: keyCount)
    private var most = 0
    private var longest = Duration.zero

    private func access<Result>(_ body: () -> Result) -> Result {
        lock.wait()
        defer { lock.signal() }
        return body()
    }

    func sends(_ number: Int, of key: Int) {
        access {
            most = max(most, ended - endedAtSource)
            endedAtSource = ended
            // An element whose key is busy waits for its own key.
            if key != 0 && onTheirWay[key] == 0 { since[number] = sent }
            onTheirWay[key] += 1
            sent = .now
        }
    }

    func begins(_ number: Int) {
        access {
            if let since = since.removeValue(forKey: number) { longest = max(longest, .now - since) }
        }
    }

    func ends(_ key: Int) {
        access {
            onTheirWay[key] -= 1
            if key == 0 { ended += 1 }
        }
    }

    var figures: (most: Int, longest: Duration) { access { (most, longest) } }
}

/// Every second element, on average, is of one key, beside 999 others. So the hot key's closures, one after the other, decide how long
/// the run takes, and the source is held back nearly all the time.
private func besideHotKey(elements: Int) async throws -> [String] {
    let waits = Waits()
    let keyOf = { @Sendable (number: Int) in
        let random = scattered(number)
        return random.isMultiple(of: 2) ? 0 : 1 + random / 2 % (keyCount - 1)
    }
    let results = Observable.range(start: 0, count: elements)
        .do(onNext: { waits.sends($0, of: keyOf($0)) })
        .map(maxConcurrent: maxConcurrent, orderedBy: keyOf) { number in
            waits.begins(number)
            try await Task.sleep(for: work(number))
            waits.ends(keyOf(number))
            return number
        }
    let count = await received(results).count
    if count != elements { throw Lost() }
    let (most, longest) = waits.figures
    let limit = (maxConcurrent + 1) / 2
    print(
        "beside a hot key, \(elements) elements: the source was held back for at most \(most) of its closures [\(limit)];",
        "an element of another key began after at most \(text(longest / .milliseconds(1))) ms"
    )
    return most > limit ? ["the source was held back for \(most) closures of the hot key"] : []
}
