/// The subscriptions that are alive, with what passes each stage of them, as a dump of threads shows the calls of each
/// thread. What is stuck comes first.
///
/// It knows what was subscribed to while `Hooks.recordSubscriptions` or `Hooks.slowCallbacks(after:stacks:report:)` was
/// on, in release builds, too.
///
/// ```
/// Hooks.recordSubscriptions = true
/// let subscription = orders.observe(on: queue).map { ship($0) }.subscribe(onNext: { print($0) })
/// print(StreamDump.take())
/// ```
///
/// The text has a paragraph for each subscription: its place, then a line for each stage, from the observer up to the
/// source. Equal subscriptions are counted together.
///
/// ```text
/// 1 subscription
///
/// Shop/main.swift:2, 12.4 s old
///     observer: 100 elements, 8.1/s
///   ← map(_:): 100 elements, 8.1/s; thread 4711 (shipping) has been inside for 3.1 s
///   ← observe(on:): 101 elements, 8.1/s; 17 wait, the oldest for 3.2 s
///   ← PublishSubject<Order>: 118 elements, 9.5/s
/// ```
public struct StreamDump: Sendable, Hashable, Codable {
    /// Whether what is subscribed to now will be in later dumps.
    public let isRecording: Bool

    /// The subscriptions: first the one that has held a thread longest, if that is a tenth of a second, then the one whose
    /// oldest element has waited longest, then the oldest.
    public let subscriptions: [Subscription]

    /// How many objects of each class there are that were made while `Resources.recordsKinds` was on, which debug builds
    /// have; empty in others.
    public let objects: [String: Int]

    /// A chain of stages, from its sources down to an observer, to a shared source or to a task.
    public struct Subscription: Sendable, Hashable, Codable {
        /// Where the subscription was made: the file's name with its module, and the line; `(unknown)` where the system
        /// cannot tell. Operators have no places of their own.
        public let place: String

        /// How long it has been there, in seconds.
        public let age: Double

        /// The end of the chain, and then each stage, behind the stage that it feeds.
        public let stages: [Stage]
    }

    /// A source, an operator, or what a chain ends in.
    public struct Stage: Sendable, Hashable, Codable {
        /// The stage's number, which later dumps give to the same stage.
        public let id: Int

        /// The number of the stage that it feeds; `nil` at the end of a chain.
        public let feeds: Int?

        /// The operator by its public name, or the type of a source. The end of a chain is `observer`, `values`, `value`, or
        /// the name of the shared source that it feeds.
        public let name: String

        /// How long it has been there, in seconds.
        public let age: Double

        /// How many elements it has passed on; at the end of a chain, how many have come. If several threads emit at once,
        /// some may be missing.
        public let elements: Int

        /// Elements per second since the last dump, or, in the first dump, since the stage has been there.
        public let rate: Double

        /// How many elements wait in it; `nil` if it has no queue, or one that is not looked into. Looked into are the
        /// queues of `observe(on:)`, `delay`, `zip`, `buffer(timeSpan:count:scheduler:)` and
        /// `values(capacity:overflow:onDrop:)`, and the sources that wait in `concatMap` and `merge(maxConcurrent:)`. The
        /// queue of `values` without a capacity is not: an `AsyncStream` does not say how many it has.
        public let waiting: Int?

        /// How long the oldest of these has waited, in seconds, to about ten milliseconds; at least so long, if more than
        /// 65,000 wait or the newest are dropped.
        public let oldestWaiting: Double?

        /// How many elements its queue has dropped, by strategy: `dropOldest` or `dropNewest`.
        public let dropped: [String: Int]

        /// The thread that is in the stage's own code or closure: on Linux the system's number and the thread's name,
        /// elsewhere a number of Millrace's own.
        public let thread: String?

        /// For how long that thread has been there, in seconds, to about ten milliseconds; `nil` if it came while nothing
        /// was recorded.
        public let insideFor: Double?

        /// For a shared source: the number of the stage at the end of the chain that feeds it.
        public let fedBy: Int?
    }

    /// Looks at all subscriptions that are recorded.
    ///
    /// Others may emit, subscribe and dispose meanwhile: each stage is looked at for itself, so its numbers need not match
    /// those of the next stage.
    ///
    /// - **Thread**: may be called from any thread, at any time. It holds up no event.
    /// - **Complexity**: O(stages).
    public static func take() -> StreamDump {
        StreamMeters.purgeIfDue()
        return take(StreamMeters.all, at: MeterClock.now, counts: true)
    }

    static func take(_ meters: [StreamMeter], at time: Int, counts: Bool) -> StreamDump {
        var looks = Looks(meters, at: time, counts: counts)
        #if DEBUG || TRACE_RESOURCES
            let objects = counts ? Resources.countsOfKinds : [:]
        #else
            let objects: [String: Int] = [:]
        #endif
        return StreamDump(
            isRecording: HookSwitches.recordsSubscriptions,
            subscriptions: looks.subscriptions,
            objects: objects
        )
    }
}

extension StreamDump.Subscription {
    /// What is stuck comes first. Where elements pass, a thread is inside for a moment, which says nothing.
    fileprivate var urgency: (inside: Double, waiting: Double, age: Double) {
        (insideFor < 0.1 ? 0 : insideFor, oldestWaiting, age)
    }

    /// For how long a thread has been inside a stage; 0 if none is.
    var insideFor: Double { stages.reduce(0) { max($0, $1.insideFor ?? 0) } }

    /// How long the oldest element has waited in a stage; 0 if none waits.
    var oldestWaiting: Double { stages.reduce(0) { max($0, $1.oldestWaiting ?? 0) } }
}

/// What a look at each edge has found, put together.
private struct Looks {
    private struct Edge {
        let meter: StreamMeter
        let reading: StreamMeter.Reading
        let inside: (thread: Int, since: Int)?
        /// The edge that leads out of the stage that this one leads into; `nil` at the end of a chain.
        var below: Int?
        /// The first of the edges that lead into the stage that this one leads out of; each knows the next.
        var source: Int?
        var next: Int?
    }

    private let time: Int
    private var edges: [Edge] = []
    private var ends: [(edge: Int, end: StreamMeter.End)] = []
    // The stage at the end of the chain that feeds a source.
    private var feeding: [ObjectIdentifier: Int] = [:]
    // The edges that a thread is inside.
    private var visits: [Int: [Int]] = [:]
    private var threads: [Int: String] = [:]
    private var places: [StackTrace: String] = [:]
    private var names: [StreamMeter.Name: String] = [:]

    init(_ meters: [StreamMeter], at time: Int, counts: Bool) {
        self.time = time
        edges.reserveCapacity(meters.count)
        var indices: [Int: Int] = [:]
        indices.reserveCapacity(meters.count)
        for meter in meters {
            let inside = meter.words.inside
            guard let reading = meter.read(at: time, counts: counts) else { continue }
            indices[meter.number] = edges.count
            if let inside { visits[inside.thread, default: []].append(edges.count) }
            edges.append(Edge(meter: meter, reading: reading, inside: inside))
        }
        // From the last one, so that those of a stage come in their order.
        for index in edges.indices.reversed() {
            switch edges[index].meter.below {
            case .meter(let number):
                // Without one, the stage below has just gone.
                guard let below = indices[number] else { continue }
                edges[index].below = below
                edges[index].next = edges[below].source
                edges[below].source = index
            case .end(let end):
                ends.append((index, end))
                if let fed = end.feeds { feeding[fed] = -edges[index].meter.number }
            }
        }
    }

    var subscriptions: [StreamDump.Subscription] {
        mutating get {
            var all: [(subscription: StreamDump.Subscription, urgency: (Double, Double, Double))] = []
            all.reserveCapacity(ends.count)
            for (edge, end) in ends {
                let subscription = subscription(edge, end)
                all.append((subscription, subscription.urgency))
            }
            return all.sorted { $0.urgency > $1.urgency }.map(\.subscription)
        }
    }

    private mutating func subscription(_ first: Int, _ end: StreamMeter.End) -> StreamDump.Subscription {
        let edge = edges[first]
        var stages = [stage(-edge.meter.number, feeds: nil, end.name, edge, above: first, fedBy: nil)]
        var next = [(edge: first, feeds: -edge.meter.number)]
        while let (index, feeds) = next.popLast() {
            let edge = edges[index]
            let number = edge.meter.number
            let fedBy = edge.source == nil ? feeding[edge.meter.source] : nil
            let name = name(edge.meter.name)
            stages.append(stage(number, feeds: feeds, name, edge, above: edge.source, fedBy: fedBy))
            let start = next.count
            var source = edge.source
            while let present = source {
                next.append((present, number))
                source = edges[present].next
            }
            next[start...].reverse()
        }
        return StreamDump.Subscription(place: place(end), age: seconds(since: edge.meter.born), stages: stages)
    }

    /// - Parameters:
    ///   - edge: where the elements are counted.
    ///   - above: the first of the edges that lead into the stage.
    private mutating func stage(
        _ id: Int,
        feeds: Int?,
        _ name: String,
        _ edge: Edge,
        above: Int?,
        fedBy: Int?
    ) -> StreamDump.Stage {
        var visit: (thread: Int, since: Int)?
        var waiting: Int?
        var oldest: Int?
        var dropped: [String: Int] = [:]
        var next = above
        while let index = next {
            let source = edges[index]
            next = source.next
            if let inside = source.inside, !hasGoneOn(inside.thread, from: index) {
                if visit.map({ inside.since < $0.since }) ?? true { visit = inside }
            }
            guard let queue = source.reading.queue else { continue }
            let came = source.reading.elements
            if let overflow = queue.overflow, queue.dropped > 0 { dropped["\(overflow)"] = queue.dropped }
            let left = queue.waiting ?? max(0, came - edge.reading.elements)
            waiting = (waiting ?? 0) + left
            guard left > 0, left <= came, let arrivals = source.meter.arrivals else { continue }
            if let time = arrivals.time(of: came - left + 1, last: came) { oldest = min(oldest ?? time, time) }
        }
        return StreamDump.Stage(
            id: id,
            feeds: feeds,
            name: name,
            age: seconds(since: edge.meter.born),
            elements: edge.reading.elements,
            rate: edge.reading.rate,
            waiting: waiting,
            oldestWaiting: oldest.map { seconds(since: $0) },
            dropped: dropped,
            thread: visit.map { thread($0.thread) },
            insideFor: visit.flatMap { $0.since == 0 ? nil : seconds(since: $0.since) },
            fedBy: fedBy
        )
    }

    /// Whether a thread that is inside an edge is not in the own code of the stage that the edge leads into: it has gone on
    /// to the next stage, or from the end of a chain to those that share what the chain feeds, or into the chain of
    /// another source of the stage, to which it subscribes.
    private func hasGoneOn(_ thread: Int, from index: Int) -> Bool {
        if isFurther(thread, than: index) { return true }
        let edge = edges[index]
        guard let visits = visits[thread], visits.count > 1 else { return false }
        if case .end(let end) = edge.meter.below {
            guard let fed = end.feeds else { return false }
            return visits.contains { edges[$0].meter.source == fed }
        }
        return visits.contains { visit in
            guard visit != index, !isFurther(thread, than: visit), let since = edges[visit].inside?.since,
                // It may also have come from there.
                since >= edge.inside?.since ?? 0
            else { return false }
            var last = visit
            while let below = edges[last].below, below != edge.below { last = below }
            return edges[last].below != nil && last != index && last != visit && edges[last].inside?.thread != thread
        }
    }

    /// Whether the thread is inside the edge below this one, too.
    private func isFurther(_ thread: Int, than index: Int) -> Bool {
        edges[index].below.map { edges[$0].inside?.thread == thread } ?? false
    }

    private func seconds(since start: Int) -> Double { Double(max(0, time - start)) / 1_000 }

    private mutating func thread(_ number: Int) -> String {
        if let known = threads[number] { return known }
        let text = nameOfThread(number).map { "\(number) (\($0))" } ?? "\(number)"
        threads[number] = text
        return text
    }

    private mutating func name(_ name: StreamMeter.Name) -> String {
        if let known = names[name] { return known }
        let text = name.text
        names[name] = text
        return text
    }

    private mutating func place(_ end: StreamMeter.End) -> String {
        if let place = end.place { return place }
        guard let trace = end.trace else { return "(shared)" }
        if let known = places[trace] { return known }
        let place = trace.userPlace.map { shortPlace($0.path, $0.line) } ?? "(unknown)"
        places[trace] = place
        return place
    }
}
