import Millrace

/// How many tokens come in what time, and how many of them can be saved up: a token bucket.
///
/// The bucket is full at first. Tokens come evenly: with a rate of 200 per second, one every 5 ms. What comes while the
/// bucket is full is lost. So in any span of time, no more tokens are spent than the bucket holds and come meanwhile.
///
/// Tokens are counted in whole numbers, parts of tokens included. So nothing is rounded, and a rate stays what it is
/// however long it lasts.
///
/// ```swift
/// let rate = Rate(200, per: .seconds(1), burst: 20)
/// print(rate.count, rate.interval, rate.burst)
/// // 200 seconds(1) 20
/// ```
public struct Rate: Sendable, Equatable {
    /// How many tokens come in each `interval`.
    public let count: Int

    /// In what time they come.
    public let interval: RxTimeInterval

    /// How many tokens the bucket holds.
    public let burst: Int

    @usableFromInline
    let bucket: TokenBucket

    /// Makes a rate.
    ///
    /// - Parameters:
    ///   - count: how many tokens come in each `interval`, at least 1.
    ///   - interval: in what time they come; more than 0, and not `.never`.
    ///   - burst: how many tokens the bucket holds, at least 1. With 1, elements that cost a token each come evenly.
    /// - Precondition: tokens can be counted exactly: `burst` times the nanoseconds of `interval`, divided by what these
    ///   nanoseconds and `count` have in common, is less than 2⁶³. For whole numbers per second, so is any `burst` up to
    ///   9,000,000,000.
    public init(_ count: Int, per interval: RxTimeInterval, burst: Int = 1) {
        require(count >= 1, "Rate.init: count is \(count); it must be at least 1")
        require(burst >= 1, "Rate.init: burst is \(burst); it must be at least 1")
        let nanoseconds = interval.saturatedNanoseconds
        require(
            nanoseconds > 0 && nanoseconds < Int64.max,
            "Rate.init: interval is \(interval); it must be more than 0, and end"
        )
        self.count = count
        self.interval = interval
        self.burst = burst
        bucket = TokenBucket(Int64(count), per: nanoseconds, burst: Int64(burst))
    }

    /// Makes a rate; otherwise as the initializer with an `RxTimeInterval`. A span that is no whole number of nanoseconds
    /// is rounded away from zero.
    ///
    /// - Parameters:
    ///   - count: how many tokens come in each `interval`, at least 1.
    ///   - interval: in what time they come.
    ///   - burst: how many tokens the bucket holds, at least 1.
    @_disfavoredOverload
    public init(_ count: Int, per interval: Duration, burst: Int = 1) {
        self.init(count, per: RxTimeInterval(interval), burst: burst)
    }
}

/// The tokens that are left, and since when. Counted in units: `gain` of them come in each nanosecond, and a token has
/// `size`. Both are divided by what they have in common, so they are small for most rates.
@usableFromInline
struct TokenBucket: Sendable, Equatable {
    @usableFromInline
    let size: Int64
    @usableFromInline
    let gain: Int64
    @usableFromInline
    let capacity: Int64

    /// How much is left at `time`.
    @usableFromInline
    var level: Int64

    /// In nanoseconds since the beginning.
    @usableFromInline
    var time: Int64 = 0

    /// What the element costs that waits, in tokens.
    @usableFromInline
    var awaited = 0

    init(_ count: Int64, per nanoseconds: Int64, burst: Int64) {
        let divisor = greatestCommonDivisor(count, nanoseconds)
        size = nanoseconds / divisor
        gain = count / divisor
        let (capacity, overflow) = size.multipliedReportingOverflow(by: burst)
        // With room for what comes in a nanosecond.
        require(
            !overflow && capacity < Int64.max - gain,
            "Rate.init: burst is \(burst), too many to be counted exactly at \(count) in \(nanoseconds) ns"
        )
        self.capacity = capacity
        level = capacity
    }

    /// Lets time pass in which no element waits.
    @inlinable
    @inline(__always)
    mutating func advance(to now: Int64) {
        if now <= time { return }
        let (gained, overflow) = gain.multipliedReportingOverflow(by: now - time)
        level = overflow || gained >= capacity - level ? capacity : level + gained
        time = now
    }

    /// Spends tokens if they are there. Otherwise returns how long to wait for them, in nanoseconds.
    @inlinable
    @inline(__always)
    mutating func spend(_ tokens: Int, at now: Int64) -> Int64? {
        let missing = size * Int64(tokens) - level
        if missing <= 0 {
            level = -missing
            return nil
        }
        return spendLater(tokens, missing, now)
    }

    /// A wait of less than a microsecond, the resolution of `Date`, counts as none.
    @usableFromInline
    mutating func spendLater(_ tokens: Int, _ missing: Int64, _ now: Int64) -> Int64? {
        awaited = tokens
        let (due, overflow) = time.addingReportingOverflow(timeForAll(missing))
        let wait = (overflow ? Int64.max : due) - now
        if wait >= 1_000 { return wait }
        spendAwaited()
        return nil
    }

    /// Spends the tokens that the element waits for: at the moment at which they are there, even if that has passed. No
    /// part of a token is lost, as the bucket is not full.
    @usableFromInline
    mutating func spendAwaited() {
        let need = size * Int64(awaited)
        let passed = timeForAll(need - level)
        level += gain * passed - need
        time += passed
    }

    /// In how many nanoseconds so much comes.
    private func timeForAll(_ missing: Int64) -> Int64 {
        let (whole, part) = missing.quotientAndRemainder(dividingBy: gain)
        return part > 0 ? whole + 1 : whole
    }
}

private func greatestCommonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
}
