extension StreamDump: CustomStringConvertible {
    /// The dump as text: a paragraph for each subscription, the most urgent first. Equal subscriptions, with the same place
    /// and the same stages, are counted together. Two kinds stand alone: one that has held a thread for a tenth of a second;
    /// and, among the first ten, one in which something has waited for a second.
    public var description: String {
        var lines = [subscriptions.count == 1 ? "1 subscription" : "\(subscriptions.count) subscriptions"]
        if !isRecording {
            lines[0] += """
                ; recording is off. Set Hooks.recordSubscriptions = true to record what is subscribed to from then on.
                """
        }
        lines += objects.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) × \($0.key)" }
        for group in groups { lines += [""] + group.lines }
        return lines.joined(separator: "\n")
    }

    /// The dump as a graph in the language DOT of Graphviz: a node for each stage, edges in the direction of the elements.
    /// A stage that holds a thread is red, an edge to a shared source is dashed.
    public var graphviz: String {
        var lines = ["digraph streams {", "  node [shape=box, fontname=\"sans-serif\"];"]
        for subscription in subscriptions {
            for stage in subscription.stages {
                var label = "\(stage.name)\n\(stage.facts)"
                if stage.feeds == nil { label = "\(subscription.place)\n\(label)" }
                let color = stage.thread == nil ? "" : ", color=red"
                lines.append("  \"\(stage.id)\" [label=\"\(StreamDump.quoted(label))\"\(color)];")
                if let below = stage.feeds { lines.append("  \"\(stage.id)\" -> \"\(below)\";") }
                if let source = stage.fedBy { lines.append("  \"\(source)\" -> \"\(stage.id)\" [style=dashed];") }
            }
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        text.flatMap { $0 == "\n" ? "\\n" : $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.map(String.init).joined()
    }

    /// A time in seconds, as a reader wants it.
    static func text(_ seconds: Double) -> String {
        seconds < 10 ? "\((seconds * 100).rounded() / 100) s" : "\((seconds * 10).rounded() / 10) s"
    }

    /// Equal subscriptions together.
    var groups: [Group] {
        var groups: [Group] = []
        var indices: [Group.Key: Int] = [:]
        for (position, subscription) in subscriptions.enumerated() {
            let isStuck = subscription.insideFor >= 0.1 || position < 10 && subscription.oldestWaiting >= 1
            let key = Group.Key(subscription, alone: isStuck ? position : nil)
            if let index = indices[key] {
                groups[index].add(subscription)
            } else {
                indices[key] = groups.count
                groups.append(Group(subscription))
            }
        }
        return groups
    }
}

extension StreamDump {
    /// Subscriptions that are equal but for their numbers.
    struct Group {
        struct Key: Hashable {
            let place: String
            // The name of each stage, and how many stages before it is the one that it feeds.
            let names: [String]
            let steps: [Int]
            let alone: Int?

            init(_ subscription: StreamDump.Subscription, alone: Int?) {
                place = subscription.place
                names = subscription.stages.map(\.name)
                steps = Group.steps(subscription.stages)
                self.alone = alone
            }
        }

        let first: StreamDump.Subscription
        var stages: [StreamDump.Stage]
        /// The number at the end of each of them.
        var ends: [Int]
        var ages: ClosedRange<Double>

        init(_ subscription: StreamDump.Subscription) {
            first = subscription
            stages = subscription.stages
            ends = [subscription.stages[0].id]
            ages = subscription.age...subscription.age
        }

        /// For each stage, how many lines above it is the stage that it feeds: 1, unless that one has several sources.
        static func steps(_ stages: [StreamDump.Stage]) -> [Int] {
            var lines: [Int: Int]?
            return stages.indices.map { line in
                guard let below = stages[line].feeds else { return 0 }
                if stages[line - 1].id == below { return 1 }
                let known = lines ?? Dictionary(stages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
                lines = known
                return known[below].map { line - $0 } ?? 0
            }
        }

        mutating func add(_ other: StreamDump.Subscription) {
            ends.append(other.stages[0].id)
            ages = min(ages.lowerBound, other.age)...max(ages.upperBound, other.age)
            for index in stages.indices { stages[index] = stages[index].adding(other.stages[index]) }
        }

        var lines: [String] {
            let (low, high) = (StreamDump.text(ages.lowerBound), StreamDump.text(ages.upperBound))
            let age = low == high ? low : "\(low) to \(high)"
            var depths: [Int] = []
            var sources: [Int: Int] = [:]
            for stage in stages { if let below = stage.feeds { sources[below, default: 0] += 1 } }
            // A stage with several sources has them further in; otherwise a chain goes straight down.
            for (line, step) in Group.steps(first.stages).enumerated() {
                let below = line - step
                depths.append(step == 0 ? 0 : depths[below] + (sources[stages[below].id] == 1 ? 0 : 1))
            }
            let times = ends.count == 1 ? "" : "\(ends.count) × "
            return ["\(times)\(first.place), \(age) old"]
                + zip(stages, depths).map { stage, depth in
                    let arrow = stage.feeds == nil ? "    " : "  ← "
                    let shared = stage.feeds == nil && stage.name != "observer" && first.place == "(shared)"
                    let number = shared ? " #\(-stage.id)" : ""
                    return String(repeating: "    ", count: depth) + "\(arrow)\(stage.name)\(number): \(stage.facts)"
                }
        }
    }
}

extension StreamDump.Stage {
    /// What is known of the stage apart from its name.
    fileprivate var facts: String {
        var facts = "\(elements) \(elements == 1 ? "element" : "elements"), \((rate * 10).rounded() / 10)/s"
        if let fedBy { facts += "; fed by #\(-fedBy)" }
        if let waiting, waiting > 0 {
            facts += "; \(waiting) wait" + (waiting == 1 ? "s" : "")
            if let oldestWaiting { facts += ", the oldest for \(StreamDump.text(oldestWaiting))" }
        }
        for (reason, count) in dropped.sorted(by: { $0.key < $1.key }) { facts += "; \(count) dropped by .\(reason)" }
        if let thread {
            facts += "; thread \(thread) has been inside"
            if let insideFor { facts += " for \(StreamDump.text(insideFor))" }
        }
        return facts
    }

    /// This stage and an equal one in one: sums, and the longest times.
    fileprivate func adding(_ other: StreamDump.Stage) -> StreamDump.Stage {
        let isLonger = (insideFor ?? -1) >= (other.insideFor ?? -1)
        return StreamDump.Stage(
            id: id,
            feeds: feeds,
            name: name,
            age: max(age, other.age),
            elements: elements + other.elements,
            rate: rate + other.rate,
            waiting: waiting.map { $0 + (other.waiting ?? 0) } ?? other.waiting,
            oldestWaiting: oldestWaiting.map { max($0, other.oldestWaiting ?? 0) } ?? other.oldestWaiting,
            dropped: dropped.merging(other.dropped, uniquingKeysWith: +),
            thread: thread == nil ? other.thread : other.thread == nil || isLonger ? thread : other.thread,
            insideFor: isLonger ? insideFor : other.insideFor,
            fedBy: fedBy
        )
    }
}
