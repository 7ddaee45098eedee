/// What is known of one edge of a chain: of what a stage has passed on to the next one. It refers to no other edge, so
/// that chains of any length are released without recursion.
@usableFromInline
final class StreamMeter: @unchecked Sendable {
    /// What an edge leads to.
    enum Below {
        /// The stage whose own output is the edge with this number.
        case meter(Int)
        case end(End)
    }

    /// The end of a chain.
    struct End {
        let name: String
        let place: String?
        /// Where `place` is not known: the calls that made the subscription.
        let trace: StackTrace?
        /// What the chain feeds, if that is a shared source.
        let feeds: ObjectIdentifier?
    }

    /// What an edge comes from: a name of its own, or else a function, or else a type.
    struct Name: Hashable {
        let own: String?
        let function: UnsafePointer<UInt8>?
        let type: any AnyObject.Type

        /// The public name.
        var text: String { own ?? function.map { publicName(of: $0) } ?? "\(type)" }

        static func == (first: Name, second: Name) -> Bool {
            first.function == second.function && first.type == second.type && first.own == second.own
        }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
    }

    /// What one look at the edge has found.
    struct Reading {
        let elements: Int
        let rate: Double
        let queue: QueueReading?
    }

    let number: Int
    let below: Below
    let born: Int
    /// When elements came, if they go into a queue.
    let arrivals: Meter.Arrivals?
    /// The source or operator that the edge comes from.
    let source: ObjectIdentifier
    let name: Name

    let words = Meter()
    // Touched only through its address.
    @exclusivity(unchecked)
    private var lockStorage = Lock.Storage()
    // The rest is touched only under the lock. The stage that the edge leads to, while it is there:
    @exclusivity(unchecked)
    private var fed: Held<Sink<Never>>?
    @exclusivity(unchecked)
    private var hasEnded = false
    // What the look before has found, and when.
    @exclusivity(unchecked)
    private var before: (elements: Int, time: Int)

    init(
        _ number: Int,
        of name: Name,
        _ source: ObjectIdentifier,
        _ below: Below,
        queues: Bool
    ) {
        self.number = number
        self.name = name
        self.source = source
        self.below = below
        born = MeterClock.now
        before = (0, born)
        arrivals = queues ? Meter.Arrivals() : nil
    }

    deinit {
        words.free()
        arrivals?.free()
    }

    private var lock: Lock { Lock(at: &lockStorage) }

    /// The edge is there. Its owner keeps `sink` until it has called `end()`.
    func begin(feeding sink: Held<Sink<Never>>) {
        lock.acquire()
        fed = sink
        lock.release()
    }

    func end() {
        lock.acquire()
        fed = nil
        hasEnded = true
        lock.release()
        StreamMeters.countEnd()
    }

    var isGone: Bool {
        lock.acquire()
        defer { lock.release() }
        return hasEnded
    }

    /// `nil` if the edge is gone.
    ///
    /// - Parameter counts: whether the next look's rate is that since this look.
    func read(at time: Int, counts: Bool) -> Reading? {
        lock.acquire()
        defer { lock.release() }
        guard let fed else { return nil }
        let elements = words.counted
        let seconds = Double(max(time - before.time, 1)) / 1_000
        let rate = Double(elements - before.elements) / seconds
        if counts { before = (elements, time) }
        // Takes the lock of a queue for a few instructions, and runs no code of a user.
        return Reading(elements: elements, rate: rate, queue: fed.use { $0.queueReading })
    }
}

extension StreamMeter.Below {
    /// Walks down from the sink that is to be fed, to the first edge below it.
    init(_ sink: Held<Sink<Never>>) {
        var last = sink
        while true {
            if let meter = last.use({ $0.meter }) {
                self = .meter(meter.number)
                return
            }
            guard let next = last.use({ $0.below }) else { break }
            last = next
        }
        self = last.use { last in
            let place = last.placeOfSubscription
            let fed = last.fedSource
            return .end(
                StreamMeter.End(
                    name: last.nameOfEnd,
                    place: place,
                    trace: place == nil && fed == nil ? .capture() : nil,
                    feeds: fed
                )
            )
        }
    }
}

/// What waits in a stage that has a queue.
@usableFromInline
struct QueueReading {
    /// How many elements wait; `nil` if nobody counts them.
    var waiting: Int?
    var dropped = 0
    var overflow: OverflowStrategy?
}

/// All edges that are there.
///
/// They are kept in pieces. A look holds all pieces, so what changes them meanwhile makes a copy under the lock: of the
/// list of pieces, and of one piece.
package enum StreamMeters {
    private static let pieceSize = 256

    private struct State {
        var pieces: [[StreamMeter]] = [[]]
        var count = 0
        var last = 0
        /// How many edges to have before those that are gone are looked for.
        var limit = 64
        var isPurging = false

        mutating func add(_ meter: StreamMeter) {
            if pieces[pieces.count - 1].count == pieceSize { pieces.append([]) }
            pieces[pieces.count - 1].append(meter)
            count += 1
        }

        /// What is there is for the caller to purge, and does not change until `endPurging`.
        mutating func beginPurging() -> [[StreamMeter]]? {
            if isPurging { return nil }
            isPurging = true
            defer { pieces.append([]) }
            return pieces
        }

        /// Puts `left` in the place of the `known` first pieces, and returns all former pieces, to be released.
        mutating func endPurging(known: Int, left: [[StreamMeter]], removed: Int) -> [[StreamMeter]] {
            defer {
                pieces = left + pieces[known...]
                count -= removed
                limit = max(64, count * 2)
                isPurging = false
            }
            return pieces
        }
    }

    private static let state = Locked(State())
    /// How many of them are gone.
    private static let ended = AtomicCounter.Object()

    static var all: [StreamMeter] { Array(state.access { $0.pieces }.joined()) }

    /// How many there are, with those that are gone.
    package static var count: Int { state.access { $0.count } }

    static func add(_ make: (_ number: Int) -> StreamMeter) -> StreamMeter {
        let number = state.access { state in
            state.last += 1
            return state.last
        }
        let meter = make(number)
        let known = state.access { state in
            state.add(meter)
            return state.count < state.limit ? nil : state.beginPurging()
        }
        if let known { purge(known) }
        return meter
    }

    static func countEnd() { _ = ended.add(1) }

    /// Takes out what is gone, if this is most of them. Called before each look.
    static func purgeIfDue() {
        let gone = ended.value
        let known = state.access { gone >= 64 && gone > $0.count / 2 ? $0.beginPurging() : nil }
        if let known { purge(known) }
    }

    /// Takes out what is gone of the pieces that are `known`. Others may be added meanwhile.
    private static func purge(_ known: [[StreamMeter]]) {
        let all = known.joined()
        let left = all.filter { !$0.isGone }
        let pieces = stride(from: 0, to: left.count, by: pieceSize).map {
            Array(left[$0..<min($0 + pieceSize, left.count)])
        }
        let removed = all.count - left.count
        _ = ended.add(-Int64(removed))
        releaseValue(state.access { $0.endPurging(known: known.count, left: pieces, removed: removed) })
    }
}
