/// How many lines, bytes and problems there were.
struct Tally {
    var lines = 0
    var bytes = 0
    /// Errors and warnings.
    var problems = 0

    static func += (sum: inout Tally, more: Tally) {
        sum.lines += more.lines
        sum.bytes += more.bytes
        sum.problems += more.problems
    }
}

/// Tallies of intervals of equal length along an axis, such as time.
///
/// If too many intervals have something in them, intervals become longer, so that memory has a bound however long the
/// axis is.
struct Histogram {
    private struct Bucket {
        var tally = Tally()
        var first: Int
        var last: Int
    }

    /// How many intervals are kept at most.
    private static let mostBuckets = 16_384

    private(set) var length: Int
    private let longer: (Int) -> Int
    /// By the number of the interval.
    private var buckets: [Int: Bucket] = [:]
    /// The one that was added to last, which most often is the next one, too. It is not among the others.
    private var current: (number: Int, bucket: Bucket)?

    /// - Parameters:
    ///   - length: the length of an interval at first.
    ///   - longer: the next length, a multiple of the one that it is given.
    init(length: Int, longer: @escaping (Int) -> Int) {
        self.length = length
        self.longer = longer
    }

    mutating func add(_ tally: Tally, at place: Int) {
        let number = Histogram.number(of: place, length: length)
        if current?.number != number { turn(to: number, place) }
        current!.bucket.tally += tally
        current!.bucket.first = min(current!.bucket.first, place)
        current!.bucket.last = max(current!.bucket.last, place)
    }

    private mutating func turn(to number: Int, _ place: Int) {
        if let current { buckets[current.number] = current.bucket }
        current = (number, buckets.removeValue(forKey: number) ?? Bucket(first: place, last: place))
        if buckets.count >= Histogram.mostBuckets { lengthen(place) }
    }

    private mutating func lengthen(_ place: Int) {
        let all = buckets.merging([current!.number: current!.bucket]) { $1 }
        let factor = longer(length) / length
        length *= factor
        buckets = Dictionary(
            all.map { (Histogram.number(of: $0.key, length: factor), $0.value) },
            uniquingKeysWith: { a, b in
                var sum = Bucket(tally: a.tally, first: min(a.first, b.first), last: max(a.last, b.last))
                sum.tally += b.tally
                return sum
            }
        )
        let number = Histogram.number(of: place, length: length)
        current = (number, buckets.removeValue(forKey: number)!)
    }

    private var sorted: [(number: Int, bucket: Bucket)] {
        (buckets.map { ($0.key, $0.value) } + (current.map { [$0] } ?? [])).sorted { $0.0 < $1.0 }
    }

    /// The first and the last place.
    var places: ClosedRange<Int>? {
        let sorted = sorted
        return sorted.isEmpty ? nil : sorted[0].bucket.first...sorted[sorted.count - 1].bucket.last
    }

    /// How many intervals of that length there are from the first place to the last.
    func count(ofLength length: Int) -> Int {
        guard let places else { return 0 }
        return Histogram.number(of: places.upperBound, length: length)
            - Histogram.number(of: places.lowerBound, length: length) + 1
    }

    /// Each interval from the first place to the last, with its start, also those with nothing in them.
    ///
    /// - Parameter length: a multiple of the histogram's own.
    func intervals(ofLength length: Int) -> [(start: Int, tally: Tally)] {
        guard let places else { return [] }
        let first = Histogram.number(of: places.lowerBound, length: length)
        var intervals = (0..<count(ofLength: length)).map { (start: (first + $0) * length, tally: Tally()) }
        for (_, bucket) in sorted {
            intervals[Histogram.number(of: bucket.first, length: length) - first].tally += bucket.tally
        }
        return intervals
    }

    /// The longest span without anything in it, from the place before it to the place behind it; `nil` if it is shorter
    /// than an interval, of which only the first and the last place are known.
    var longestGap: ClosedRange<Int>? {
        let sorted = sorted
        let gaps = zip(sorted, sorted.dropFirst()).map { $0.bucket.last...$1.bucket.first }
        let longest = gaps.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
        return longest.flatMap { $0.upperBound - $0.lowerBound > length ? $0 : nil }
    }

    private static func number(of place: Int, length: Int) -> Int {
        place >= 0 ? place / length : (place + 1) / length - 1
    }
}
