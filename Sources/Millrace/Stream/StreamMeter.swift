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
enum StreamMeters {
    private struct State {
        var all: [StreamMeter] = []
        var last = 0
        /// How many edges to have before those that are gone are looked for.
        var limit = 64
        var isPurging = false
    }

    private static let state = Locked(State())

    static var all: [StreamMeter] { state.access { $0.all } }

    static func add(_ make: (_ number: Int) -> StreamMeter) -> StreamMeter {
        let number = state.access { state in
            state.last += 1
            return state.last
        }
        let meter = make(number)
        let full = state.access { state -> [StreamMeter]? in
            state.all.append(meter)
            if state.all.count < state.limit || state.isPurging { return nil }
            state.isPurging = true
            return state.all
        }
        if let full { purge(full) }
        return meter
    }

    /// Takes out what is gone. Called when a look has found that this is most of them.
    static func purge() {
        let known = state.access { state -> [StreamMeter]? in
            if state.isPurging { return nil }
            state.isPurging = true
            return state.all
        }
        if let known { purge(known) }
    }

    /// Takes out what is gone of the first edges, which are `known`. Others may be added meanwhile.
    private static func purge(_ known: [StreamMeter]) {
        let left = known.filter { !$0.isGone }
        let former = state.access { state -> [StreamMeter] in
            let former = exchange(&state.all, for: left + state.all[known.count...])
            state.limit = max(64, state.all.count * 2)
            state.isPurging = false
            return former
        }
        releaseValue(former)
    }
}
